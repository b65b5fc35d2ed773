import { useEffect, useEffectEvent } from 'react'

import { isInDialog, isTyping } from '../../ui/keyTargets.ts'

/** How many steps on each key goes. */
export const stepKeys = { j: 1, k: -1 } as const

/** Calls `go` with the way that a key of these asks for, wherever on the page it is pressed, except where one types. */
export function useStepKeys(go: (by: 1 | -1) => void) {
  const goLatest = useEffectEvent(go)

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey } = event
      const key = event.key.toLowerCase()
      if (key !== 'j' && key !== 'k') return
      if (event.defaultPrevented || ctrlKey || metaKey || altKey) return
      if (isTyping(target) || isInDialog(target)) return
      event.preventDefault()
      goLatest(stepKeys[key])
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
