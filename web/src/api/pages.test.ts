import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aPipeline } from '../testing/fixtures.ts'
import { isListed, mergeIntoPages, type PipelinePages } from './pages.ts'

const rows = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => aPipeline({ number: from - index }))
const pagesOf = (...pages: PipelinePages['pages']): PipelinePages => ({
  pages,
  pageParams: pages.map((_, index) => index + 1),
})
const numbers = ({ pages }: PipelinePages) => pages.flat().map(({ number }) => number)

describe('mergeIntoPages', () => {
  it('puts a new pipeline on top', () => {
    expect(numbers(mergeIntoPages(pagesOf(rows(3, 1)), aPipeline({ number: 4 })))).toEqual([4, 3, 2, 1])
  })

  it('starts an empty list', () => {
    expect(numbers(mergeIntoPages(pagesOf([]), aPipeline({ number: 1 })))).toEqual([1])
  })

  it('changes a row where it is', () => {
    const known = pagesOf(rows(100, 51), rows(50, 40))
    const merged = mergeIntoPages(known, aPipeline({ number: 45, status: 'failure', updated: 1_800_000_000 }))
    expect(numbers(merged)).toEqual(numbers(known))
    expect(merged.pages[1]?.find(({ number }) => number === 45)?.status).toBe('failure')
    expect(merged.pages[0]).toBe(known.pages[0])
  })

  it('leaves what is further down to the next page', () => {
    const known = pagesOf(rows(100, 51))
    expect(mergeIntoPages(known, aPipeline({ number: 30 }))).toBe(known)
  })

  it('takes out a row that the filters no longer want, and lets in one that they do', () => {
    const known = pagesOf([aPipeline({ number: 2, status: 'running', finished: 0, updated: 1 })])
    const filters = { status: 'running' }
    expect(numbers(mergeIntoPages(known, aPipeline({ number: 2, status: 'success' }), filters))).toEqual([])
    expect(numbers(mergeIntoPages(known, aPipeline({ number: 3, status: 'success' }), filters))).toEqual([2])
    expect(numbers(mergeIntoPages(known, aPipeline({ number: 1, status: 'running' }), filters))).toEqual([
      2, 1,
    ])
  })

  it('keeps the order, and each number once, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 80 })), (arriving) => {
        const start = pagesOf(rows(60, 11), rows(10, 5))
        const end = arriving.reduce((pages, number) => mergeIntoPages(pages, aPipeline({ number })), start)
        const shown = numbers(end)
        expect(shown).toEqual([...new Set(shown)].toSorted((a, b) => b - a))
        expect(shown).toEqual(expect.arrayContaining(arriving))
      }),
    )
  })
})

describe('isListed', () => {
  const pipeline = aPipeline({
    branch: 'main',
    event: 'push',
    ref: 'refs/heads/main',
    created: 1_700_000_000,
  })

  it.each([
    [{}, true],
    [{ branch: 'main' }, true],
    [{ branch: 'mai' }, false],
    [{ event: 'tag,push' }, true],
    [{ event: 'tag' }, false],
    [{ ref: 'heads/ma' }, true],
    [{ ref: 'tags' }, false],
    [{ status: 'success' }, true],
    [{ status: 'failure' }, false],
    [{ before: '2023-11-14T22:13:21Z' }, true],
    [{ before: '2023-11-14T22:13:20Z' }, false],
    [{ after: '2023-11-14T22:13:19Z' }, true],
    [{ after: '2023-11-14T22:13:20Z' }, false],
  ])('%o: %s', (filters, expected) => {
    expect(isListed(pipeline, filters)).toBe(expected)
  })
})
