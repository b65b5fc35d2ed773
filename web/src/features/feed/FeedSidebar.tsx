import { useQuery } from '@tanstack/react-query'
import { useRouterState, useSearch } from '@tanstack/react-router'
import type { Feed } from '@yaffle/contract/feed'
import { Activity, ListFilter, X } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'

import { feed } from '../../api/feed.ts'
import { activeFirst } from '../../domain/sorting.ts'
import { changeUserConfig } from '../../domain/userConfig.ts'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { type FeedFilters, feedFiltersIn, filterFeed, isFiltering } from './feedFilters.ts'
import { FeedRow } from './FeedRow.tsx'
import { FeedFilterBar, NoFeedMatch, NoticeOffer } from './lazyParts.ts'
import { useClearFilters } from './useClearFilters.ts'

const close = () => changeUserConfig({ isPipelineFeedOpen: false })

/** From here on there is room beside the page; below, the feed lies over it. The same as Tailwind's `lg`. */
const besidePage = '(min-width: 64rem)'

/** The newest pipelines of the person's repositories: active ones first, kept live. */
export function FeedSidebar() {
  const t = useTranslations('feed')
  const query = useQuery(feed)
  // Events change it at any time; drawing it may then wait for what the reader does.
  const latest = useDeferredValue(query.data)
  const filters = feedFiltersIn(useSearch({ strict: false }))
  const isFiltered = isFiltering(filters)
  const [isAsked, setAsked] = useState(isFiltered)
  const hasBar = isAsked || isFiltered
  const clear = useClearFilters()
  const scroller = useRef<HTMLDivElement>(null)
  useCloseByEscape()

  return (
    <>
      <button
        type="button"
        aria-hidden
        tabIndex={-1}
        onClick={close}
        className="fixed inset-0 top-12 z-20 cursor-default bg-overlay lg:hidden"
      />
      <aside
        id="pipeline-feed"
        aria-label={t('title')}
        className="fixed end-0 top-12 z-20 flex h-[calc(100dvh-3rem)] w-80 max-w-full shrink-0 animate-enter-side flex-col border-s border-border bg-panel shadow-float lg:sticky lg:z-0 lg:shadow-none xl:w-96"
      >
        <header className="flex h-12 shrink-0 items-center justify-between border-b border-border ps-4 pe-2">
          <h2 className="text-base">{t('title')}</h2>
          <span className="flex">
            <IconButton
              icon={ListFilter}
              label={t('filters')}
              isPressed={hasBar}
              onClick={() => {
                setAsked(!hasBar)
                if (isFiltered) clear()
              }}
            />
            <IconButton icon={X} label={t('close')} onClick={close} />
          </span>
        </header>
        {hasBar && <FeedFilterBar filters={filters} />}
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <QueryView
            query={query}
            loading={<FeedSkeleton />}
            empty={
              <div className="p-3">
                <EmptyState icon={Activity} title={t('empty')}>
                  {t('emptyText')}
                </EmptyState>
              </div>
            }
          >
            {(pipelines) => <Pipelines pipelines={latest ?? pipelines} scroller={scroller} {...filters} />}
          </QueryView>
        </div>
        <NoticeOffer />
      </aside>
    </>
  )
}

/** What the addresses of a pipeline's pages begin with. */
const pagesOf = ({ repo_id, number }: Feed) => `/repos/${repo_id}/pipeline/${number}/`

const Pipelines = memo(function Pipelines({
  pipelines,
  scroller,
  ...filters
}: FeedFilters & { pipelines: readonly Feed[]; scroller: RefObject<HTMLElement | null> }) {
  const t = useTranslations('feed')
  const here = useRouterState({ select: ({ location }) => `${location.pathname}/` })
  const shown = filterFeed(pipelines, filters)
  if (shown.length === 0) return <NoFeedMatch />
  return (
    <DataList
      label={t('title')}
      items={shown.toSorted(activeFirst)}
      keyOf={({ repo_id, number }) => `${repo_id}/${number}`}
      rowHeight={73}
      scroller={scroller}
      className="rounded-none border-0"
    >
      {(pipeline) => <FeedRow pipeline={pipeline} isHere={here.startsWith(pagesOf(pipeline))} />}
    </DataList>
  )
})

/** Only where it covers the page: beside it, it is no interruption. */
function useCloseByEscape() {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || globalThis.matchMedia(besidePage).matches)
        return
      close()
      document.querySelector<HTMLElement>('[data-feed-toggle]')?.focus()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

const FeedSkeleton = () => (
  <Loading>
    <div className="divide-y divide-border">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex h-[4.5rem] gap-3 px-4 py-2.5">
          <Skeleton className="size-5 rounded-full" />
          <div className="flex-1 space-y-2 pt-0.5">
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  </Loading>
)
