// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { hasProblem, mapOf, rowProblem, rowsOf, withTrailingRow } from './keyValues.ts'

const row = (key: string, value = '', id = 1) => ({ id, key, value })

describe('rows of names and values', () => {
  it('give back the map they were made of', () => {
    const names = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__')
    fc.assert(
      fc.property(fc.dictionary(names, fc.string(), { noNullPrototype: true }), (map) => {
        const rows = rowsOf(map)
        expect(mapOf(rows)).toEqual(map)
        expect(hasProblem(rows)).toBe(false)
      }),
    )
  })

  it('end with exactly one empty row, and each has an id of its own', () => {
    const rows = fc.array(fc.record({ key: fc.string({ maxLength: 2 }), value: fc.string({ maxLength: 1 }) }))
    fc.assert(
      fc.property(rows, (parts) => {
        const all = withTrailingRow(parts.map((part, index) => ({ id: index + 1, ...part })))
        expect(all.at(-1)).toMatchObject({ key: '', value: '' })
        const before = all.at(-2)
        expect(before === undefined || before.key !== '' || before.value !== '').toBe(true)
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      }),
    )
  })

  it.each([
    ['a name used twice, at the later one', [row('A'), row('A')], [undefined, 'duplicateKey']],
    ['a value without a name', [row('', 'x')], ['emptyKey']],
    ['nothing wrong with an empty row', [row('A'), row(''), row('B')], [undefined, undefined, undefined]],
  ])('say %s', (_, rows, problems) => {
    expect(rows.map((__, index) => rowProblem(rows, index))).toEqual(problems)
  })

  it('leave rows with problems out of the map', () => {
    expect(mapOf([row('A', '1'), row('A', '2'), row('', '3'), row('B', '4')])).toEqual({ A: '1', B: '4' })
  })
})
