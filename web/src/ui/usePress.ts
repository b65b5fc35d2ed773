import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'

/**
 * Runs an action at most once at a time. `isBusy` is true while its promise is open; a second call meanwhile does
 * nothing. A rejection ends the busy time and is left to whoever made the promise (mutations report their own).
 */
function useBusy<Args extends unknown[]>(action: ((...args: Args) => unknown) | undefined) {
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

interface Press {
  onClick: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
  /** Work is going on elsewhere. */
  isBusy: boolean
  isDisabled: boolean
}

/** For a button that cannot fire twice, and that keeps the focus while it is busy or disabled. */
export function usePress({ onClick, isBusy, isDisabled }: Press) {
  const action = useBusy(onClick)
  const isWorking = isBusy || action.isBusy
  const isOff = isWorking || isDisabled
  const attributes = {
    'aria-disabled': isOff || undefined,
    'aria-busy': isWorking || undefined,
    onClick(event: MouseEvent<HTMLButtonElement>) {
      if (isOff) event.preventDefault()
      else action.run(event)
    },
  }
  return { isWorking, attributes }
}
