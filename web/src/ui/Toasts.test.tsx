import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { WithTexts } from '../testing/WithTexts.tsx'
import { createToasts } from './toasts.ts'
import { Toasts } from './Toasts.tsx'

describe('notifications', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const start = () => {
    const store = createToasts()
    render(
      <WithTexts>
        <Toasts store={store} />
      </WithTexts>,
    )
    return (...input: Parameters<typeof store.show>) =>
      act(() => {
        store.show(...input)
      })
  }
  const pass = (milliseconds: number) =>
    act(() => {
      vi.advanceTimersByTime(milliseconds)
    })

  it('go after three seconds', () => {
    const show = start()
    show({ title: 'Saved', text: 'All of it' })
    expect(screen.getByRole('status').textContent).toContain('SavedAll of it')
    pass(2_999)
    expect(screen.queryByText('Saved')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('stay when they are errors, until they are dismissed', () => {
    const show = start()
    show({ title: 'Refused', type: 'error' })
    pass(60_000)
    expect(screen.getByRole('alert').textContent).toContain('Refused')
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
    expect(screen.queryByText('Refused')).toBeNull()
  })

  it('stay as long as they were asked to', () => {
    const show = start()
    show({ title: 'Brief', type: 'error', duration: 500 })
    show({ title: 'Long', duration: 10_000 })
    pass(500)
    expect(screen.queryByText('Brief')).toBeNull()
    pass(9_499)
    expect(screen.queryByText('Long')).not.toBeNull()
  })

  it('replace an older one of their group', () => {
    const show = start()
    show({ title: 'First', group: 'copy' })
    show({ title: 'Other' })
    show({ title: 'Second', group: 'copy' })
    expect(screen.queryByText('First')).toBeNull()
    expect(screen.queryByText('Other')).not.toBeNull()
    expect(screen.queryByText('Second')).not.toBeNull()
  })

  it('do not go while the focus is in them', () => {
    const show = start()
    show({ title: 'Saved' })
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    pass(60_000)
    expect(screen.queryByText('Saved')).not.toBeNull()
    act(() => screen.getByRole('button', { name: 'Dismiss' }).blur())
    pass(3_000)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('can be taken away by whoever showed them', () => {
    const store = createToasts()
    const hide = store.show({ title: 'Waiting', duration: 0 })
    store.show({ title: 'Other', duration: 0 })
    hide()
    expect(store.list().map(({ title }) => title)).toEqual(['Other'])
  })
})

describe('a notification with a next step', () => {
  it('does it and goes', async () => {
    const store = createToasts()
    const run = vi.fn<() => void>()
    store.show({ title: 'Updated', duration: 0, action: { label: 'Reload', run } })
    render(
      <WithTexts>
        <Toasts store={store} />
      </WithTexts>,
    )
    await userEvent.setup().click(screen.getByRole('button', { name: 'Reload' }))
    expect(run).toHaveBeenCalledOnce()
    expect(screen.queryByText('Updated')).toBeNull()
  })
})
