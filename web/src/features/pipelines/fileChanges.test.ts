// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aConfig } from '../../testing/fixtures.ts'
import { changedRows, type DiffRow, fileChanges } from './fileChanges.ts'

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
const file = (name: string, text: string | Uint8Array) => aConfig({ name, data: base64(text) })
const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))

/** As in a patch; `~` are lines that are not shown. */
const drawn = (rows: readonly DiffRow[] = []) =>
  rows.map((row) =>
    row.kind === 'gap' ? `~${row.count}` : `${{ same: ' ', added: '+', removed: '-' }[row.kind]}${row.text}`,
  )

/** The new text from the old and the rows, while every row must be true of the old. */
function applied(old: readonly string[], rows: readonly DiffRow[]): string[] {
  const result: string[] = []
  let at = 0
  for (const row of rows) {
    if (row.kind === 'added') result.push(row.text)
    else if (row.kind === 'gap') {
      result.push(...old.slice(at, at + row.count))
      at += row.count
    } else {
      expect(old[at]).toBe(row.text)
      if (row.kind === 'same') result.push(row.text)
      at += 1
    }
  }
  expect(at).toBe(old.length)
  return result
}

describe('changed lines', () => {
  const ten = Array.from({ length: 10 }, (_, at) => `line ${at}`)

  it.each([
    ['none', 'a\nb', 'a\nb', []],
    [
      'one in the middle',
      ten.join('\n'),
      ten.with(5, 'x').join('\n'),
      ['~2', ' line 2', ' line 3', ' line 4', '-line 5', '+x', ' line 6', ' line 7', ' line 8', '~1'],
    ],
    ['the first', 'a\nb', 'x\nb', ['-a', '+x', ' b']],
    ['one more at the end', 'a\nb', 'a\nb\nc', [' a', ' b', '+c']],
    ['all of an empty text', '', 'a\n\nb', ['+a', '+', '+b']],
    ['all, until nothing is left', 'a\nb', '', ['-a', '-b']],
    [
      'two places far apart',
      ten.join('\n'),
      ['x', ...ten.slice(1, 9), 'y'].join('\n'),
      [
        '-line 0',
        '+x',
        ' line 1',
        ' line 2',
        ' line 3',
        '~2',
        ' line 6',
        ' line 7',
        ' line 8',
        '-line 9',
        '+y',
      ],
    ],
    [
      'lines that look like parts of a patch',
      '--- a\n+++ b',
      '--- a\n@@ -1 +1 @@\n\\ No newline\n+++ b',
      [' --- a', '+@@ -1 +1 @@', '+\\ No newline', ' +++ b'],
    ],
  ])('are %s', (_, old, now, rows) => {
    expect(drawn(changedRows(old, now))).toEqual(rows)
  })

  const line = fc
    .oneof(
      fc.constantFrom('', ' ', '+', '-', '\\', 'a', 'b', '\t', '\u2028', '@@'),
      fc.string({ maxLength: 4 }),
    )
    .map((text) => text.replace(/[\r\n]/g, ''))
  // A text does not end in a line end: `shownText` took the last away. One line that is empty is no text.
  const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'))

  it('turn the old text into the new one, whatever both are', () => {
    fc.assert(
      fc.property(text, text, (old, now) => {
        const rows = changedRows(old, now) ?? []
        if (old === now) expect(rows).toEqual([])
        else expect(applied(linesOf(old), rows)).toEqual(linesOf(now))
      }),
    )
  })

  it('have up to three lines around them and leave out all others', () => {
    fc.assert(
      fc.property(text, text, (old, now) => {
        const rows = changedRows(old, now) ?? []
        const isChange = (row: DiffRow | undefined) => row?.kind === 'added' || row?.kind === 'removed'
        for (const [at, row] of rows.entries()) {
          expect(row.at).toBe(at)
          if (row.kind === 'gap') {
            expect(row.count).toBeGreaterThan(0)
            expect(rows.slice(Math.max(0, at - 3), at + 4).some(isChange)).toBe(false)
          }
          if (row.kind === 'same') expect(rows.slice(Math.max(0, at - 3), at + 4).some(isChange)).toBe(true)
        }
      }),
    )
  })

  it('are given up where texts have too little in common', () => {
    const lines = (word: string) => Array.from({ length: 1_500 }, (_, at) => `${word} ${at}`).join('\n')
    expect(changedRows(lines('old'), lines('new'))).toBeUndefined()
  })
})

describe('files of a pipeline', () => {
  it('are the same, changed, added or removed, in their order', () => {
    const changes = fileChanges(
      [file('gone', 'g'), file('build', 'a: 1'), file('test', 'b: 1')],
      [file('test', 'b: 2\n'), file('new', 'n: 1\nn: 2\n'), file('build', 'a: 1')],
    )
    expect(changes.map(({ name, kind, rows }) => [name, kind, drawn(rows)])).toEqual([
      ['test', 'changed', ['-b: 1', '+b: 2']],
      ['new', 'added', ['+n: 1', '+n: 2']],
      ['build', 'same', []],
      ['gone', 'removed', ['-g']],
    ])
  })

  it.each([
    ['line ends', 'a\nb\n', 'a\r\nb\r\n'],
    ['a last line end', 'a', 'a\n'],
    ['bytes that are no text', Uint8Array.of(0x61, 0xff), Uint8Array.of(0x61, 0xfe)],
  ])('are changed where only %s differ', (_, old, now) => {
    expect(fileChanges([file('a', old)], [file('a', now)])).toMatchObject([
      { kind: 'changed', rows: [], left: 0, isTooMuch: false },
    ])
  })

  it('of one name are compared one by one', () => {
    const changes = fileChanges(
      [file('a', '1'), file('a', '2')],
      [file('a', '1'), file('a', '3'), file('a', '4')],
    )
    expect(changes.map(({ kind, rows }) => [kind, drawn(rows)])).toEqual([
      ['same', []],
      ['changed', ['-2', '+3']],
      ['added', ['+4']],
    ])
    expect(new Set(changes.map(({ key }) => key)).size).toBe(3)
  })

  it('named like parts of the language are files like others', () => {
    const changes = fileChanges([file('__proto__', '1')], [file('constructor', '1'), file('__proto__', '1')])
    expect(changes.map(({ name, kind }) => [name, kind])).toEqual([
      ['constructor', 'added'],
      ['__proto__', 'same'],
    ])
  })

  it('show so many lines each and together, and count the rest', () => {
    const long = (count: number) => Array.from({ length: count }, (_, at) => `${at}`).join('\n')
    const shown = (...counts: number[]) =>
      fileChanges(
        [],
        counts.map((count, at) => file(`${at}`, long(count))),
      ).map(({ rows, left }) => [rows.length, left])
    expect(shown(300, 1)).toEqual([
      [200, 100],
      [1, 0],
    ])
    expect(shown(150, 200, 200, 200, 1)).toEqual([
      [150, 0],
      [200, 0],
      [200, 0],
      [50, 150],
      [0, 1],
    ])
  })

  it('show no line that is longer than what all may be', () => {
    const [change] = fileChanges([file('a', 'a\nb')], [file('a', `x\n${'y'.repeat(50_000)}\nb`)])
    expect(drawn(change?.rows)).toEqual(['-a', '+x'])
    expect(change?.left).toBe(2)
  })

  it('say so where too much differs', () => {
    const long = (word: string) => Array.from({ length: 1_500 }, (_, at) => `${word}${at}`).join('\n')
    expect(fileChanges([file('a', long('x'))], [file('a', long('y'))])).toMatchObject([
      { kind: 'changed', rows: [], isTooMuch: true },
    ])
  })
})
