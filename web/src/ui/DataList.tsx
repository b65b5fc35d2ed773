import { Suspense, useEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'

import { cx } from './cx.ts'
import { lazyScreen } from './lazyScreen.ts'
import type { VirtualRowsProps } from './VirtualRows.tsx'

interface DataListProps<Item> {
  /** Accessible name of the list. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item, index: number) => string | number
  children: (item: Item, index: number) => ReactNode
  /** Pixels of a row, when most are the same. */
  rowHeight?: number
  /** How many items there are where `items` are those found by a search: the list keeps its form from key to key. */
  total?: number
  /** What scrolls the rows, where it is not the window. */
  scroller?: RefObject<HTMLElement | null>
  className?: string
}

/** Up to here all rows stand on the page, which keeps the browser's own find, print and anchors. */
const mostPlainRows = 150
/** A panel beside the page shows fewer, and events change it all the time. */
const mostPlainRowsBeside = 30
/** Rows that fill the window while the code for more is on its way; of unknown height they are taken for low ones. */
const firstRows = (rowHeight = 30) => Math.ceil(globalThis.innerHeight / rowHeight)

const VirtualRows = lazyScreen<VirtualRowsProps>(async () => (await import('./VirtualRows.tsx')).VirtualRows)

/** A bordered list of rows that scrolls with the page. Long ones keep only what is near the window on the page. */
export function DataList<Item>(props: DataListProps<Item>) {
  const { label, items, keyOf, children, rowHeight, total = items.length, scroller, className } = props
  const plain = (rows: readonly Item[]) => (
    <ul
      aria-label={label}
      className={cx(
        'rounded-md border border-border bg-panel [&>li+li]:border-t [&>li+li]:border-border',
        className,
      )}
    >
      {rows.map((item, index) => (
        <li key={keyOf(item, index)}>{children(item, index)}</li>
      ))}
    </ul>
  )
  if (total <= (scroller ? mostPlainRowsBeside : mostPlainRows)) return plain(items)

  const at = (index: number): Item => {
    const item = items[index]
    if (item === undefined) throw new RangeError(`There is no row ${index}`)
    return item
  }
  return (
    <LongRows
      label={label}
      count={items.length}
      keyAt={(index) => keyOf(at(index), index)}
      rowAt={(index) => children(at(index), index)}
      rowHeight={rowHeight}
      scroller={scroller}
      className={className}
      first={() => plain(items.slice(0, firstRows(rowHeight)))}
    />
  )
}

/** React would hold back what it has waited for by a third of a second: in that time the reader has begun to type. */
function LongRows({ first, ...rows }: VirtualRowsProps & { first: () => ReactNode }) {
  const [isThere, setThere] = useState(VirtualRows.isLoaded)
  useEffect(() => {
    if (isThere) return
    const draw = () => setThere(true)
    // What could not be fetched is tried once more by drawing it, and breaks there.
    VirtualRows.preload().then(draw, draw)
  }, [isThere])
  return isThere ? (
    <Suspense fallback={first()}>
      <VirtualRows {...rows} />
    </Suspense>
  ) : (
    first()
  )
}
