import { useEffect, useMemo, useRef } from 'react'

import { clockText } from '../../../domain/time.ts'
import { LogRow } from './LogRow.tsx'
import { edge, rowHeight } from './metrics.ts'
import type { TimeColumn } from './preferences.ts'
import type { RowGroup } from './protocol.ts'
import type { LineRange } from './ranges.ts'
import { elementHeight } from './scrollMap.ts'
import type { Frame } from './useViewport.ts'

interface LogRowsProps {
  frame: Frame
  /** Lines that stay drawn wherever they are. */
  pinned: readonly number[]
  range: LineRange | undefined
  time: TimeColumn
  /** Unix seconds. */
  started: number
  width: string | undefined
  isAllSelected: boolean
  onNumber: (number: number, extend: boolean) => void
  onToggle: (line: number) => void
}

interface Placed {
  group: RowGroup
  row: number
}

/** The rows at hand, each at its height in an element as high as the whole log. */
export function LogRows({ frame, pinned, range, time, started, width, ...rest }: LogRowsProps) {
  const { view, map } = frame
  const placed = useSteady(
    useMemo(() => place(view.groups, view.from), [view]),
    view.version,
    pinned,
  )
  const shift = map.top - map.scrollTop

  return (
    <div
      role="rowgroup"
      className={rest.isAllSelected ? 'log-space log-all' : 'log-space'}
      style={{ height: elementHeight(map.content), width }}
    >
      {placed.map(({ group, row }) => (
        <LogRow
          key={group.line}
          group={group}
          y={Math.round(row * rowHeight + edge - shift)}
          isChosen={range !== undefined && group.line + 1 >= range.from && group.line + 1 <= range.to}
          time={timeText(group.time, time, started)}
          onNumber={rest.onNumber}
          onToggle={rest.onToggle}
        />
      ))}
    </div>
  )
}

function place(groups: RowGroup[], from: number): Placed[] {
  let row = from
  return groups.map((group) => {
    const placed = { group, row }
    row += group.rows.length
    return placed
  })
}

/**
 * Keeps the rows of the lines that a selection ends in, and hands on the very same object for a row that has not
 * changed, so that it is not drawn again.
 */
function useSteady(placed: Placed[], version: number, pinned: readonly number[]): Placed[] {
  const last = useRef<{ version: number; rows: Map<number, Placed & { print: string }> }>(undefined)

  const rows = useMemo(() => {
    const before = last.current?.version === version ? last.current.rows : undefined
    const next = new Map<number, Placed & { print: string }>()
    for (const { group, row } of placed) {
      const print = JSON.stringify(group)
      const known = before?.get(group.line)
      next.set(group.line, known?.print === print && known.row === row ? known : { group, row, print })
    }
    for (const line of pinned) {
      const known = before?.get(line)
      if (known && !next.has(line)) next.set(line, known)
    }
    return next
  }, [placed, version, pinned])

  useEffect(() => {
    last.current = { version, rows }
  }, [version, rows])

  return useMemo(() => [...rows.values()].sort((a, b) => a.row - b.row), [rows])
}

function timeText(seconds: number, column: TimeColumn, started: number): string | undefined {
  if (column === 'off') return undefined
  if (column === 'step' || started <= 0) return clockText(seconds)
  return new Date((started + seconds) * 1000).toLocaleTimeString(undefined, { hourCycle: 'h23' })
}
