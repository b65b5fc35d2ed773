import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { namedHidden } from '../../../domain/marks.ts'
import { fileAnchors, lineAnchor, lineIn } from './anchors.ts'
import { codeKinds, codeLines, type CodeToken, inBlocks, isLarge, shownText } from './codeLines.ts'

describe('the lines of a file', () => {
  it('have the parts that tokens and what is between them make', () => {
    const text = 'a: b # c\n  |\n x\n\ny'
    const tokens: CodeToken[] = [
      { from: 0, to: 1, kind: 'key' },
      { from: 5, to: 8, kind: 'comment' },
      { from: 11, to: 15, kind: 'string' },
    ]
    expect(codeLines(text, tokens)).toEqual([
      [
        { text: 'a', at: 0, kind: 'key' },
        { text: ': b ', at: 1 },
        { text: '# c', at: 5, kind: 'comment' },
      ],
      [
        { text: '  ', at: 9 },
        { text: '|', at: 11, kind: 'string' },
      ],
      [{ text: ' x', at: 13, kind: 'string' }],
      [],
      [{ text: 'y', at: 17 }],
    ])
  })

  it('are the text again, every part at its place, whatever the tokens', () => {
    const cuts = fc.array(fc.nat(60), { maxLength: 12 })
    const letters = fc.string({ unit: fc.constantFrom('a', ':', ' ', '\n', '🏳️'), maxLength: 40 })
    fc.assert(
      fc.property(letters, cuts, (text, places) => {
        const ends = [...new Set(places.map((place) => Math.min(place, text.length)))].sort((a, b) => a - b)
        const tokens = ends
          .slice(1)
          .map((to, index) => ({ from: ends[index] ?? 0, to, kind: codeKinds[index % codeKinds.length]! }))
        const lines = codeLines(text, tokens)
        expect(lines.map((parts) => parts.map((part) => part.text).join('')).join('\n')).toBe(text)
        for (const part of lines.flat())
          expect(text.slice(part.at, part.at + part.text.length)).toBe(part.text)
      }),
    )
  })

  it.each([
    ['a\r\nb\rc\n', 'a\nb\nc'],
    ['', ''],
    ['\n\n', '\n'],
  ])('of %j are those of %j', (text, shown) => {
    expect(shownText(text)).toBe(shown)
  })

  it('are plain text when there are very many of them, or very long ones', () => {
    expect(isLarge('a\n'.repeat(4_999))).toBe(false)
    expect(isLarge('a\n'.repeat(5_000))).toBe(true)
    expect(isLarge('a'.repeat(50_000))).toBe(false)
    expect(isLarge('a'.repeat(50_001))).toBe(true)
  })

  it('name their hidden characters there', () => {
    expect(namedHidden('safe\u202egnp.exe\u200b')).toBe('safe[U+202E]gnp.exe[U+200B]')
  })

  it('come in portions', () => {
    expect(inBlocks([1, 2, 3, 4, 5], 2)).toEqual([
      { start: 0, items: [1, 2] },
      { start: 2, items: [3, 4] },
      { start: 4, items: [5] },
    ])
    expect(inBlocks([], 2)).toEqual([])
  })
})

describe('addresses of lines', () => {
  it('name each file once', () => {
    expect(fileAnchors(['build', 'a b', 'a-b', 'build', '', '🏳️', '"><b>'])).toEqual([
      'build',
      'a-b',
      'a-b-2',
      'build-2',
      'file',
      '-',
      '-b-',
    ])
    expect(fileAnchors(['W'.repeat(20_000)])[0]).toHaveLength(80)
  })

  it.each([
    ['build-L12', 'build', 12],
    ['build-L0', 'build', undefined],
    ['build-L1e3', 'build', undefined],
    ['build-L', 'build', undefined],
    ['build-2-L3', 'build', undefined],
    ['build-2-L3', 'build-2', 3],
    ['', 'build', undefined],
  ])('%j asks %j for line %j', (hash, file, line) => {
    expect(lineIn(hash, file)).toBe(line)
  })

  it('are understood as they are written', () => {
    expect(lineIn(lineAnchor('a-b', 7), 'a-b')).toBe(7)
  })
})
