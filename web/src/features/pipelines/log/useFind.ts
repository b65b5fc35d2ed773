import { useEffect, useRef, useState } from 'react'

import type { FindQuery } from './find.ts'
import type { Log } from './useLog.ts'
import type { Viewport } from './useViewport.ts'

export interface Find {
  isOpen: boolean
  query: FindQuery
  /** The pattern kept the engine so busy that it had to be stopped. */
  isTooSlow: boolean
  open: () => void
  close: () => void
  change: (query: FindQuery) => void
  step: (direction: 1 | -1) => void
}

const noQuery: FindQuery = { text: '', isRegex: false, isCaseSensitive: false }
/** A pattern that backtracks for longer than this blocks the whole viewer. */
const patience = 4_000

/** Searching in the whole log: what is typed goes to the engine, and the first hit from here on comes into view. */
export function useFind({ client, snapshot, restart }: Log, viewport: Viewport): Find {
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState(noQuery)
  const [isTooSlow, setTooSlow] = useState(false)
  const { showRow, firstVisible } = viewport
  /** The query whose first hit has been shown. */
  const shown = useRef<FindQuery>(undefined)
  const near = useRef(0)

  const isActive = isOpen && !isTooSlow
  useEffect(() => {
    if (!client || !isActive) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    void client.call('find', query, near.current)
    if (query.isRegex) {
      timer = setTimeout(() => {
        const answered = client.call('currentHit').then(() => true)
        const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, patience, false)))
        void Promise.race([answered, late]).then((isAlive) => {
          if (isAlive || !isCurrent) return
          setTooSlow(true)
          restart()
        })
      }, 50)
    }
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, query, isActive, restart])

  const found = snapshot?.find
  useEffect(() => {
    if (!client || !found || found.current < 0 || shown.current === query) return
    if (JSON.stringify(found.query) !== JSON.stringify(query)) return
    shown.current = query
    void client.call('currentHit').then((jump) => jump && showRow(jump.row))
  }, [client, found, query, showRow])

  return {
    isOpen,
    query,
    isTooSlow,
    open() {
      near.current = firstVisible()?.line ?? 0
      setOpen(true)
    },
    close() {
      setOpen(false)
      setTooSlow(false)
      shown.current = undefined
      void client?.call('find', undefined, 0)
    },
    change(next) {
      setTooSlow(false)
      setQuery(next)
    },
    step(direction) {
      void client?.call('stepHit', direction).then((jump) => jump && showRow(jump.row))
    },
  }
}
