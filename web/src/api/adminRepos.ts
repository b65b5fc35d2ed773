import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { pageSize } from '@yaffle/contract/fields'
import { repoRoutes } from '@yaffle/contract/repos'

import { call } from './call.ts'

/** Every repository that the server has a row of, by full name; for administrators. */
export const allRepos = infiniteQueryOptions({
  queryKey: ['repos', 'all'],
  queryFn: ({ signal, pageParam }) => call(repoRoutes.all, { query: { page: String(pageParam) } }, signal),
  initialPageParam: 1,
  getNextPageParam: (last, _, page) => (last.length < pageSize ? undefined : page + 1),
  select: ({ pages }) => pages.flat(),
  staleTime: 60_000,
})

/** Sets up the hooks of all active repositories anew, one after the other: may take minutes. */
export function useRepairAll() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(repoRoutes.repairAll, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: allRepos.queryKey }),
    meta: { quiet: true },
  })
}
