import { Suspense } from 'react'
import type { ReactNode } from 'react'

import { cx } from './cx.ts'
import { lazyScreen } from './lazyScreen.ts'
import type { VirtualRowsProps } from './VirtualRows.tsx'

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
/** Fill any window while the code for more is on its way. */
const firstRows = 40

const VirtualRows = lazyScreen<VirtualRowsProps>(async () => (await import('./VirtualRows.tsx')).VirtualRows)

/** A bordered list of rows that scrolls with the page. Long ones keep only what is near the window on the page. */
export function DataList<Item>({ label, items, keyOf, children, rowHeight, className }: DataListProps<Item>) {
  const plain = (rows: readonly Item[]) => (
    <ul
      aria-label={label}
      className={cx(
        'rounded-md border border-border bg-panel [&>li+li]:border-t [&>li+li]:border-border',
        className,
      )}
    >
      {rows.map((item, index) => (
        <li key={keyOf(item)}>{children(item, index)}</li>
      ))}
    </ul>
  )
  if (items.length <= mostPlainRows) return plain(items)

  const at = (index: number): Item => {
    const item = items[index]
    if (item === undefined) throw new RangeError(`There is no row ${index}`)
    return item
  }
  return (
    <Suspense fallback={plain(items.slice(0, firstRows))}>
      <VirtualRows
        label={label}
        count={items.length}
        keyAt={(index) => keyOf(at(index))}
        rowAt={(index) => children(at(index), index)}
        rowHeight={rowHeight}
        className={className}
      />
    </Suspense>
  )
}
