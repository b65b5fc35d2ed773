// @vitest-environment node
import { describe, expect, it } from 'vitest'

import { createKeyReader } from './keys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }
const read = (keys: string, isTyping = false, pause = 100) => {
  const reader = createKeyReader()
  return keys
    .split(' ')
    .map((key, index) => reader({ ...plain, key }, isTyping, index * pause))
    .at(-1)
}

describe('keys on any page', () => {
  it.each([
    ['g r', 'repos'],
    ['g a', 'admin'],
    ['G u', 'user'],
    ['g g r', 'repos'],
    ['/', 'filter'],
    ['?', 'help'],
    ['r', undefined],
    ['g x', undefined],
    ['g x r', undefined],
    ['g toString', undefined],
    ['k', undefined],
  ])('%s means %s', (keys, shortcut) => {
    expect(read(keys)).toBe(shortcut)
  })

  it('forget the first of two when the second comes late', () => {
    expect(read('g r', false, 1201)).toBeUndefined()
  })

  it.each(['g r', '/', '?'])('make text where one types: %s', (keys) => {
    expect(read(keys, true)).toBeUndefined()
  })

  it.each([
    ['ctrlKey', 'k', 'palette'],
    ['metaKey', 'K', 'palette'],
    ['ctrlKey', 'r', undefined],
    ['metaKey', '/', undefined],
    ['altKey', '/', undefined],
    ['altKey', 'k', undefined],
  ] as const)('with %s %s means %s, also while typing', (modifier, key, shortcut) => {
    for (const isTyping of [true, false])
      expect(createKeyReader()({ ...plain, key, [modifier]: true }, isTyping, 0)).toBe(shortcut)
  })

  it('leave AltGr, which types characters, alone', () => {
    expect(
      createKeyReader()({ key: 'k', ctrlKey: true, metaKey: false, altKey: true }, false, 0),
    ).toBeUndefined()
  })
})
