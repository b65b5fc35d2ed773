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

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True once the server no longer knows the person: time for a notice with a way to sign in and come back. */
export const useSessionExpired = () => useSyncExternalStore(subscribe, () => isExpired)
