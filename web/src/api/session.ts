import { useSyncExternalStore } from 'react'

import { config } from '../config.ts'

let isExpired = false
const listeners = new Set<() => void>()

/** A 401 for somebody whom the page was loaded for: the session ended, was revoked, or the person signed out elsewhere. */
export function reportExpired() {
  if (isExpired || !config.user) return
  isExpired = true
  for (const listener of listeners) listener()
}

/**
 * Tabs tell each other whom they were loaded for, so that signing out in one, or signing in as somebody else, is known
 * in all at once. Returns its end.
 */
export function watchSession(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(`yaffle:session:${config.rootPath}`)
  const id = config.user?.id ?? 0
  channel.addEventListener('message', ({ data }) => data === id || reportExpired())
  channel.postMessage(id)
  return () => channel.close()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True once the server no longer knows the person: time for a notice with a way to sign in and come back. */
export const useSessionExpired = () => useSyncExternalStore(subscribe, () => isExpired)
