import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import type { PipelineFilters } from '../../api/pages.ts'
import { useEventName } from '../../domain/EventIcon.tsx'
import { FilterSelect } from '../../domain/FilterSelect.tsx'
import { filterEvents, filterStatuses } from '../../domain/pipelineFilters.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { useStatusName } from '../../domain/StatusIcon.tsx'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextLink } from '../../ui/links.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import { useSearchText } from '../../ui/useSearchText.ts'
import { BranchFilter } from './BranchFilter.tsx'
import type { TimeChoice } from './timeChoice.ts'
import { TimeFilter } from './TimeFilter.tsx'

interface PipelineFilterBarProps {
  filters: PipelineFilters
  time: TimeChoice
  /** By these filters or by the texts. */
  isFiltered: boolean
}

/**
 * Narrows the list of pipelines down; every choice is part of the address. On small screens all but the search waits
 * until it is asked for, or in use when the page is opened: it would fill a third of the screen.
 */
export function PipelineFilterBar({ filters, time, isFiltered }: PipelineFilterBarProps) {
  const t = useTranslations('repo')
  const { repo } = useRepo()
  const statusName = useStatusName()
  const eventName = useEventName()
  const [, setStatus] = useSearchParam('status')
  const [, setEvent] = useSearchParam('event')
  const [, setBranch] = useSearchParam('branch')
  const [text, setText] = useSearchText('q')
  const [author, setAuthor] = useSearchText('author')
  const [isOpen, setOpen] = useState(isFiltered)

  return (
    <div
      role="group"
      aria-label={t('filters')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-2"
    >
      <div className="contents max-sm:col-span-2 max-sm:flex max-sm:gap-1">
        <SearchBox
          label={t('filterText')}
          value={text}
          onChange={setText}
          className="w-52 max-sm:w-auto max-sm:flex-1"
        />
        <IconButton
          icon={ListFilter}
          label={t('filters')}
          isPressed={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="sm:hidden"
        />
      </div>
      <div className={cx('contents', !isOpen && 'max-sm:hidden')}>
        <SearchBox
          label={t('filterAuthor')}
          value={author}
          onChange={setAuthor}
          className="w-36 max-sm:col-span-2 max-sm:w-full"
        />
        <FilterSelect
          label={t('filterStatus')}
          value={filters.status ?? ''}
          options={filterStatuses}
          nameOf={statusName}
          onChange={setStatus}
        />
        <FilterSelect
          label={t('filterEvent')}
          value={filters.event ?? ''}
          options={filterEvents}
          nameOf={eventName}
          onChange={setEvent}
        />
        <BranchFilter value={filters.branch ?? ''} onChange={setBranch} />
        <TimeFilter time={time} />
      </div>
      {isFiltered && <TextLink {...paths.repo(repo.id)}>{t('clearFilters')}</TextLink>}
    </div>
  )
}
