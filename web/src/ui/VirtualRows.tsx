import type { ReactNode, RefObject } from 'react'
import { Virtualizer, WindowVirtualizer } from 'virtua'
import type { CustomItemComponentProps } from 'virtua'

import { cx } from './cx.ts'

export interface VirtualRowsProps {
  label: string
  count: number
  keyAt: (index: number) => string | number
  rowAt: (index: number) => ReactNode
  rowHeight: number | undefined
  /** What scrolls the rows, where it is not the window. */
  scroller: RefObject<HTMLElement | null> | undefined
  className: string | undefined
}

/** The long form of a DataList: only what is near the window is on the page, and each row says its position. */
export function VirtualRows(props: VirtualRowsProps) {
  const { label, count, keyAt, rowAt, rowHeight, scroller, className } = props
  const rows = {
    bufferSize: 57,
    data: { length: count },
    item: rowHeight ? KnownPlace : Place,
    ...(rowHeight && { itemSize: rowHeight }),
    children: (_: unknown, index: number) => (
      <div
        key={keyAt(index)}
        role="listitem"
        aria-posinset={index + 1}
        aria-setsize={count}
        className={cx(index > 0 && 'border-t border-border')}
      >
        {rowAt(index)}
      </div>
    ),
  }
  return (
    <div role="list" aria-label={label} className={cx('rounded-md border border-border bg-panel', className)}>
      {scroller ? <Virtualizer {...rows} scrollRef={scroller} /> : <WindowVirtualizer {...rows} />}
    </div>
  )
}

/** The list's own wrappers must not come between it and its items. */
const Place = ({ style, children, ref }: CustomItemComponentProps) => (
  <div role="presentation" style={style} ref={ref}>
    {children}
  </div>
)

/** Rows of known height need not hide until they are measured, which costs a second look at all their styles. */
const KnownPlace = ({ style, ...rest }: CustomItemComponentProps) => (
  <Place style={{ ...style, visibility: 'visible' }} {...rest} />
)
