import { useSyncExternalStore } from 'react'

/**
 * A value kept in this browser under a key. `read` turns what is stored (null if nothing is) into the value and must
 * accept anything, since other versions and people write there too. Where storage is blocked the value lives as long
 * as the page. Tabs follow each other.
 */
export function stored<Value>(
  key: string,
  read: (text: string | null) => Value,
  write: (value: Value) => string = String,
) {
  const listeners = new Set<() => void>()
  let value = read(readItem(key))
  const tell = () => {
    for (const listener of listeners) listener()
  }
  globalThis.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    value = read(event.key === null ? null : event.newValue)
    tell()
  })

  const store = {
    get: () => value,
    set(next: Value) {
      value = next
      writeItem(key, write(next))
      tell()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
  return store
}

/** The value of a store made by `stored`, drawn again when it changes. */
export const useStored = <Value>(store: {
  get: () => Value
  subscribe: (listener: () => void) => () => void
}) => useSyncExternalStore(store.subscribe, store.get)

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeItem(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Blocked or full: the page goes on with what it holds.
  }
}
