import { useInfiniteQuery } from '@tanstack/react-query'
import { ListVideo } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { pipelinesOf } from '../../api/pipelines.ts'
import { pullRequestsOf } from '../../api/repos.ts'
import { PipelineRow } from '../../domain/PipelineRow.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { pullRequestEvents, refOfPullRequest } from './filters.ts'

/** What ran for one pull request, also when it is closed. */
export function PullRequestScreen({ pullRequest }: { pullRequest: string }) {
  const t = useTranslations('repo')
  const { repo } = useRepo()
  const pipelines = useInfiniteQuery(
    pipelinesOf(repo.id, { event: pullRequestEvents, ref: refOfPullRequest(pullRequest) }),
  )
  // Only for the title's sake: without an answer the number is enough.
  const open = useInfiniteQuery({
    ...pullRequestsOf(repo.id),
    enabled: repo.pr_enabled && repo.allow_pr,
    meta: { quiet: true },
  })
  const title = open.data?.find(({ index }) => index === pullRequest)?.title
  const heading = t('pullRequestTitle', { number: pullRequest })
  useTitle(heading, repo.full_name)

  return (
    <section className="flex flex-col gap-4">
      <h2 className="truncate text-heading">
        <PlainText>{heading}</PlainText>
        {title !== undefined && (
          <span className="ps-2 font-normal text-muted">
            <PlainText>{title}</PlainText>
          </span>
        )}
      </h2>
      <InfiniteList
        label={heading}
        query={pipelines}
        keyOf={({ number }) => number}
        rowHeight={57}
        loading={<SkeletonRows rowClass="h-14" />}
        empty={
          <EmptyState icon={ListVideo} title={t('pullRequestEmptyTitle')}>
            {t('pullRequestEmptyText')}
          </EmptyState>
        }
      >
        {(pipeline) => <PipelineRow repoId={repo.id} pipeline={pipeline} />}
      </InfiniteList>
    </section>
  )
}
