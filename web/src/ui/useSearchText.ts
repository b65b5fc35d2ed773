import { useCallback, useEffect, useState } from 'react'

import { useSearchParam } from './useSearchParam.ts'

/** How long typing must pause before the address follows (ms). */
const pause = 250

/**
 * What is typed into a search box, kept in the address too. The box answers each key at once, since the address is
 * changed by transitions that come later; going back and forth in the history changes the box.
 */
export function useSearchText(name: string): [string, (text: string) => void] {
  const [param, setParam] = useSearchParam(name)
  const [state, setState] = useState({ text: param, seen: param, sent: param })

  // Adopts what others did to the address, not the echo of what was typed.
  if (param !== state.seen) {
    setState({ ...state, seen: param, ...(param !== state.sent && { text: param, sent: param }) })
  }

  const { text, sent } = state
  useEffect(() => {
    if (text === sent) return
    const timer = setTimeout(() => {
      setState((current) => ({ ...current, sent: text }))
      setParam(text)
    }, pause)
    return () => clearTimeout(timer)
  }, [text, sent, setParam])

  const setText = useCallback((next: string) => setState((current) => ({ ...current, text: next })), [])
  return [text, setText]
}
