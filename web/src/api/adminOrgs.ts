import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { orgRoutes } from '@yaffle/contract/orgs'

import { call } from './call.ts'
import { everyPage } from './everyPage.ts'

/** The organisations of all forges, without those that belong to one user. */
export const allOrgs = queryOptions({
  queryKey: ['orgs', 'all'],
  queryFn: ({ signal }) => everyPage((page) => call(orgRoutes.list, { query: { page } }, signal)),
  staleTime: 30_000,
})

export function useRemoveOrg() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (orgId: number) => call(orgRoutes.remove, { params: { org_id: String(orgId) } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: allOrgs.queryKey }),
    meta: { quiet: true },
  })
}
