import { useCallback, useEffect, useRef, useState, type ClipboardEvent, type RefObject } from 'react'

import { copyText } from './clipboard.ts'
import type { LogSession } from './logSession.ts'
import type { TextPoint } from './protocol.ts'
import { rangeOf, type TextRange } from './selection.ts'
import { isTyping } from './useKeys.ts'
import type { Viewport } from './viewport.ts'

export interface LogSelection {
  isAll: boolean
  selectAll: () => void
  clearAll: () => void
  /** For the whole viewer, as the keys are: the focus may be on its toolbar while lines are selected. */
  handleCopy: (event: ClipboardEvent) => void
}

interface Prepared extends TextRange {
  text: string | undefined
}

export const wholeLog: TextRange = {
  from: { line: 0, offset: 0 },
  to: { line: Number.MAX_SAFE_INTEGER, offset: Number.MAX_SAFE_INTEGER },
}

const isSame = (a: TextPoint, b: TextPoint) => a.line === b.line && a.offset === b.offset

/** The text of a range; rejects when the engine has gone. */
export async function textOf(session: LogSession, { from, to }: TextRange): Promise<string> {
  const text = await session.call('text', from, to)
  if (text === undefined) throw new Error('No log')
  return text
}

/**
 * Selecting across rows that are not drawn. The browser paints what is there; what is copied comes from the engine,
 * asked for as soon as something is selected, because a copy event has to be answered at once.
 */
export function useSelection(
  session: LogSession,
  viewport: Viewport,
  scroller: RefObject<HTMLElement | null>,
  onRefused: () => void,
): LogSelection {
  const [isAll, setAll] = useState(false)
  const prepared = useRef<Prepared>(undefined)

  const prepare = useCallback(
    async (range: TextRange) => {
      const next: Prepared = { ...range, text: undefined }
      prepared.current = next
      next.text = await session.call('text', range.from, range.to)
    },
    [session],
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const handleChange = () => {
      clearTimeout(timer)
      const range = scroller.current ? rangeOf(document.getSelection(), scroller.current) : undefined
      // The rows at its ends must stay, or the browser forgets where the selection was.
      viewport.pin(range ? [range.from.line, range.to.line] : [])
      if (!range) return
      viewport.setFollowing(false)
      const last = prepared.current
      if (last && isSame(last.from, range.from) && isSame(last.to, range.to)) return
      timer = setTimeout(() => void prepare(range), 60)
    }
    document.addEventListener('selectionchange', handleChange)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', handleChange)
    }
  }, [scroller, viewport, prepare])

  const copyLater = async (range: TextRange) => {
    if (!(await copyText(textOf(session, range)))) onRefused()
  }

  return {
    isAll,
    selectAll() {
      setAll(true)
      viewport.setFollowing(false)
      void prepare(wholeLog)
    },
    clearAll: () => setAll(false),
    handleCopy(event) {
      const { target, currentTarget } = event
      // What is typed is the browser's, and a menu stands elsewhere in the page.
      if (isTyping(target) || !(target instanceof Node && currentTarget.contains(target))) return
      const range = isAll ? wholeLog : scroller.current && rangeOf(document.getSelection(), scroller.current)
      if (!range) return
      event.preventDefault()
      const last = prepared.current
      const isReady = last && isSame(last.from, range.from) && isSame(last.to, range.to)
      if (isReady && last.text !== undefined) event.clipboardData.setData('text/plain', last.text)
      else void copyLater(range)
    },
  }
}
