import type { RepoLastPipeline } from '@yaffle/contract/repos'
import { memo } from 'react'
import { useTranslations } from 'use-intl'

import { paths } from '../paths.ts'
import { cx } from '../ui/cx.ts'
import { PipelineTitle } from './PipelineTitle.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { RepoName, VisibilityIcon } from './RepoName.tsx'
import { rowClass } from './rowClass.ts'
import { RowLink } from './RowLink.tsx'
import { StatusIcon } from './StatusIcon.tsx'

/** One repository with its newest pipeline, as a row of a list that leads to it. Events change few of many rows. */
export const RepoRow = memo(function RepoRow({
  repo,
  className,
}: {
  repo: RepoLastPipeline
  className?: string
}) {
  const last = repo.last_pipeline
  return (
    <RowLink to={paths.repo(repo.id)} className={cx(rowClass, className)}>
      {last ? <StatusIcon status={last.status} /> : <span aria-hidden className="size-[1.3rem] shrink-0" />}
      <span className="grid min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2">
          <RepoName repo={repo} />
          <VisibilityIcon visibility={repo.visibility} />
        </span>
        <span className="flex min-w-0 gap-1.5 text-meta text-muted">
          {last ? (
            <>
              <span className="shrink-0 tabular-nums">#{last.number}</span>
              <PipelineTitle pipeline={last} />
            </>
          ) : (
            <NoPipelines />
          )}
        </span>
      </span>
      {last && <RelativeTime at={last.created} className="shrink-0 text-meta text-muted tabular-nums" />}
    </RowLink>
  )
})

function NoPipelines() {
  const t = useTranslations('repos')
  return t('noPipelines')
}
