// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readEntry } from './decode.ts'
import { JsonArrayReader } from './jsonStream.ts'
import { EventReader } from './sse.ts'

describe('pieces on their way', () => {
  const cutUp = (text: string, cuts: number[]) => {
    const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b)
    return [0, ...places].map((place, at) => text.slice(place, places[at]))
  }

  it('a list is the same however it arrives', () => {
    const item = fc.record({
      data: fc.string({ unit: 'binary' }),
      line: fc.nat(),
      more: fc.option(fc.object({ maxDepth: 1 })),
    })
    fc.assert(
      fc.property(fc.array(item), fc.array(fc.nat()), (items, cuts) => {
        const reader = new JsonArrayReader()
        const read = cutUp(JSON.stringify(items), cuts).flatMap((piece) => reader.push(piece))
        expect([...read, ...reader.end()]).toEqual(JSON.parse(JSON.stringify(items)))
      }),
    )
  })

  it('no list is an error, nothing at all is an empty one', () => {
    const end = (text: string) => {
      const reader = new JsonArrayReader()
      return [...reader.push(text), ...reader.end()]
    }
    expect(end('null')).toEqual([])
    expect(end(' [ ] ')).toEqual([])
    expect(() => end('{"a":1}')).toThrow(SyntaxError)
    expect(() => end('<html>')).toThrow(SyntaxError)
    expect(() => end('[{"a":1},')).toThrow(SyntaxError)
  })

  it('events are the same however they arrive', () => {
    const text =
      'id: 1\ndata: a\n\n: ping\n\nevent: eof\r\ndata: x\r\ndata: y\r\n\r\nid: 2\rdata:b\r\rdata\n\nevent: none\n\n'
    const expected = [
      { event: 'message', data: 'a', id: '1' },
      { event: 'eof', data: 'x\ny', id: '1' },
      { event: 'message', data: 'b', id: '2' },
      { event: 'message', data: '', id: '2' },
    ]
    fc.assert(
      fc.property(fc.array(fc.nat()), (cuts) => {
        const reader = new EventReader()
        expect(cutUp(text, cuts).flatMap((piece) => reader.push(piece))).toEqual(expected)
      }),
    )
  })

  it.each([
    [
      { line: 3, time: 2, type: 1, data: Buffer.from('grün 🎉').toString('base64') },
      { line: 3, time: 2, type: 1, raw: 'grün 🎉' },
    ],
    [{ data: null }, { line: 0, time: 0, type: 0, raw: '' }],
    [
      { line: null, data: '!!!' },
      { line: 0, time: 0, type: 0, raw: '' },
    ],
    [
      { data: Buffer.from([0x61, 0xff, 0x62]).toString('base64') },
      { line: 0, time: 0, type: 0, raw: 'a\uFFFDb' },
    ],
    ['text', undefined],
    [null, undefined],
  ])('an entry is read with tolerance: %j', (value, line) => {
    expect(readEntry(value)).toEqual(line)
  })
})
