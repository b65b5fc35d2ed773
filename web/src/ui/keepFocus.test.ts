import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { keepFocus } from './keepFocus.ts'

const main = () => document.querySelector('main')
const button = (name: string) => document.getElementById(name)
const settle = async () => {
  // Observers of changes speak up before the clock goes on.
  await Promise.resolve()
  vi.advanceTimersByTime(1000)
}

let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<main tabindex="-1"><ul><li><button id="first">First</button></li></ul></main><button id="other">Other</button>'
  stop = keepFocus(document)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('the focus', () => {
  it('goes to the content when what had it is removed, with or without what is around it', async () => {
    button('first')?.focus()
    document.querySelector('ul')?.remove()
    await settle()
    expect(document.activeElement).toBe(main())
  })

  it('stays where somebody has put it meanwhile', async () => {
    button('first')?.focus()
    button('first')?.remove()
    button('other')?.focus()
    await settle()
    expect(document.activeElement).toBe(button('other'))
  })

  it('stays nowhere for who has put it nowhere', async () => {
    button('first')?.focus()
    button('first')?.blur()
    document.querySelector('main')?.append('more')
    await settle()
    expect(document.activeElement).toBe(document.body)
  })
})
