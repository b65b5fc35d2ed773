import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fakeNotices } from '../testing/fakeNotices.ts'
import { withTexts } from '../testing/render.tsx'
import { NoticeSwitch } from './NoticeSwitch.tsx'
import { noticeWish } from './noticeWish.ts'

beforeEach(() => noticeWish.set(''))
afterEach(() => vi.unstubAllGlobals())

const show = () => {
  const view = render(withTexts(<NoticeSwitch />))
  return { ...view, user: userEvent.setup() }
}
const box = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: 'Notify me when a pipeline of mine finishes' })

describe('the switch for notifications', () => {
  it('asks the browser’s question only when turned on, and shows that it worked', async () => {
    const desktop = fakeNotices()
    const { user } = show()
    expect(desktop.asked()).toBe(0)
    await user.click(box())
    await waitFor(() => expect(box().checked).toBe(true))
    expect(desktop.asked()).toBe(1)
    expect(desktop.shown.map(({ title }) => title)).toEqual(['Notifications are on'])
    expect(localStorage.getItem('yaffle:notices')).toBe('on')
  })

  it('is turned off without a question', async () => {
    fakeNotices('granted')
    noticeWish.set('on')
    const { user } = show()
    await user.click(box())
    expect(box().checked).toBe(false)
    expect(localStorage.getItem('yaffle:notices')).toBe('off')
  })

  it('stays off when the person says no to the browser, and says what helps', async () => {
    fakeNotices('default', 'denied')
    const { user } = show()
    await user.click(box())
    await screen.findByText(/Allow notifications for this address in the browser’s settings/)
    expect(box().checked).toBe(false)
    expect(box().disabled).toBe(true)
  })

  it('stays as it was when the person closes the question', async () => {
    fakeNotices('default', 'default')
    const { user } = show()
    await user.click(box())
    await waitFor(() => expect(localStorage.getItem('yaffle:notices')).toBe('off'))
    expect(box().checked).toBe(false)
    expect(box().disabled).toBe(false)
  })

  it('follows what the person changes in the browser', async () => {
    const desktop = fakeNotices('granted')
    noticeWish.set('on')
    show()
    expect(box().checked).toBe(true)
    desktop.permit('denied')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(box().checked).toBe(false)
  })

  it('says that the page must come by https', () => {
    fakeNotices()
    vi.stubGlobal('isSecureContext', false)
    show()
    expect(screen.getByText(/only for pages opened by https/)).toBeDefined()
    expect(box().disabled).toBe(true)
  })

  it('says that the browser has no notifications', () => {
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('Notification', undefined)
    show()
    expect(screen.getByText(/cannot show notifications/)).toBeDefined()
    expect(box().disabled).toBe(true)
  })

  // The last one: from then on the page knows.
  it('says so, too, when the browser has them and refuses to show one', async () => {
    fakeNotices('granted')
    vi.stubGlobal(
      'Notification',
      Object.assign(
        function Refusing() {
          throw new TypeError('Illegal constructor')
        },
        { permission: 'granted', requestPermission: () => Promise.resolve('granted') },
      ),
    )
    const { user } = show()
    await user.click(box())
    await screen.findByText(/cannot show notifications/)
    expect(box().disabled).toBe(true)
  })
})
