import { useEffect, useRef, useState, type RefObject } from 'react'

import type { FindQuery } from './find.ts'
import type { LogSession } from './logSession.ts'
import type { Jump, Snapshot } from './protocol.ts'
import type { Viewport } from './viewport.ts'

export interface Find {
  isOpen: boolean
  query: FindQuery
  /** The pattern kept the engine so busy that it had to be stopped. */
  isTooSlow: boolean
  /** Where it is typed. */
  input: RefObject<HTMLInputElement | null>
  /** Whoever asks for it again comes back to what they typed. */
  open: () => void
  close: () => void
  change: (query: FindQuery) => void
  step: (direction: 1 | -1) => void
}

const noQuery: FindQuery = { text: '', isRegex: false, isCaseSensitive: false }
/** A pattern that backtracks for longer than this blocks the whole viewer. */
const patience = 4_000

/** Searching in the whole log: what is typed goes to the engine, and the first hit from here on comes into view. */
export function useFind(session: LogSession, snapshot: Snapshot | undefined, viewport: Viewport): Find {
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState(noQuery)
  const [isTooSlow, setTooSlow] = useState(false)
  /** The query whose first hit has been shown. */
  const shown = useRef<FindQuery>(undefined)
  const input = useRef<HTMLInputElement>(null)

  const hasStarted = snapshot !== undefined
  useEffect(() => {
    if (!isOpen || isTooSlow || !hasStarted) return undefined
    session.send('find', query, viewport.firstLine())
    if (!query.isRegex) return undefined
    let isAlive = false
    const probe = async () => {
      await session.call('currentHit')
      isAlive = true
    }
    void probe()
    const timer = setTimeout(() => {
      if (isAlive) return
      setTooSlow(true)
      session.restart()
    }, patience)
    return () => clearTimeout(timer)
  }, [session, viewport, query, isOpen, isTooSlow, hasStarted])

  const found = snapshot?.find
  useEffect(() => {
    if (!found || found.current < 0 || shown.current === query || !isSame(found.query, query)) return
    shown.current = query
    void showHit(session.call('currentHit'), viewport)
  }, [session, viewport, found, query])

  return {
    isOpen,
    query,
    isTooSlow,
    input,
    open() {
      setOpen(true)
      // The box of a bar that is only now drawn takes the focus itself.
      input.current?.focus()
      input.current?.select()
    },
    close() {
      setOpen(false)
      setTooSlow(false)
      shown.current = undefined
      session.send('find', undefined, 0)
    },
    change(next) {
      setTooSlow(false)
      setQuery(next)
    },
    step: (direction) => void showHit(session.call('stepHit', direction), viewport),
  }
}

async function showHit(jump: Promise<Jump | undefined>, viewport: Viewport) {
  const place = await jump
  if (place) viewport.show(place)
}

const isSame = (a: FindQuery, b: FindQuery) =>
  a.text === b.text && a.isRegex === b.isRegex && a.isCaseSensitive === b.isCaseSensitive
