import { useSyncExternalStore } from 'react'

/** The width from which the style sheet's `md` puts things beside one another. */
const fromMedium = '(min-width: 48rem)'

function subscribe(listener: () => void) {
  const query = globalThis.matchMedia(fromMedium)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const read = () => globalThis.matchMedia(fromMedium).matches

/** Whether the window is wide enough for two things beside one another: for what costs something even when hidden. */
export const useIsBeside = (): boolean => useSyncExternalStore(subscribe, read)
