import { vi } from 'vitest'

/** A desktop: which notifications are shown, and what the person would say. */
export function fakeNotices(
  given: NotificationPermission = 'default',
  answer: NotificationPermission = 'granted',
) {
  const shown: { title: string; body: string; tag: string; click: () => void }[] = []
  let asked = 0

  class FakeNotification extends EventTarget {
    static permission = given
    static requestPermission() {
      asked += 1
      if (FakeNotification.permission === 'default') FakeNotification.permission = answer
      return Promise.resolve(FakeNotification.permission)
    }
    constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
      super()
      shown.push({ title, body, tag, click: () => this.dispatchEvent(new Event('click')) })
    }
    close() {
      this.dispatchEvent(new Event('close'))
    }
  }
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('isSecureContext', true)
  return {
    shown,
    asked: () => asked,
    /** As in the browser's own settings. */
    permit(permission: NotificationPermission) {
      FakeNotification.permission = permission
    },
  }
}
