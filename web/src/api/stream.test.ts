// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fakeEvents, FakeSource } from '../testing/fakeEvents.ts'
import { type ConnectionState, openSharedStream, openStream } from './stream.ts'

/** Node's own locks and broadcast channels stand for the browser's; only the server is played. */

const closing: (() => void)[] = []
let source: () => FakeSource | undefined

beforeEach(() => {
  source = fakeEvents()
  const page = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    vi.stubGlobal(name, page[name].bind(page))
  }
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function tab(name: string) {
  const seen = { messages: [] as string[], states: [] as ConnectionState[] }
  const close = openSharedStream('/api/stream/events', name, {
    message: (data) => seen.messages.push(data),
    state: (state) => seen.states.push(state),
  })
  closing.push(close)
  return { ...seen, close }
}
let named = 0
const freshName = () => `test ${(named += 1)}`
const opened = () => FakeSource.all.length

describe('openSharedStream', () => {
  it('needs one connection for all tabs, and every tab hears everything', async () => {
    const name = freshName()
    const first = tab(name)
    await vi.waitFor(() => expect(opened()).toBe(1))
    const second = tab(name)
    source()?.open()
    await vi.waitFor(() => expect(second.states.at(-1)).toBe('open'))
    source()?.send('one')
    await vi.waitFor(() => expect(second.messages).toEqual(['one']))
    expect(first.messages).toEqual(['one'])
    expect(opened()).toBe(1)
  })

  it('tells a tab that comes later how the connection is', async () => {
    const name = freshName()
    tab(name)
    await vi.waitFor(() => expect(opened()).toBe(1))
    source()?.open()
    const late = tab(name)
    await vi.waitFor(() => expect(late.states).toEqual(['connecting', 'open']))
  })

  it('goes on in another tab when the listening one closes', async () => {
    const name = freshName()
    const first = tab(name)
    await vi.waitFor(() => expect(opened()).toBe(1))
    const second = tab(name)
    source()?.open()
    await vi.waitFor(() => expect(second.states.at(-1)).toBe('open'))
    first.close()
    await vi.waitFor(() => expect(opened()).toBe(2))
    expect(second.states.at(-1)).toBe('connecting')
    source()?.open()
    source()?.send('two')
    expect(second.messages).toEqual(['two'])
    expect(first.messages).toEqual([])
  })

  it('keeps tabs of another person apart', async () => {
    const mine = tab(freshName())
    await vi.waitFor(() => expect(opened()).toBe(1))
    const theirs = tab(freshName())
    await vi.waitFor(() => expect(opened()).toBe(2))
    source()?.send('secret')
    expect(theirs.messages).toEqual(['secret'])
    expect(mine.messages).toEqual([])
  })

  it('listens alone where the browser has no locks', () => {
    vi.stubGlobal('navigator', {})
    tab(freshName())
    tab(freshName())
    expect(opened()).toBe(2)
  })
})

describe('openStream', () => {
  function listen() {
    const states: ConnectionState[] = []
    closing.push(openStream('/x', { message: () => undefined, state: (state) => states.push(state) }))
    return states
  }

  it('leaves a broken connection to the browser', () => {
    vi.useFakeTimers()
    const states = listen()
    source()?.open()
    source()?.fail()
    vi.advanceTimersByTime(60_000)
    expect(opened()).toBe(1)
    source()?.open()
    expect(states).toEqual(['connecting', 'open', 'lost', 'open'])
  })

  it('tries again, ever more slowly, what the browser has given up', () => {
    vi.useFakeTimers()
    listen()
    const pauses: number[] = []
    for (let round = 1; round <= 8; round += 1) {
      FakeSource.all.at(-1)?.fail(true)
      const start = Date.now()
      while (opened() === round) vi.advanceTimersByTime(100)
      pauses.push(Date.now() - start)
    }
    expect(Math.max(...pauses.slice(0, 1))).toBeLessThanOrEqual(1_500)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(45_100)
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(15_000)
  })

  it.each(['online', 'offline'])('connects anew when the network goes or comes: %s', (change) => {
    const states = listen()
    source()?.open()
    const [before] = FakeSource.all
    globalThis.dispatchEvent(new Event(change))
    expect(before?.readyState).toBe(FakeSource.CLOSED)
    source()?.open()
    expect(states).toEqual(['connecting', 'open', 'lost', 'open'])
    expect(opened()).toBe(2)
  })

  it('tries at once when the network is back', () => {
    vi.useFakeTimers()
    listen()
    source()?.fail(true)
    globalThis.dispatchEvent(new Event('online'))
    expect(opened()).toBe(2)
  })

  it('stays closed', () => {
    vi.useFakeTimers()
    listen()
    closing.splice(0).forEach((close) => close())
    FakeSource.all.at(-1)?.fail(true)
    vi.advanceTimersByTime(60_000)
    expect(opened()).toBe(1)
  })
})
