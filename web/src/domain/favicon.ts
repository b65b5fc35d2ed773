import { useEffect, useId, useSyncExternalStore } from 'react'

import { faviconOf } from './statuses.ts'
import type { Favicon } from './statuses.ts'

/** What each page on the screen wants shown; the one that came last wins. */
const wanted = new Map<string, Favicon>()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Shows a pipeline's status in the tab's icon for as long as the calling component is on the page. */
export function useFavicon(status: string | undefined) {
  const id = useId()
  const favicon = faviconOf(status)

  useEffect(() => {
    wanted.set(id, favicon)
    tell()
    return () => {
      wanted.delete(id)
      tell()
    }
  }, [id, favicon])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useShownFavicon = () =>
  useSyncExternalStore(subscribe, (): Favicon => [...wanted.values()].at(-1) ?? 'default')
