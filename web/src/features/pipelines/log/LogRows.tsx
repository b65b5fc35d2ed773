import { clockText } from '../../../domain/time.ts'
import { LogRow } from './LogRow.tsx'
import { edge, rowHeight } from './metrics.ts'
import type { TimeColumn } from './preferences.ts'
import type { LineRange } from './ranges.ts'
import { elementHeight } from './scrollMap.ts'
import type { Frame } from './viewport.ts'

interface LogRowsProps {
  frame: Frame
  range: LineRange | undefined
  time: TimeColumn
  /** Of the step, in Unix seconds. */
  started: number
  /** CSS width of the widest line where lines are not wrapped. */
  width: string | undefined
  isAllSelected: boolean
  onNumber: (number: number, extend: boolean) => void
  onToggle: (line: number) => void
}

/** The rows at hand, each at its height in an element as high as the whole log. */
export function LogRows({
  frame,
  range,
  time,
  started,
  width,
  isAllSelected,
  onNumber,
  onToggle,
}: LogRowsProps) {
  const { map, placed } = frame
  const shift = map.top - map.scrollTop

  return (
    <div
      role="rowgroup"
      className={isAllSelected ? 'log-space log-all' : 'log-space'}
      style={{ height: elementHeight(map.content), width }}
    >
      {placed.map(({ group, row }) => (
        <LogRow
          key={group.line}
          group={group}
          y={Math.round(row * rowHeight + edge - shift)}
          isChosen={range !== undefined && group.line + 1 >= range.from && group.line + 1 <= range.to}
          time={timeText(group.time, time, started)}
          onNumber={onNumber}
          onToggle={onToggle}
        />
      ))}
    </div>
  )
}

function timeText(seconds: number, column: TimeColumn, started: number): string | undefined {
  if (column === 'off') return undefined
  if (column === 'step' || started <= 0) return clockText(seconds)
  return new Date((started + seconds) * 1000).toLocaleTimeString(undefined, { hourCycle: 'h23' })
}
