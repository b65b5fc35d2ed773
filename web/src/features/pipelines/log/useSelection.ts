import { useCallback, useEffect, useRef, useState, type ClipboardEvent, type RefObject } from 'react'

import { copyText } from './clipboard.ts'
import type { LogClient } from './logClient.ts'
import type { TextPoint } from './protocol.ts'
import { rangeOf, type TextRange } from './selection.ts'

interface LogSelection {
  /** Lines at the ends of the selection; they must stay drawn, or the browser forgets where it was. */
  ends: readonly number[]
  isAll: boolean
  selectAll: () => void
  clearAll: () => void
  handleCopy: (event: ClipboardEvent) => void
}

interface Prepared extends TextRange {
  text: string | undefined
}

const everything: TextRange = {
  from: { line: 0, offset: 0 },
  to: { line: Number.MAX_SAFE_INTEGER, offset: 0 },
}

const isSame = (a: TextPoint, b: TextPoint) => a.line === b.line && a.offset === b.offset

/**
 * Selecting across rows that are not drawn. The browser paints what is there; what is copied comes from the engine,
 * asked for as soon as something is selected, because a copy event has to be answered at once.
 */
export function useSelection(
  client: LogClient | undefined,
  scroller: RefObject<HTMLDivElement | null>,
  onSelect: () => void,
  onRefused: () => void,
): LogSelection {
  const [ends, setEnds] = useState<readonly number[]>([])
  const [isAll, setAll] = useState(false)
  const prepared = useRef<Prepared>(undefined)

  const prepare = useCallback(
    (range: TextRange) => {
      const next: Prepared = { ...range, text: undefined }
      prepared.current = next
      client?.call('text', range.from, range.to).then(
        (text) => {
          next.text = text
        },
        // Copying then asks again and says what is wrong.
        () => undefined,
      )
    },
    [client],
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const handleChange = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const element = scroller.current
        const range = element ? rangeOf(document.getSelection(), element) : undefined
        const lines = range ? [range.from.line, range.to.line] : []
        setEnds((before) => (before.join() === lines.join() ? before : lines))
        if (!range) return
        onSelect()
        const last = prepared.current
        if (!last || !isSame(last.from, range.from) || !isSame(last.to, range.to)) prepare(range)
      }, 60)
    }
    document.addEventListener('selectionchange', handleChange)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', handleChange)
    }
  }, [scroller, prepare, onSelect])

  const handleCopy = (event: ClipboardEvent) => {
    const range = isAll ? everything : scroller.current && rangeOf(document.getSelection(), scroller.current)
    if (!range || !client) return
    event.preventDefault()
    const last = prepared.current
    if (last?.text !== undefined && isSame(last.from, range.from) && isSame(last.to, range.to)) {
      event.clipboardData.setData('text/plain', last.text)
      return
    }
    const copied = copyText(client.call('text', range.from, range.to))
    copied.then((isDone) => isDone || onRefused()).catch(onRefused)
  }

  return {
    ends,
    isAll,
    selectAll() {
      setAll(true)
      onSelect()
      prepare(everything)
    },
    clearAll: () => setAll(false),
    handleCopy,
  }
}
