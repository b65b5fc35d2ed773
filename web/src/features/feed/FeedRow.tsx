import type { Feed } from '@yaffle/contract/feed'
import { memo } from 'react'

import { Duration } from '../../domain/Duration.tsx'
import { PipelineTitle } from '../../domain/PipelineTitle.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { RelativeTime } from '../../domain/RelativeTime.tsx'
import { RowLink } from '../../domain/RowLink.tsx'
import { StatusIcon } from '../../domain/StatusIcon.tsx'
import { paths } from '../../paths.ts'

/** One pipeline of the feed; the whole row leads to its page. Events change few of many rows. */
export const FeedRow = memo(function FeedRow({ pipeline, isHere }: { pipeline: Feed; isHere: boolean }) {
  const { repo_id, number, status, full_name, created } = pipeline
  return (
    <RowLink
      to={paths.pipeline(repo_id, number)}
      isHere={isHere}
      className="contain-strict flex h-[4.5rem] gap-3 px-4 py-2 text-normal transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:bg-selected"
    >
      <StatusIcon status={status} className="mt-px" />
      <span className="grid min-w-0 flex-1 content-start">
        <span className="truncate font-medium text-strong">
          <PlainText>{full_name}</PlainText>
        </span>
        <span className="flex min-w-0">
          <PipelineTitle pipeline={pipeline} />
        </span>
        <span className="flex justify-between gap-2 text-meta text-muted tabular-nums">
          <RelativeTime at={created} />
          <Duration of={pipeline} status={status} />
        </span>
      </span>
    </RowLink>
  )
})
