import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { compileQuery, Finder, maxHits, type FindQuery } from './find.ts'
import { LineStore } from './lineStore.ts'

function storeOf(lines: string[]) {
  const store = new LineStore()
  for (const [number, text] of lines.entries()) store.append({ number, time: 0, type: 0, text, runs: [] })
  return store
}

const query = (text: string, change: Partial<FindQuery> = {}): FindQuery => ({
  text,
  isRegex: false,
  isCaseSensitive: false,
  ...change,
})

function findAll(store: LineStore, wanted: FindQuery) {
  const finder = new Finder(wanted, compileQuery(wanted)!)
  while (!finder.isDone(store)) finder.step(store)
  return finder
}

const places = (finder: Finder) =>
  Array.from({ length: finder.count }, (_, ordinal) => {
    const { index, start, length } = finder.hit(ordinal)!
    return [index, start, length]
  })

describe('keeping lines', () => {
  it('gives every line back, however many', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 900 }), (lines) => {
        const texts = lines.map((line) => line.replaceAll('\n', ''))
        const store = storeOf(texts)
        expect(store.count).toBe(texts.length)
        for (const [index, text] of texts.entries()) {
          expect(store.text(index)).toBe(text)
          expect(store.length(index)).toBe(text.length)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('keeps style changes, times, types and numbers with their line', () => {
    const store = new LineStore()
    for (let at = 0; at < 600; at++)
      store.append({
        number: at * 2,
        time: at,
        type: at % 5,
        text: `line ${at}`,
        runs: at % 3 ? [0, at] : [],
      })
    for (const at of [0, 1, 255, 256, 257, 599]) {
      expect([store.number(at), store.time(at), store.type(at)]).toEqual([at * 2, at, at % 5])
      expect(store.runs(at)).toEqual(at % 3 ? [0, at] : [])
    }
    expect(store.indexFrom(511)).toBe(256)
    expect(store.has(510)).toBe(true)
    expect(store.has(511)).toBe(false)
  })
})

describe('searching', () => {
  it('finds what looking at every line finds', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '.', ' ', 'ü'), maxLength: 12 })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 700 }), line, fc.boolean(), (lines, text, isCaseSensitive) => {
        fc.pre(text !== '')
        const fold = (value: string) => (isCaseSensitive ? value : value.toLowerCase())
        const expected: number[][] = []
        for (const [index, value] of lines.entries()) {
          for (
            let at = fold(value).indexOf(fold(text));
            at >= 0;
            at = fold(value).indexOf(fold(text), at + text.length)
          )
            expected.push([index, at, text.length])
        }
        expect(places(findAll(storeOf(lines), query(text, { isCaseSensitive })))).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('takes a pattern by itself, without meeting the ends of lines', () => {
    const store = storeOf(['one 1', 'two 22', '333'])
    expect(places(findAll(store, query(String.raw`\d+`, { isRegex: true })))).toEqual([
      [0, 4, 1],
      [1, 4, 2],
      [2, 0, 3],
    ])
    expect(findAll(store, query(String.raw`1\s*two`, { isRegex: true })).count).toBe(0)
    expect(findAll(store, query('^', { isRegex: true })).count).toBe(0)
  })

  it('reads a literal text literally', () => {
    expect(places(findAll(storeOf(['a.*b[0](c)|$^-/', 'axxb']), query('a.*b[0](c)|$^-/')))).toEqual([
      [0, 0, 15],
    ])
  })

  it('refuses patterns that are none', () => {
    expect(compileQuery(query('('))).toBeInstanceOf(RegExp)
    expect(compileQuery(query('(', { isRegex: true }))).toBeUndefined()
    expect(compileQuery(query(''))).toBeUndefined()
  })

  it('goes on where it stopped when lines are added', () => {
    const store = storeOf(['hit', 'miss'])
    const finder = findAll(store, query('hit'))
    for (let number = 2; number < 600; number++)
      store.append({ number, time: 0, type: 0, text: number % 100 ? 'miss' : 'hit', runs: [] })
    expect(finder.isDone(store)).toBe(false)
    while (!finder.isDone(store)) finder.step(store)
    expect(places(finder).map(([index]) => index)).toEqual([0, 100, 200, 300, 400, 500])
  })

  it('knows the hits around a place', () => {
    const finder = findAll(storeOf(['ab ab ab', 'none', 'ab']), query('ab'))
    expect(finder.ordinalFrom(0, 3)).toBe(1)
    expect(finder.ordinalFrom(1)).toBe(3)
    expect(finder.ordinalFrom(3)).toBe(4)
    expect(finder.hitsIn(0, 4, 7).map(({ ordinal }) => ordinal)).toEqual([1, 2])
    expect(finder.hitsIn(1, 0, 4)).toEqual([])
  })

  it('stops counting where counting helps nobody', () => {
    const finder = findAll(storeOf(Array.from({ length: 300 }, () => 'a'.repeat(1000))), query('a'))
    expect(finder.count).toBe(maxHits)
    expect(finder.isFull).toBe(true)
  })
})
