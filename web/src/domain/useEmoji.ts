import { useEffect, useSyncExternalStore } from 'react'

import { hasShortCode } from './message.ts'
import type { EmojiTable } from './message.ts'

const none: EmojiTable = {}
let table = none
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

async function load() {
  try {
    table = (await import('./emoji.ts')).emoji
    for (const listener of listeners) listener()
  } catch {
    // Short codes can be read too; the next message that has one tries again.
    loading = undefined
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The emoji for a text's short codes: fetched when the first text on the page has one, empty until then. */
export function useEmoji(text: string): EmojiTable {
  const isNeeded = hasShortCode(text)
  useEffect(() => {
    if (isNeeded) loading ??= load()
  }, [isNeeded])
  return useSyncExternalStore(subscribe, () => table)
}
