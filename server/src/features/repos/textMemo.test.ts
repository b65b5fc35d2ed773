import { expect, it } from 'vitest'

import { createTextMemo } from './textMemo.ts'

const counted = (size: number) => {
  const made: string[] = []
  const memo = createTextMemo((text) => {
    made.push(text)
    return Buffer.from(text.toUpperCase())
  }, size)
  return { memo: (text: string) => memo(text).toString(), made }
}

it('makes each text once', () => {
  const { memo, made } = counted(1000)
  expect(['a', 'b', 'a', 'b', 'a'].map(memo)).toEqual(['A', 'B', 'A', 'B', 'A'])
  expect(made).toEqual(['a', 'b'])
})

it('knows an empty answer, too', () => {
  let calls = 0
  const memo = createTextMemo(() => {
    calls += 1
    return Buffer.alloc(0)
  }, 1000)
  memo('x')
  memo('x')
  expect(calls).toBe(1)
})

it('forgets what was not asked for lately, and keeps what was', () => {
  const { memo, made } = counted(40)
  for (let index = 0; index < 100; index++) {
    memo('kept')
    expect(memo(`other ${index}`)).toBe(`OTHER ${index}`)
  }
  expect(made.filter((text) => text === 'kept')).toHaveLength(1)
  made.length = 0
  memo('other 0')
  expect(made).toEqual(['other 0'])
})
