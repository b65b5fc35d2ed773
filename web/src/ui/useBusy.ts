import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Runs an action at most once at a time. `isBusy` is true while its promise is open; a second call meanwhile does
 * nothing. A rejection ends the busy time and is left to whoever made the promise (mutations report their own).
 */
export function useBusy<Args extends unknown[]>(action: ((...args: Args) => unknown) | undefined) {
  const [isBusy, setBusy] = useState(false)
  const isOpen = useRef(false)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const run = useCallback(
    (...args: Args) => {
      if (!action || isOpen.current) return
      const result = action(...args)
      if (!(result instanceof Promise)) return
      isOpen.current = true
      setBusy(true)
      const end = () => {
        isOpen.current = false
        if (isMounted.current) setBusy(false)
      }
      result.then(end, end)
    },
    [action],
  )

  return { isBusy, run }
}
