import type { ReactNode } from 'react'
import { WindowVirtualizer } from 'virtua'
import type { CustomItemComponentProps } from 'virtua'

import { cx } from './cx.ts'

interface DataListProps<Item> {
  /** Accessible name of the list. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  children: (item: Item, index: number) => ReactNode
  /** Pixels of a row, when most are the same. */
  rowHeight?: number
  className?: string
}

/** Up to here all rows stand on the page, which keeps the browser's own find, print and anchors. */
const mostPlainRows = 150

export const listClass = 'rounded-md border border-border bg-panel [&>li+li]:border-t [&>li+li]:border-border'

/** A bordered list of rows that scrolls with the page. Long ones keep only what is near the window on the page. */
export function DataList<Item>({ label, items, keyOf, children, rowHeight, className }: DataListProps<Item>) {
  if (items.length <= mostPlainRows) {
    return (
      <ul aria-label={label} className={cx(listClass, className)}>
        {items.map((item, index) => (
          <li key={keyOf(item)}>{children(item, index)}</li>
        ))}
      </ul>
    )
  }
  return (
    <div role="list" aria-label={label} className={cx('rounded-md border border-border bg-panel', className)}>
      <WindowVirtualizer data={items} item={VirtualRow} {...(rowHeight && { itemSize: rowHeight })}>
        {(item, index) => (
          <div
            key={keyOf(item)}
            role="listitem"
            aria-posinset={index + 1}
            aria-setsize={items.length}
            className={cx(index > 0 && 'border-t border-border')}
          >
            {children(item, index)}
          </div>
        )}
      </WindowVirtualizer>
    </div>
  )
}

/** Virtua's own wrappers must not come between a list and its items. */
const VirtualRow = ({ index: _, ...row }: CustomItemComponentProps) => <div role="presentation" {...row} />
