import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import type { PipelineFilters } from '../../api/pipelines.ts'
import { branchesOf } from '../../api/repos.ts'
import { useEventName } from '../../domain/EventIcon.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { useStatusName } from '../../domain/StatusIcon.tsx'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/links.tsx'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import { filterEvents, filterStatuses } from './filters.ts'
import { FilterSelect } from './FilterSelect.tsx'

/** Narrows the list of pipelines down; every choice is part of the address. */
export function PipelineFilterBar({ filters }: { filters: PipelineFilters }) {
  const t = useTranslations('repo')
  const { repo } = useRepo()
  const statusName = useStatusName()
  const eventName = useEventName()
  const [, setStatus] = useSearchParam('status')
  const [, setEvent] = useSearchParam('event')
  const [, setBranch] = useSearchParam('branch')
  const branches = useInfiniteQuery(branchesOf(repo.id)).data ?? []
  const chosen = filters.branch ?? ''
  const branchNames = chosen === '' || branches.includes(chosen) ? branches : [chosen, ...branches]
  const plain = (name: string) => name

  return (
    <div
      role="group"
      aria-label={t('filters')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-2"
    >
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
      <FilterSelect
        label={t('filterBranch')}
        value={chosen}
        options={branchNames}
        nameOf={plain}
        onChange={setBranch}
      />
      {Object.keys(filters).length > 0 && <TextLink {...paths.repo(repo.id)}>{t('clearFilters')}</TextLink>}
    </div>
  )
}
