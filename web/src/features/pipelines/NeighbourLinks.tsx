import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { pipelinesOf } from '../../api/pipelines.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconLink } from '../../ui/links.tsx'
import { neighboursOf } from './neighbours.ts'

/** To the pipelines just before and after; the newest ones are those of the activity list, live. */
export function NeighbourLinks({ number }: { number: number }) {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const list = pipelinesOf(repo.id)
  const newest = useInfiniteQuery({ ...list, meta: { ...list.meta, quiet: true } })
  const known = (newest.data ?? []).map((pipeline) => pipeline.number)
  const { previous, next } = neighboursOf(known, !newest.hasNextPage, number)
  return (
    <span className="flex items-center">
      {previous === undefined ? (
        <Nowhere icon={ChevronLeft} />
      ) : (
        <IconLink
          {...paths.pipeline(repo.id, previous)}
          icon={ChevronLeft}
          label={t('previous', { number: previous })}
        />
      )}
      {next === undefined ? (
        <Nowhere icon={ChevronRight} />
      ) : (
        <IconLink
          {...paths.pipeline(repo.id, next)}
          icon={ChevronRight}
          label={t('next', { number: next })}
        />
      )}
    </span>
  )
}

/** In the place of a link that comes later, or not at all: nothing beside it moves, and no gap needs an explanation. */
const Nowhere = ({ icon }: { icon: LucideIcon }) => (
  <span
    aria-hidden
    className="inline-flex size-8 items-center justify-center text-muted opacity-40 max-sm:size-11"
  >
    <Icon icon={icon} />
  </span>
)
