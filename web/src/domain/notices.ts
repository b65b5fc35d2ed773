import { useSyncExternalStore } from 'react'

import { noticeWish } from './noticeWish.ts'

/** Notifications of the desktop, from the browser. It asks the person only when `askForNotices` is called. */

/** `insecure` where the page came over plain http from elsewhere: browsers allow none there. */
export type NoticeState = 'on' | 'off' | 'denied' | 'unsupported' | 'insecure'

/** Browsers of telephones have the class and refuse to make one; known only once it has been tried. */
let isRefused = false

function noticeState(): NoticeState {
  if (!globalThis.isSecureContext) return 'insecure'
  if (isRefused || typeof Notification === 'undefined') return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return noticeWish.get() === 'on' && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Follows the person's wish, in every tab, and what they change in the browser's own settings. */
function subscribe(listener: () => void): () => void {
  const end = noticeWish.subscribe(listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    end()
    document.removeEventListener('visibilitychange', listener)
  }
}

export const useNoticeState = (): NoticeState => useSyncExternalStore(subscribe, noticeState)

export interface Notice {
  title: string
  text: string
  /** Notices with the same one replace each other without a sound. */
  tag: string
  icon?: string
  onOpen?: () => void
}

/** Shows one, whatever was wished for. False where the browser will not. */
export function showNotice({ title, text, tag, icon, onOpen }: Notice): boolean {
  try {
    const shown = new Notification(title, { body: text, tag, ...(icon !== undefined && { icon }) })
    shown.addEventListener('click', () => {
      globalThis.focus()
      shown.close()
      onOpen?.()
    })
    return true
  } catch {
    isRefused = true
    return false
  }
}

/** Asks the person, if the browser has not done so before, and shows `first` as a proof. Call it on a click only. */
export async function askForNotices(first: Notice): Promise<void> {
  const answer = await Notification.requestPermission()
  noticeWish.set(answer === 'granted' && showNotice(first) ? 'on' : 'off')
}
