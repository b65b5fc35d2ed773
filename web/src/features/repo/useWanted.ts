import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { type PipelineFilters, pipelinesOf } from '../../api/pipelines.ts'
import { isWanted, type Wanted, wantsAll } from './wanted.ts'

/** Fills any window. */
const enough = 25

/**
 * The pipelines that the server lists under the filters and that are wanted. Page after page is read until there are
 * enough of them or no more pages; a page that fails stops it until somebody tries again.
 */
export function useWanted(repoId: number, filters: PipelineFilters, wanted: Wanted) {
  const pipelines = useInfiniteQuery(pipelinesOf(repoId, filters))
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pipelines
  const isNarrow = !wantsAll(wanted)
  const { author, q } = wanted
  const found = useMemo(
    () => (author === '' && q === '' ? data : data?.filter((one) => isWanted(one, { author, q }))),
    [data, author, q],
  )
  const goesOn =
    isNarrow && found !== undefined && found.length < enough && hasNextPage && !isFetchNextPageError

  useEffect(() => {
    if (goesOn && !isFetchingNextPage) void fetchNextPage()
  }, [goesOn, isFetchingNextPage, fetchNextPage])

  return {
    /** Without data as long as nothing was found but may be. */
    query: { ...pipelines, data: goesOn && found.length === 0 ? undefined : found },
    found: found?.length ?? 0,
    searched: data?.length ?? 0,
  }
}
