import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { batched } from './batched.ts'

let now = 0
beforeEach(() => {
  now = 0
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Reading takes so many milliseconds for each. */
function aBatch(cost = 0) {
  const handed: number[][] = []
  const batch = batched(
    (item: number) => {
      now += cost
      return item < 0 ? [] : [item]
    },
    (results) => handed.push(results),
  )
  const pass = (milliseconds: number) => {
    now += milliseconds
    vi.advanceTimersByTime(milliseconds)
  }
  return { batch, handed, pass }
}
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const hide = (isHidden: boolean) => vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)

describe('batched', () => {
  it('hands on together what came before a frame, without what says nothing', () => {
    const { batch, handed, pass } = aBatch()
    for (const item of [1, -1, 2]) batch.add(item)
    expect(handed).toEqual([])
    pass(17)
    expect(handed).toEqual([[1, 2]])
  })

  it('draws ten times a second while things keep coming', () => {
    const { batch, handed, pass } = aBatch()
    for (let at = 0; at < 100; at += 1) {
      batch.add(at)
      pass(10)
    }
    expect(handed.length).toBeLessThanOrEqual(11)
    pass(200)
    expect(handed.flat()).toEqual(numbers(100))
  })

  it('reads much in slices, with room for others between them, and in order', () => {
    const { batch, handed, pass } = aBatch(3)
    for (const item of numbers(10)) batch.add(item)
    pass(16)
    expect(now).toBe(16 + 3 * 3)
    expect(handed).toEqual([])
    for (let turn = 0; turn < 5; turn += 1) pass(1)
    expect(handed).toEqual([numbers(10)])
  })

  it('hands on no more than 100 at once', () => {
    const { batch, handed, pass } = aBatch()
    for (const item of numbers(250)) batch.add(item)
    for (let turn = 0; turn < 5; turn += 1) pass(100)
    expect(handed.map(({ length }) => length)).toEqual([100, 100, 50])
  })

  it('does not hoard in a tab that nobody looks at', () => {
    hide(true)
    const { batch, handed, pass } = aBatch()
    for (const item of numbers(250)) batch.add(item)
    expect(handed.map(({ length }) => length)).toEqual([100, 100])
    pass(250)
    expect(handed.flat()).toEqual(numbers(250))
  })

  it('does not wait for a browser that draws nothing though the page can be seen', () => {
    vi.stubGlobal('requestAnimationFrame', () => 1)
    vi.stubGlobal('cancelAnimationFrame', () => undefined)
    const { batch, handed, pass } = aBatch()
    for (let at = 0; at < 3; at += 1) {
      batch.add(at)
      pass(250)
      expect(handed).toEqual(numbers(at + 1).map((item) => [item]))
    }
  })

  it('hands on once, be it with the frame or without', () => {
    const { batch, handed, pass } = aBatch()
    batch.add(1)
    pass(17)
    batch.add(2)
    pass(240)
    expect(handed).toEqual([[1], [2]])
    pass(1000)
    expect(handed).toEqual([[1], [2]])
  })

  it('hands on everything when told, and nothing after its end', () => {
    const { batch, handed, pass } = aBatch(5)
    for (const item of numbers(300)) batch.add(item)
    batch.flush()
    expect(handed.flat()).toEqual(numbers(300))
    batch.add(1)
    batch.stop()
    pass(1000)
    expect(handed.flat()).toHaveLength(300)
  })
})
