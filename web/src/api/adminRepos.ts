import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { pageSize } from '@yaffle/contract/fields'
import { repoRoutes } from '@yaffle/contract/repos'
import { useEffect, useEffectEvent } from 'react'

import { call } from './call.ts'
import { useReadOn } from './useReadOn.ts'

/** Every repository that the server has a row of, by full name; for administrators. */
export const allRepos = infiniteQueryOptions({
  queryKey: ['repos', 'all'],
  queryFn: ({ signal, pageParam }) => call(repoRoutes.all, { query: { page: String(pageParam) } }, signal),
  initialPageParam: 1,
  getNextPageParam: (last, all, page) => {
    // A server that knows no pages sends the same one again.
    const isRepeated = all.length > 1 && last[0]?.id === all.at(-2)?.[0]?.id
    return last.length < pageSize || isRepeated ? undefined : page + 1
  },
  // Pages shift while they are read: what was at the end of one may come again in the next.
  select: ({ pages }) => [...new Map(pages.flat().map((repo) => [repo.id, repo])).values()],
  staleTime: 60_000,
})

/** Names of repositories seldom change: so long they are not read again only to be found (ms). */
const foundFor = 15 * 60_000

/**
 * The same in the background, page after page for as long as the part is shown that asks for it; the next time it goes on
 * where it was. A page that fails stops it until then.
 */
export function useAllRepos(isWanted: boolean) {
  const query = useInfiniteQuery({
    ...allRepos,
    enabled: isWanted,
    staleTime: foundFor,
    gcTime: 2 * foundFor,
    // After a page that failed the others need not be read again.
    refetchOnMount: ({ state }) => state.status !== 'error',
  })
  useReadOn(query, isWanted)
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const tryAgain = useEffectEvent(() => {
    if (isWanted && isError && !isFetching) void (hasNextPage ? fetchNextPage() : refetch())
  })
  useEffect(() => tryAgain(), [])
  return {
    repos: data,
    isIncomplete: isError && !isFetching,
    isReading: isWanted && !isError && (isFetching || hasNextPage),
  }
}

/** Sets up the hooks of all active repositories anew, one after the other: may take minutes. */
export function useRepairAll() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(repoRoutes.repairAll, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: allRepos.queryKey }),
    meta: { quiet: true },
  })
}
