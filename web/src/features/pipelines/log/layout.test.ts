import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { RowIndex } from './rowIndex.ts'
import {
  elementHeight,
  isAtEnd,
  maxElementHeight,
  scrolledBy,
  scrolledTo,
  type ScrollMap,
} from './scrollMap.ts'
import { cellsOf } from './width.ts'
import { rowCount, shapeOf } from './wrap.ts'

describe('how many rows a line takes', () => {
  it.each([
    ['', 80, 1],
    ['a', 80, 1],
    ['a'.repeat(80), 80, 1],
    ['a'.repeat(81), 80, 2],
    ['a'.repeat(1_048_576), 100, 10_486],
    ['漢'.repeat(40), 80, 1],
    ['漢'.repeat(41), 80, 2],
    [`a${'漢'.repeat(40)}`, 80, 2],
    ['e\u0301'.repeat(80), 80, 1],
    ['a\tb', 9, 1],
    ['a\tb', 8, 2],
    ['👨‍👩‍👧'.repeat(10), 20, 1],
  ])('%# in %i columns', (text, columns, rows) => {
    expect(rowCount(text, columns)).toBe(rows)
  })

  it('agrees with where its rows begin, and its rows are the line again', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('a', '\t', '漢', '\u202E', '\u0301', '👩‍🚀', '\u200B') }),
    )
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 200 }), (line, columns) => {
        const { starts } = shapeOf(line, columns)
        expect(starts).toHaveLength(rowCount(line, columns))
        const rows = starts.map((start, at) => line.slice(start, starts[at + 1]))
        expect(rows.join('')).toBe(line)
        for (const row of rows) if (!row.includes('\t')) expect(cellCount(row)).toBeLessThanOrEqual(columns)
      }),
    )
  })

  it('never parts a character from its accent', () => {
    const { starts } = shapeOf('e\u0301'.repeat(50), 20)
    expect(starts).toEqual([0, 40, 80])
  })

  it('shows what cannot be seen as its code, but leaves joined emoji alone', () => {
    expect(shapeOf('a\u202Eb👩‍🚀\u200Dx', 80).specials.map(({ mark }) => mark)).toEqual(['U+202E', 'U+200D'])
  })

  it('draws a tab up to the next multiple of eight', () => {
    expect(shapeOf('ab\tc\t', 80).specials.map(({ shown }) => shown.length)).toEqual([6, 7])
  })
})

function cellCount(text: string) {
  let sum = 0
  for (const { cells } of cellsOf(text)) sum += cells
  return sum
}

describe('finding rows and lines', () => {
  const change = fc.tuple(fc.nat(1999), fc.nat(5))

  it('agrees with counting, also after lines were folded', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(4), { maxLength: 2000 }),
        fc.array(change),
        fc.array(fc.nat(9000)),
        (lines, changes, wanted) => {
          const index = new RowIndex()
          for (const rows of lines) index.append(rows)
          for (const [at, rows] of changes) {
            index.set(at, rows)
            if (at < lines.length) lines[at] = rows
          }
          const flat = lines.flatMap((rows, at) =>
            Array.from({ length: rows }, (_, sub) => ({ index: at, sub })),
          )
          expect(index.total).toBe(flat.length)
          for (const row of wanted) expect(index.placeOf(row)).toEqual(flat[row])
          for (const [at] of changes) {
            const before = lines.slice(0, at).reduce((sum, rows) => sum + rows, 0)
            expect(index.rowOf(at)).toBe(before)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('scrolling', () => {
  const mapOf = (content: number): ScrollMap => ({ content, view: 800, scrollTop: 0, top: 0 })
  const small = mapOf(100_000)
  const large = mapOf(120_000_000)

  it('is the browser’s own while the log is not too high', () => {
    expect(scrolledBy(small, 5000)).toMatchObject({ top: 5000, scrollTop: 5000 })
    expect(scrolledTo(small, 5000)).toMatchObject({ top: 5000, scrollTop: 5000 })
  })

  it('never asks for an element that a browser refuses to make', () => {
    expect(elementHeight(large.content)).toBe(maxElementHeight)
    expect(maxElementHeight).toBeLessThan(17_000_000)
  })

  it('moves a high log by what the hand asked for', () => {
    const middle = scrolledTo(large, 60_000_000)
    expect(scrolledBy(middle, middle.scrollTop + 120).top).toBe(60_000_120)
  })

  it('follows the bar through a high log when it is dragged', () => {
    expect(scrolledBy(large, maxElementHeight / 2).top / large.content).toBeCloseTo(0.5, 2)
  })

  it('reaches the last pixel by the bar, by the wheel and by a jump', () => {
    expect(scrolledBy(large, maxElementHeight - 800).top).toBe(large.content - 800)
    expect(scrolledTo(large, Infinity).top).toBe(large.content - 800)
    let map = scrolledTo(large, large.content - 5000)
    for (let step = 0; step < 50; step++)
      map = scrolledBy(map, Math.min(map.scrollTop + 100, maxElementHeight - 800))
    expect(isAtEnd(map, 0)).toBe(true)
  })

  it('reaches the first pixel by the wheel', () => {
    let map = scrolledTo(large, 250_000)
    for (let step = 0; step < 2500; step++) map = scrolledBy(map, Math.max(0, map.scrollTop - 100))
    expect(map.top).toBe(0)
  })

  it('stays inside whatever happens', () => {
    const content = fc.oneof(fc.nat(10_000), fc.nat(200_000_000))
    const steps = fc.array(
      fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -8e6, max: 8e6 })),
    )
    fc.assert(
      fc.property(content, steps, (height, moves) => {
        let map = mapOf(height)
        for (const move of moves) {
          const last = Math.max(0, elementHeight(height) - map.view)
          map = scrolledBy(map, Math.max(0, Math.min(map.scrollTop + move, last)))
          expect(map.top).toBeGreaterThanOrEqual(0)
          expect(map.top).toBeLessThanOrEqual(Math.max(0, height - map.view))
          expect(map.scrollTop).toBeLessThanOrEqual(last)
        }
      }),
    )
  })
})
