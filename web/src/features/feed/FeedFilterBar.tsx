import { SearchX } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { useEventName } from '../../domain/EventIcon.tsx'
import { FilterSelect } from '../../domain/FilterSelect.tsx'
import { filterEvents, filterStatuses } from '../../domain/pipelineFilters.ts'
import { useStatusName } from '../../domain/StatusIcon.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import { useSearchText } from '../../ui/useSearchText.ts'
import { type FeedFilters, feedParams } from './feedFilters.ts'
import { useClearFilters } from './useClearFilters.ts'

/** Narrows the feed down; every choice is part of the address and stays from page to page. */
export function FeedFilterBar({ filters }: { filters: FeedFilters }) {
  const t = useTranslations()
  const statusName = useStatusName()
  const eventName = useEventName()
  const [, setStatus] = useSearchParam(feedParams.status)
  const [, setEvent] = useSearchParam(feedParams.event)
  const [text, setText] = useSearchText(feedParams.text)
  const [branch, setBranch] = useSearchText(feedParams.branch)
  const [author, setAuthor] = useSearchText(feedParams.author)

  return (
    <div
      role="group"
      aria-label={t('feed.filters')}
      className="grid shrink-0 gap-2 border-b border-border px-4 py-3"
    >
      <SearchBox label={t('feedTools.search')} value={text} onChange={setText} />
      <div className="grid grid-cols-2 gap-2">
        <SearchBox label={t('repo.filterBranch')} value={branch} onChange={setBranch} />
        <SearchBox label={t('repo.filterAuthor')} value={author} onChange={setAuthor} />
      </div>
      <FilterSelect
        label={t('repo.filterStatus')}
        value={filters.status}
        options={filterStatuses}
        nameOf={statusName}
        onChange={setStatus}
        isWide
      />
      <FilterSelect
        label={t('repo.filterEvent')}
        value={filters.event}
        options={filterEvents}
        nameOf={eventName}
        onChange={setEvent}
        isWide
      />
    </div>
  )
}

/** Instead of the rows when the filters let none through. */
export function NoFeedMatch() {
  const t = useTranslations('repo')
  const clear = useClearFilters()
  return (
    <div className="p-3">
      <EmptyState
        icon={SearchX}
        title={t('noMatchTitle')}
        action={<Button onClick={clear}>{t('clearFilters')}</Button>}
      />
    </div>
  )
}
