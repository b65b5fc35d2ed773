import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { pipelinesOf } from '../../api/pipelines.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { IconLink } from '../../ui/links.tsx'
import { neighboursOf } from './neighbours.ts'

/** Kept free for a link that comes later, or not at all: nothing beside it moves. */
const slot = 'inline-flex size-8 max-sm:size-11'

/** To the pipelines just before and after; the newest ones are those of the activity list, live. */
export function NeighbourLinks({ number }: { number: number }) {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const newest = useInfiniteQuery({ ...pipelinesOf(repo.id), meta: { quiet: true } })
  const known = (newest.data ?? []).map((pipeline) => pipeline.number)
  const { previous, next } = neighboursOf(known, !newest.hasNextPage, number)
  return (
    <span className="flex items-center">
      <span className={slot}>
        {previous !== undefined && (
          <IconLink
            {...paths.pipeline(repo.id, previous)}
            icon={ChevronLeft}
            label={t('previous', { number: previous })}
          />
        )}
      </span>
      <span className={slot}>
        {next !== undefined && (
          <IconLink
            {...paths.pipeline(repo.id, next)}
            icon={ChevronRight}
            label={t('next', { number: next })}
          />
        )}
      </span>
    </span>
  )
}
