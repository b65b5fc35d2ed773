import { useEffect, useLayoutEffect, useSyncExternalStore, type RefObject } from 'react'

import { cx } from '../../../ui/cx.ts'
import { LogRows } from './LogRows.tsx'
import type { TimeColumn } from './preferences.ts'
import type { LineRange } from './ranges.ts'
import { StickyCommand } from './StickyCommand.tsx'
import type { LogSelection } from './useSelection.ts'
import type { Viewport } from './viewport.ts'

import './log.css'

interface LogSurfaceProps {
  viewport: Viewport
  scroller: RefObject<HTMLDivElement | null>
  label: string
  lines: number
  /** Of the longest line number. */
  digits: number
  /** Cells of the widest line, where lines are not wrapped. */
  widest: number | undefined
  selection: LogSelection
  range: LineRange | undefined
  time: TimeColumn
  started: number
  /** The reader has scrolled. */
  onScroll: () => void
  onShow: (line: number) => void
  onNumber: (number: number, extend: boolean) => void
  onToggle: (line: number) => void
}

/** Scrolling by keys needs the focus, although nothing can be done with the table itself. */
const focusable = { tabIndex: 0 }

/** Where the lines are. Drawn anew with every scroll, so it holds nothing else. */
export function LogSurface({ viewport, scroller, digits, widest, selection, ...props }: LogSurfaceProps) {
  const { frame } = useSyncExternalStore(viewport.subscribe, viewport.read)
  const hasLines = props.lines > 0

  useEffect(() => {
    viewport.attach(scroller.current)
    return () => viewport.attach(null)
  }, [viewport, scroller])
  useLayoutEffect(() => viewport.settle(frame), [viewport, frame])

  return (
    <>
      {frame && hasLines && <StickyCommand frame={frame} onShow={props.onShow} />}
      <div
        ref={scroller}
        {...focusable}
        role="table"
        aria-rowcount={props.lines}
        aria-label={props.label}
        className={cx('log-scroller', !hasLines && 'invisible')}
        style={{ '--log-digits': digits } as object}
        onScroll={() => viewport.handleScroll() && props.onScroll()}
        onWheel={(event) => event.deltaY < 0 && viewport.setFollowing(false)}
        onPointerDown={selection.clearAll}
      >
        {frame && (
          <LogRows
            frame={frame}
            range={props.range}
            time={props.time}
            started={props.started}
            width={widest === undefined ? undefined : `calc(${widest + digits + 12}ch + 4rem)`}
            isAllSelected={selection.isAll}
            onNumber={props.onNumber}
            onToggle={props.onToggle}
          />
        )}
      </div>
    </>
  )
}
