import type { Pipeline } from '@yaffle/contract/pipelines'
import { memo } from 'react'

import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Duration } from './Duration.tsx'
import { EventIcon } from './EventIcon.tsx'
import { PipelineTitle } from './PipelineTitle.tsx'
import { PlainText } from './PlainText.tsx'
import { refLabel, shortCommit } from './refs.ts'
import { RelativeTime } from './RelativeTime.tsx'
import { rowClass } from './rowClass.ts'
import { RowLink } from './RowLink.tsx'
import { StatusIcon } from './StatusIcon.tsx'

/** One pipeline of a repository, as a row of a list that leads to its page. Events change few of many rows. */
export const PipelineRow = memo(function PipelineRow({
  repoId,
  pipeline,
}: {
  repoId: number
  pipeline: Pipeline
}) {
  const { number, status, event, commit, author } = pipeline
  return (
    <RowLink to={paths.pipeline(repoId, number)} className={rowClass}>
      <StatusIcon status={status} />
      <span className="grid min-w-0 flex-1">
        <span className="flex min-w-0 gap-1.5">
          <span className="shrink-0 text-muted tabular-nums">#{number}</span>
          <PipelineTitle pipeline={pipeline} />
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-meta text-muted">
          <EventIcon event={event} />
          <span className="truncate">
            <PlainText>{refLabel(pipeline)}</PlainText>
          </span>
          {commit && <span className="shrink-0 font-mono max-sm:hidden">{shortCommit(commit)}</span>}
          {author && (
            <span className="flex min-w-0 items-center gap-1 max-md:hidden">
              <Avatar name={author} url={pipeline.author_avatar} size={16} />
              <span className="truncate">
                <PlainText>{author}</PlainText>
              </span>
            </span>
          )}
        </span>
      </span>
      <span className="grid shrink-0 justify-items-end text-meta text-muted tabular-nums">
        <Duration of={pipeline} status={status} />
        <RelativeTime at={pipeline.created} />
      </span>
    </RowLink>
  )
})
