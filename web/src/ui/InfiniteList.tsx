import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useContext, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from './Button.tsx'
import { DataList } from './DataList.tsx'
import { ErrorWords } from './errorWords.ts'
import { ErrorBox } from './MessageBox.tsx'
import { FailedView } from './QueryView.tsx'
import { SkeletonRows } from './Skeleton.tsx'
import { Spinner } from './Spinner.tsx'

type Pages<Item> = Pick<
  UseInfiniteQueryResult<readonly Item[]>,
  | 'data'
  | 'isError'
  | 'error'
  | 'refetch'
  | 'hasNextPage'
  | 'fetchNextPage'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
>

interface InfiniteListProps<Item> {
  label: string
  /** Its data is one list of what all pages brought (`select` of the query). */
  query: Pages<Item>
  keyOf: (item: Item) => string | number
  empty: ReactNode
  loading?: ReactNode
  /** After the last row, instead of saying that this is all. */
  end?: ReactNode
  rowHeight?: number
  children: (item: Item, index: number) => ReactNode
}

/** A shorter list is seen to end; saying so would only be noise. */
const pageOrSo = 20

/** All pages of a list, the next one loaded when the end comes near. Loading, failed, empty, more and end are all here. */
export function InfiniteList<Item>(props: InfiniteListProps<Item>) {
  const { label, query, keyOf, empty, loading, end, rowHeight, children } = props
  const t = useTranslations('ui')
  const words = useContext(ErrorWords)

  if (!query.data) {
    if (query.isError && query.error)
      return <FailedView error={query.error} onRetry={() => query.refetch()} />
    return loading ?? <SkeletonRows />
  }
  const items = query.data
  const isMore = query.hasNextPage
  if (items.length === 0 && !isMore) return empty

  return (
    <div className="flex flex-col gap-3">
      <DataList label={label} items={items} keyOf={keyOf} {...(rowHeight && { rowHeight })}>
        {children}
      </DataList>
      {query.isFetchNextPageError ? (
        <ErrorBox
          title={t('failedTitle')}
          action={<Button onClick={() => query.fetchNextPage()}>{t('retry')}</Button>}
        >
          {words(query.error)}
        </ErrorBox>
      ) : isMore ? (
        <More isLoading={query.isFetchingNextPage} onReach={query.fetchNextPage} />
      ) : (
        (end ??
        (items.length > pageOrSo && (
          <p className="py-2 text-center text-meta text-muted">{t('endOfList')}</p>
        )))
      )}
    </div>
  )
}

/** The end of what is loaded: asks for more when it comes within 10 px of the window, or when pressed. */
function More({ isLoading, onReach }: { isLoading: boolean; onReach: () => Promise<unknown> }) {
  const t = useTranslations('ui')
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!end.current || isLoading) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void onReach(), {
      rootMargin: '10px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isLoading, onReach])

  return (
    <div ref={end} className="flex h-11 items-center justify-center">
      {isLoading ? (
        <span role="status" className="flex items-center gap-2 text-muted">
          <Spinner /> {t('loading')}
        </span>
      ) : (
        <Button onClick={onReach}>{t('loadMore')}</Button>
      )}
    </div>
  )
}
