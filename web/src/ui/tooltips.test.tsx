import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { startTooltips } from './tooltips.ts'

describe('tooltips', () => {
  let stop = () => {}
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    stop = startTooltips(document)
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })

  const start = () => {
    render(
      <>
        <button type="button" aria-label="Close" data-tooltip="Close">
          ×
        </button>
        <time data-tooltip="14 November 2023">
          <b>a year ago</b>
        </time>
        <button type="button">Other</button>
      </>,
    )
    return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  }
  const shown = () => screen.queryByRole('tooltip')?.textContent
  const pass = (milliseconds: number) =>
    act(() => {
      vi.advanceTimersByTime(milliseconds)
    })

  it('come when the pointer rests on something or on a part of it, and go when it leaves', async () => {
    const user = start()
    await user.hover(screen.getByText('a year ago'))
    expect(shown()).toBeUndefined()
    pass(500)
    expect(shown()).toBe('14 November 2023')
    await user.hover(screen.getByRole('button', { name: 'Other' }))
    pass(200)
    expect(shown()).toBeUndefined()
  })

  it('stay while the pointer is on them', async () => {
    const user = start()
    await user.hover(screen.getByText('a year ago'))
    pass(500)
    await user.hover(screen.getByRole('tooltip'))
    pass(5000)
    expect(shown()).toBe('14 November 2023')
  })

  it('go by Escape', async () => {
    const user = start()
    await user.hover(screen.getByText('a year ago'))
    pass(500)
    await user.keyboard('{Escape}')
    expect(shown()).toBeUndefined()
  })

  it('are tied to what they describe, unless they only repeat its name', async () => {
    const user = start()
    await user.hover(screen.getByText('a year ago'))
    pass(500)
    const time = document.querySelector('time')
    expect(time?.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
    await user.hover(screen.getByRole('button', { name: 'Close' }))
    pass(500)
    expect(shown()).toBe('Close')
    expect(time?.hasAttribute('aria-describedby')).toBe(false)
    expect(screen.getByRole('button', { name: 'Close' }).hasAttribute('aria-describedby')).toBe(false)
  })

  it('are text, whatever it looks like', async () => {
    const user = start()
    document.querySelector('time')?.setAttribute('data-tooltip', '<img src=x onerror=alert(1)>')
    await user.hover(screen.getByText('a year ago'))
    pass(500)
    expect(shown()).toBe('<img src=x onerror=alert(1)>')
    expect(screen.getByRole('tooltip').querySelector('img')).toBeNull()
  })
})
