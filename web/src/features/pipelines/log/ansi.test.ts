import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseLine } from './ansi.ts'
import {
  bold,
  defaultColour,
  dim,
  inverse,
  italic,
  plain,
  rgbBase,
  strike,
  underline,
  StyleTable,
} from './style.ts'

const esc = '\u001B'

/** The line as pairs of text and style, the way it would be painted. */
function paint(raw: string, before = 0, styles = new StyleTable()) {
  const { text, runs, after } = parseLine(raw, before, styles)
  const pieces: [string, object][] = []
  const cuts = [
    [0, 0],
    ...Array.from({ length: runs.length / 2 }, (_, at) => [runs[at * 2]!, runs[at * 2 + 1]!]),
  ]
  for (const [at, [offset, style]] of cuts.entries()) {
    const part = text.slice(offset, cuts[at + 1]?.[0])
    if (part) pieces.push([part, styles.get(style!)])
  }
  return { text, pieces, after: styles.get(after) }
}

const fg = (colour: number) => ({ ...plain, fg: colour })

describe('what a reader sees', () => {
  it.each([
    ['plain text', 'hello', 'hello'],
    ['nothing', '', ''],
    ['a tab, which stays', 'a\tb', 'a\tb'],
    ['a colour, which takes no room', `${esc}[31mred${esc}[0m!`, 'red!'],
    ['a Windows line end', 'line\r', 'line'],
    ['several returns at the end', 'line\r\r', 'line'],
    ['progress that draws over itself', 'loading 10%\rloading 99%\rloading 100%', 'loading 100%'],
    ['a shorter text over a longer one', 'abcdef\rXY', 'XYcdef'],
    ['a shorter text after erasing to the end', `abcdef\rXY${esc}[K`, 'XY'],
    ['erasing the whole line', `secret${esc}[2K\rshown`, 'shown'],
    ['erasing the line keeps the column', `abc${esc}[2Kd`, '   d'],
    ['erasing up to here', `abcdef\rXYZ${esc}[1K`, '    ef'],
    ['erasing where nothing is', `${esc}[Kabc${esc}[K`, 'abc'],
    ['erase with a number it does not have', `abc${esc}[7K`, 'abc'],
    ['moving the cursor, which is dropped', `a${esc}[2Ab${esc}[10;20Hc`, 'abc'],
    ['clearing the screen, which is dropped', `a${esc}[2J${esc}[Hb`, 'ab'],
    ['private modes', `${esc}[?25lworking${esc}[?25h`, 'working'],
    ['a sequence that never ends', `abc${esc}[12;`, 'abc'],
    ['an escape at the very end', `abc${esc}`, 'abc'],
    ['a character set', `${esc}(Babc`, 'abc'],
    ['a keypad mode', `${esc}=abc${esc}>`, 'abc'],
    ['a title, ended by a bell', `${esc}]0;title\u0007text`, 'text'],
    [
      'a link, of which the text stays',
      `${esc}]8;;https://evil.example${esc}\\click${esc}]8;;${esc}\\`,
      'click',
    ],
    ['a string without an end, which hides nothing', `${esc}]0;rest of the line`, '0;rest of the line'],
    ['a device string', `${esc}Pq#1~~@@vv${esc}\\after`, 'after'],
    ['the same in one-character controls', '\u009D0;title\u009Ctext\u009B31m!', 'text!'],
    ['bells, backspaces and other controls', 'a\u0007b\u0008c\u0000d\u007Fe\u000Bf', 'abcdef'],
    ['markup, which is only text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['emoji drawn over', '👩‍🚀 start\rdone', 'donestart'],
  ])('%s', (_, raw, text) => {
    expect(paint(raw).text).toBe(text)
  })
})

describe('colours and attributes', () => {
  it.each([
    ['30m', fg(0)],
    ['37m', fg(7)],
    ['90m', fg(8)],
    ['97m', fg(15)],
    ['41m', { ...plain, bg: 1 }],
    ['107m', { ...plain, bg: 15 }],
    ['38;5;208m', fg(208)],
    ['38:5:208m', fg(208)],
    ['48;5;17m', { ...plain, bg: 17 }],
    ['38;2;255;128;0m', fg(rgbBase + 0xff8000)],
    ['38:2:255:128:0m', fg(rgbBase + 0xff8000)],
    ['38:2::255:128:0m', fg(rgbBase + 0xff8000)],
    ['48;2;1;2;3m', { ...plain, bg: rgbBase + 0x010203 }],
    ['1m', { ...plain, flags: bold }],
    ['2m', { ...plain, flags: dim }],
    ['3m', { ...plain, flags: italic }],
    ['4m', { ...plain, flags: underline }],
    ['4:3m', { ...plain, flags: underline }],
    ['4:0m', plain],
    ['7m', { ...plain, flags: inverse }],
    ['9m', { ...plain, flags: strike }],
    ['1;31;44m', { fg: 1, bg: 4, flags: bold }],
    ['1;2;22m', plain],
    ['31;39m', plain],
    ['41;49m', plain],
    ['31;m', plain],
    ['m', plain],
    ['5;8m', plain],
    ['38;5;256m', plain],
    ['38;2;1;2m', plain],
    ['38;9;1m', { ...plain, flags: strike | bold }],
    ['38;5;1;4m', { fg: 1, bg: defaultColour, flags: underline }],
    ['?1m', plain],
    ['1 m', plain],
  ])('%s', (sequence, style) => {
    expect(paint(`${esc}[${sequence}x`).pieces).toEqual([['x', style]])
  })

  it('go on in the next line until they are reset', () => {
    const styles = new StyleTable()
    const first = parseLine(`a${esc}[32mb`, 0, styles)
    expect(paint('c', first.after, styles).pieces).toEqual([['c', fg(2)]])
    expect(paint(`c${esc}[md`, first.after, styles).pieces).toEqual([
      ['c', fg(2)],
      ['d', plain],
    ])
  })

  it('stay with the characters that are not drawn over', () => {
    expect(paint(`${esc}[31mabcd\r${esc}[32mXY`).pieces).toEqual([
      ['XY', fg(2)],
      ['cd', fg(1)],
    ])
  })
})

describe('any line whatever', () => {
  const anyLine = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '\r',
          esc,
          `${esc}[`,
          `${esc}]`,
          `${esc}[31m`,
          `${esc}[K`,
          `${esc}[1K`,
          `${esc}[2K`,
          '\u009B',
          'm',
          '0;1',
          '\u0007',
        ),
      ),
    )
    .map((parts) => parts.join(''))

  it('leaves no control character but tabs', () => {
    fc.assert(
      fc.property(anyLine, (raw) => {
        expect(
          Array.from(paint(raw).text).filter((character) => /\p{Cc}/u.test(character) && character !== '\t'),
        ).toEqual([])
      }),
    )
  })

  it('has its style changes inside the text and in order', () => {
    fc.assert(
      fc.property(anyLine, (raw) => {
        const { text, runs } = parseLine(raw, 0, new StyleTable())
        const offsets = runs.filter((_, at) => at % 2 === 0)
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
        expect(new Set(offsets).size).toBe(offsets.length)
        for (const offset of offsets) expect(offset).toBeLessThan(text.length)
      }),
    )
  })

  it('without controls is itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/[\p{Cc}]/u.test(text))
        expect(parseLine(text, 0, new StyleTable())).toEqual({ text, runs: [], after: 0 })
      }),
    )
  })

  it.each([
    ['introducers without an end', `${esc}]`],
    ['returns', 'x\r'],
    ['erasures up to here', `xy${esc}[1K`],
    ['erasures of everything', `x${esc}[2K`],
    ['unfinished sequences', `${esc}[1;`],
    ['colours', `${esc}[38;2;1;2;3mx`],
  ])('takes time in proportion to its length: %s', (_, piece) => {
    const time = (count: number) => {
      const raw = piece.repeat(count)
      const start = performance.now()
      parseLine(raw, 0, new StyleTable())
      return performance.now() - start
    }
    time(2000)
    // Quadratic time would need minutes for this.
    expect(time(100_000)).toBeLessThan(3000)
  })
})

it('a log that names millions of colours stays within bounds', () => {
  const styles = new StyleTable()
  for (let colour = 0; colour < 70_000; colour++)
    styles.idOf({ fg: rgbBase + colour, bg: defaultColour, flags: 0 })
  expect(styles.idOf({ fg: rgbBase + 0xabcdef, bg: defaultColour, flags: 0 })).toBe(0)
  expect(styles.get(70_000)).toEqual(plain)
})
