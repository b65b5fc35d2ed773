import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'

import type { PipelineFilters } from '../../api/pages.ts'
import { useNow } from '../../domain/useNow.ts'
import { spans, type TimeChoice, timeFiltersOf, timeIn } from './timeChoice.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

interface Time {
  /** As the address says it. */
  time: TimeChoice
  /** The same for the server. */
  timeFilters: PipelineFilters
  /** Unix seconds: what was made before is too old, though the server may have listed it. 0 for nothing. */
  since: number
}

/** The time that the address asks for. */
export function useTimeChoice(): Time {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const now = useNow('minute')
  const after = textOf(search['after'])
  const before = textOf(search['before'])
  const time = useMemo(() => timeIn({ after, before }), [after, before])
  // Asked once for each choice: a start that moved with the clock would be another list every minute.
  const fresh = { time, filters: timeFiltersOf(time, now - (now % 60)) }
  const [asked, setAsked] = useState(fresh)
  if (asked.time !== time) setAsked(fresh)
  return { time, timeFilters: asked.filters, since: time.kind === 'span' ? now - spans[time.span] : 0 }
}

/** Puts a start, an end or both into the address, in one step; '' takes one out. */
export function useSetTime() {
  const navigate = useNavigate()
  return useCallback(
    ({ after, before }: { after?: string; before?: string }) => {
      void navigate({
        to: '.',
        search: (known: Record<string, unknown>): Record<string, unknown> => ({
          ...known,
          ...(after !== undefined && { after: after || undefined }),
          ...(before !== undefined && { before: before || undefined }),
        }),
        hash: true,
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
}
