// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { joinTabs } from './oneTab.ts'

/** Node's own locks stand for the browser's. */

const page = Object.assign(new EventTarget(), { hidden: true })
const leaving: (() => void)[] = []
let named = 0
let name = ''

beforeEach(() => {
  name = `tabs ${(named += 1)}`
  page.hidden = true
  vi.stubGlobal('document', page)
})
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
  vi.unstubAllGlobals()
})

const tab = () => {
  const joined = joinTabs(name)
  leaving.push(joined.leave)
  return joined
}
const show = (isVisible: boolean) => {
  page.hidden = !isVisible
  page.dispatchEvent(new Event('visibilitychange'))
}

describe('the tabs of a browser', () => {
  it('have one speaker, and another when it is closed', async () => {
    const first = tab()
    await vi.waitFor(() => expect(first.isSpeaker()).toBe(true))
    const second = tab()
    await navigator.locks.query()
    expect(second.isSpeaker()).toBe(false)
    first.leave()
    await vi.waitFor(() => expect(second.isSpeaker()).toBe(true))
  })

  it('know when the person looks at one of them', async () => {
    const first = tab()
    expect(await first.isSeen()).toBe(false)
    show(true)
    const other = tab()
    // From here on the page stands for the hidden first one; the other keeps its lock.
    await vi.waitFor(async () =>
      expect((await navigator.locks.query()).held?.map((lock) => lock.name)).toContain(`${name}:seen`),
    )
    page.hidden = true
    expect(await first.isSeen()).toBe(true)
    other.leave()
    show(false)
    await vi.waitFor(async () => expect(await first.isSeen()).toBe(false))
  })

  it('each speak for themselves where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {})
    const first = tab()
    const second = tab()
    expect([first.isSpeaker(), second.isSpeaker()]).toEqual([true, true])
    expect(await first.isSeen()).toBe(false)
    show(true)
    expect(await first.isSeen()).toBe(true)
  })

  it('each speak for themselves where storage, and locks with it, is blocked', async () => {
    const refuse = () => Promise.reject(new DOMException('no', 'SecurityError'))
    vi.stubGlobal('navigator', { locks: { request: refuse, query: refuse } })
    const only = tab()
    await vi.waitFor(() => expect(only.isSpeaker()).toBe(true))
    expect(await only.isSeen()).toBe(false)
  })
})
