import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aPipeline } from '../../testing/fixtures.ts'
import { isWanted, wantedIn, wantsAll } from './wanted.ts'

const pipeline = aPipeline({
  number: 128,
  author: 'Ana-Maria',
  sender: 'release-bot',
  message: 'fix: retry uploads\n\nThe server may be busy.',
  title: 'Retry',
  branch: 'feature/Upload',
  ref: 'refs/pull/7/head',
  commit: '3f9c2e1a5b',
})

describe('what an address wants', () => {
  it.each([
    [{}, '', ''],
    [{ author: ' ana ', q: '  fix  it ' }, 'ana', 'fix  it'],
    [{ author: 7, q: ['x'] }, '', ''],
    [{ status: 'failure' }, '', ''],
  ])('%j is author %j and text %j', (search, author, q) => {
    expect(wantedIn(search)).toEqual({ author, q })
  })

  it('is everything only without both', () => {
    expect(wantsAll({ author: '', q: '' })).toBe(true)
    expect(wantsAll({ author: 'a', q: '' })).toBe(false)
    expect(wantsAll({ author: '', q: 'a' })).toBe(false)
  })
})

describe('a pipeline is wanted', () => {
  it.each([
    ['', ''],
    ['ana', ''],
    ['MARIA', ''],
    ['release', ''],
    ['', 'uploads'],
    ['', 'busy'],
    ['', 'RETRY fix'],
    ['', '#128'],
    ['', 'feature/upload'],
    ['', 'pull/7'],
    ['', '3f9c'],
    ['ana', 'upload 3f9c'],
  ])('by author %j and text %j', (author, q) => {
    expect(isWanted(pipeline, { author, q })).toBe(true)
  })

  it.each([
    ['bob', ''],
    ['ana bot', ''],
    ['', 'uploads never'],
    ['', '#129'],
    ['', 'ana'],
    ['bob', 'uploads'],
    ['', 'busy.retry'],
  ])('not by author %j and text %j', (author, q) => {
    expect(isWanted(pipeline, { author, q })).toBe(false)
  })

  it('by any part of what it says, and by nothing that no field has', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'ß', '/', '-', '7'), minLength: 1 })
    fc.assert(
      fc.property(letters, letters, (message, part) => {
        const one = aPipeline({ message, title: '', branch: '', ref: '', commit: '', number: 1 })
        const isThere = `#1\n${message}`.toLowerCase().includes(part.toLowerCase())
        expect(isWanted(one, { author: '', q: part })).toBe(isThere)
      }),
    )
  })
})
