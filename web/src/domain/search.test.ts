import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findBest, rank } from './search.ts'

const names = [
  'acme/api',
  'acme/api-docs',
  'acme/website',
  'apis/other',
  'tools/rapid',
  'tools/happy-api',
  'x/alpine',
]
const found = (search: string) => findBest(search, names, (name) => name)

describe('findBest', () => {
  it.each([
    ['api', ['acme/api', 'acme/api-docs', 'apis/other', 'tools/happy-api', 'tools/rapid', 'x/alpine']],
    ['acme/api', ['acme/api', 'acme/api-docs']],
    ['acme web', ['acme/website']],
    ['WEBSITE', ['acme/website']],
    ['tools', ['tools/rapid', 'tools/happy-api']],
    ['zzz', []],
  ])('%s finds %o', (search, expected) => {
    expect(found(search)).toEqual(expected)
  })

  it('keeps everything in its order without a search', () => {
    expect(found('  ')).toEqual(names)
  })

  it('finds every name by itself, first', () => {
    for (const name of names) expect(found(name)[0]).toBe(name)
  })

  it('answers any text, also one that looks like a pattern', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (search, name) => {
        const ranked = rank(search, name)
        expect(ranked === undefined || ranked >= 0).toBe(true)
      }),
    )
  })

  it('is quick among 5,000', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `owner-${index % 70}/service-${index}-backend`)
    const before = performance.now()
    findBest('serv 49 back', many, (name) => name)
    expect(performance.now() - before).toBeLessThan(200)
  })
})
