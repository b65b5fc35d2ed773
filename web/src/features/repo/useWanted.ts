import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'

import type { PipelineFilters } from '../../api/pages.ts'
import { pipelinesOf } from '../../api/pipelines.ts'
import { isWanted, type Wanted, wantsAll } from './wanted.ts'

/** Fills any window. */
const enough = 25
/** So many pipelines are looked at for one search; who wants the server to go on says so. */
const mostSearched = 500

/**
 * The pipelines that the server lists under the filters and that are wanted. Page after page is read until there are
 * enough of them, no more pages, or too many of them read for nothing; a page that fails stops it until somebody tries
 * again. Pipelines made before `since` (Unix seconds) have grown too old since the server listed them.
 */
export function useWanted(repoId: number, filters: PipelineFilters, wanted: Wanted, since = 0) {
  const pipelines = useInfiniteQuery(pipelinesOf(repoId, filters))
  const { data: listed, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pipelines
  const isNarrow = !wantsAll(wanted)
  const { author, q } = wanted
  const data = useMemo(
    () => (since > 0 ? listed?.filter(({ created }) => created > since) : listed),
    [listed, since],
  )
  const matches = useMemo(
    () => (author === '' && q === '' ? data : data?.filter((one) => isWanted(one, { author, q }))),
    [data, author, q],
  )
  const found = matches?.length ?? 0
  const searched = data?.length ?? 0

  const search = JSON.stringify([repoId, filters, author, q])
  const fresh = { search, found: enough, searched: searched + mostSearched }
  const [goal, setGoal] = useState(fresh)
  // Another search begins anew; what is there already costs nothing.
  if (goal.search !== search) setGoal(fresh)

  const isShort = isNarrow && matches !== undefined && hasNextPage && found < goal.found
  const isPaused = isShort && searched >= goal.searched
  const goesOn = isShort && !isPaused && !isFetchNextPageError

  // Named by what is known: an answer may come before anybody has seen that it was asked for.
  const isLackingAfter = goesOn && !isFetchingNextPage ? data : undefined
  useEffect(() => {
    if (isLackingAfter) void fetchNextPage()
  }, [isLackingAfter, fetchNextPage])

  /** Looks for as many more, as long again. */
  const goOn = useCallback(() => {
    setGoal({ search, found: found + enough, searched: searched + mostSearched })
    return fetchNextPage()
  }, [search, found, searched, fetchNextPage])

  return {
    /** Without data as long as nothing was found but may be; without a next page while it waits to be told. */
    query: {
      ...pipelines,
      data: goesOn && found === 0 ? undefined : matches,
      hasNextPage: hasNextPage && !isPaused,
      // Between two pages the list must not ask for the next one, too.
      isFetchingNextPage: isFetchingNextPage || goesOn,
      fetchNextPage: isNarrow ? goOn : fetchNextPage,
    },
    found,
    searched,
    /** It has given up for now: there is more to read, and hardly anything wanted in what was read. */
    isPaused,
    goOn,
  }
}
