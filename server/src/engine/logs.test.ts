import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createByteMask } from './mask.ts'
import { createLineSplitter } from './split.ts'

const split = (chunks: Buffer[], limit?: number) => {
  const splitter = createLineSplitter(limit)
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]
}
const texts = (lines: Buffer[]) => lines.map((line) => line.toString('utf8'))

describe('lines', () => {
  it.each([
    [['a\nb\n'], ['a', 'b']],
    [['a\n\nb'], ['a', '', 'b']],
    [['a\r\nb\r'], ['a\r', 'b\r']],
    [
      ['a', 'b', '\n', 'c'],
      ['ab', 'c'],
    ],
    [[''], []],
    [['\n'], ['']],
  ])('%j are %j', (chunks, expected) => {
    expect(texts(split(chunks.map((chunk) => Buffer.from(chunk))))).toEqual(expected)
  })

  it('of 3 MiB without a newline are three', () => {
    const sizes = split([Buffer.alloc(3 * 1024 * 1024, 'x')]).map((line) => line.length)
    expect(sizes).toEqual([1_048_576, 1_048_576, 1_048_576])
  })

  it('are the same however the output is cut, and nothing is lost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[ab\n]{0,9}$/)),
        fc.integer({ min: 1, max: 5 }),
        (chunks, limit) => {
          const whole = chunks.join('')
          const inPieces = texts(
            split(
              chunks.map((chunk) => Buffer.from(chunk)),
              limit,
            ),
          )
          expect(inPieces).toEqual(texts(split([Buffer.from(whole)], limit)))
          expect(inPieces.join('')).toBe(whole.replaceAll('\n', ''))
          expect(inPieces.every((line) => line.length <= limit)).toBe(true)
        },
      ),
    )
  })

  it('do not change when a chunk is reused', () => {
    const splitter = createLineSplitter()
    const chunk = Buffer.from('abc')
    splitter.push(chunk)
    chunk.fill('x')
    expect(texts(splitter.end())).toEqual(['abc'])
  })
})

describe('masking', () => {
  const hide = createByteMask(['s3cr3t-value', '  -----A\nqq\r\n-----B  ', 'abc', 's3cr3t', 'x', 'zzzz'])
  it.each([
    ['t=s3cr3t-value p=abc', 't=******** p=abc'],
    ['s3cr3t-valu', '********-valu'],
    ['-----A', '********'],
    ['a qq b -----B', 'a ******** b ********'],
    ['zzzzz', '********z'],
    ['nothing here', 'nothing here'],
  ])('%s becomes %s', (line, expected) => {
    expect(hide(Buffer.from(line)).toString()).toBe(expected)
  })

  it('works on bytes that are no text', () => {
    const mask = createByteMask(['pässword'])
    const line = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('pässword'), Buffer.from([0x80])])
    expect(mask(line)).toEqual(
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('********'), Buffer.from([0x80])]),
    )
  })

  it('leaves no secret of some length in any line', () => {
    const secret = fc.stringMatching(/^[abc]{4,8}$/)
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 4 }),
        fc.stringMatching(/^[abc]{0,40}$/),
        (secrets, line) => {
          const hidden = createByteMask(secrets)(Buffer.from(line)).toString()
          for (const each of secrets) expect(hidden).not.toContain(each)
        },
      ),
    )
  })
})
