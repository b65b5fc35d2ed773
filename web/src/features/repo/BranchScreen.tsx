import { useInfiniteQuery } from '@tanstack/react-query'
import { ListVideo } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { pipelinesOf } from '../../api/pipelines.ts'
import { PipelineRow } from '../../domain/PipelineRow.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { branchEvents } from './filters.ts'

/** What ran on one branch; its pull requests have pages of their own. */
export function BranchScreen({ branch }: { branch: string }) {
  const t = useTranslations('repo')
  const { repo } = useRepo()
  const pipelines = useInfiniteQuery(pipelinesOf(repo.id, { branch, event: branchEvents }))
  useTitle(t('activity'), branch, repo.full_name)

  return (
    <section className="flex flex-col gap-4">
      <h2 className="truncate text-heading">
        {t('filterBranch')} <PlainText>{branch}</PlainText>
      </h2>
      <InfiniteList
        label={t('branchTitle', { branch })}
        query={pipelines}
        keyOf={({ number }) => number}
        rowHeight={57}
        loading={<SkeletonRows rowClass="h-14" />}
        empty={
          <EmptyState icon={ListVideo} title={t('branchEmptyTitle')}>
            {t('branchEmptyText')}
          </EmptyState>
        }
      >
        {(pipeline) => <PipelineRow repoId={repo.id} pipeline={pipeline} />}
      </InfiniteList>
    </section>
  )
}
