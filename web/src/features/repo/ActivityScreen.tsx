import { useSearch } from '@tanstack/react-router'
import { ListVideo, SearchX } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { PipelineRow } from '../../domain/PipelineRow.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { DurationTrend } from './DurationTrend.tsx'
import { filtersIn } from './filters.ts'
import { PipelineFilterBar } from './PipelineFilterBar.tsx'
import { useTimeChoice } from './useTimeChoice.ts'
import { useWanted } from './useWanted.ts'
import { wantedIn, wantsAll } from './wanted.ts'

/** All pipelines of a repository, newest first, live; the filters stand in the address. */
export function ActivityScreen() {
  const t = useTranslations('repo')
  const { repo, perm } = useRepo()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { time, timeFilters, since } = useTimeChoice()
  const filters = { ...filtersIn(search), ...timeFilters }
  const wanted = wantedIn(search)
  const isNarrow = !wantsAll(wanted)
  const isFiltered = isNarrow || Object.keys(filters).length > 0
  const { query, found, searched, isPaused, goOn } = useWanted(repo.id, filters, wanted, since)
  useTitle(t('activity'), repo.full_name)

  const keepSearching = <Button onClick={goOn}>{t('keepSearching')}</Button>
  const empty = isPaused ? (
    <EmptyState icon={SearchX} title={t('noMatchYet', { searched })} action={keepSearching} />
  ) : isFiltered ? (
    <EmptyState
      icon={SearchX}
      title={t('noMatchTitle')}
      action={<LinkButton {...paths.repo(repo.id)}>{t('clearFilters')}</LinkButton>}
    />
  ) : (
    <EmptyState
      icon={ListVideo}
      title={t('activityEmptyTitle')}
      action={perm.push && <LinkButton {...paths.manual(repo.id)}>{t('run')}</LinkButton>}
    >
      {t('activityEmptyText')}
    </EmptyState>
  )

  const isWithoutAny = !isFiltered && query.data?.length === 0
  return (
    <div className="flex flex-col gap-4">
      {!isWithoutAny && <PipelineFilterBar filters={filters} time={time} isFiltered={isFiltered} />}
      {isNarrow && searched > 0 && (
        <p role="status" className="text-meta text-muted tabular-nums">
          {t('searched', { found, searched })}
        </p>
      )}
      {!isFiltered && query.data && <DurationTrend key={repo.id} repoId={repo.id} pipelines={query.data} />}
      <InfiniteList
        label={t('pipelinesOf', { repo: repo.full_name })}
        query={query}
        keyOf={({ number }) => number}
        empty={empty}
        loading={<SkeletonRows rowClass="h-14" count={8} />}
        {...(isPaused && { end: <div className="flex justify-center">{keepSearching}</div> })}
        rowHeight={57}
      >
        {(pipeline) => <PipelineRow repoId={repo.id} pipeline={pipeline} />}
      </InfiniteList>
    </div>
  )
}
