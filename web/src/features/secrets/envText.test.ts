import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readEnv } from './envText.ts'

const valuesOf = (text: string) =>
  Object.fromEntries(readEnv(text).entries.map(({ name, value }) => [name, value]))

describe('an .env text', () => {
  it.each([
    ['A=1', { A: '1' }],
    ['  export A = 1  ', { A: '1' }],
    ['A=1 # why', { A: '1' }],
    ['A=1#2', { A: '1#2' }],
    ['# A=1\n\nB=2', { B: '2' }],
    ['A=', { A: '' }],
    ['A=# nothing', { A: '' }],
    ["A='$B # c \\n'", { A: '$B # c \\n' }],
    ['A="one\\ntwo \\"x\\"" # c', { A: 'one\ntwo "x"' }],
    ['A="one\ntwo"\nB=3', { A: 'one\ntwo', B: '3' }],
    ['A=a=b=c', { A: 'a=b=c' }],
    ['A=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['\uFEFFA=1', { A: '1' }],
    ['A=1\nA=2', { A: '2' }],
    ['my.key-1=x', { 'my.key-1': 'x' }],
  ])('%j says %j', (text, expected) => {
    expect(valuesOf(text)).toEqual(expected)
    expect(readEnv(text).unreadable).toEqual([])
  })

  it('names the lines that say nothing, and reads the others', () => {
    expect(readEnv('A=1\nhello\nB="x\ny"\n=2\n1A=3\nC=4')).toEqual({
      entries: [
        { name: 'A', value: '1', line: 1 },
        { name: 'B', value: 'x\ny', line: 3 },
        { name: 'C', value: '4', line: 7 },
      ],
      unreadable: [2, 5, 6],
    })
  })

  it('gives up a quote that is never closed, but not what follows', () => {
    expect(readEnv('A="open\nB=2')).toEqual({
      entries: [{ name: 'B', value: '2', line: 2 }],
      unreadable: [1],
    })
    expect(readEnv("A='x' y\nB=2").unreadable).toEqual([1])
  })

  it('reads back any values that were written in double quotes', () => {
    const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/)
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), (wanted) => {
        const text = Object.entries(wanted)
          .map(
            ([key, value]) =>
              `${key}="${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`,
          )
          .join('\n')
        expect(valuesOf(text)).toEqual({ ...wanted })
      }),
    )
  })

  it('never breaks and never hangs on any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (text) => void readEnv(text)))
    readEnv('A="' + '\\"'.repeat(50_000))
    readEnv('export '.repeat(20_000))
    readEnv(' '.repeat(100_000))
  })
})
