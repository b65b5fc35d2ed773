import { queryOptions } from '@tanstack/react-query'
import { orgRoutes } from '@yaffle/contract/orgs'

import { call } from './call.ts'

export const orgOf = (orgId: number) =>
  queryOptions({
    queryKey: ['orgs', orgId],
    queryFn: ({ signal }) => call(orgRoutes.get, { params: { org_id: String(orgId) } }, signal),
    staleTime: 60_000,
  })

/** What the caller may do; answers everybody. */
export const orgPermOf = (orgId: number) =>
  queryOptions({
    queryKey: ['orgs', orgId, 'permissions'],
    queryFn: ({ signal }) => call(orgRoutes.permissions, { params: { org_id: String(orgId) } }, signal),
    staleTime: 60_000,
  })

export const orgNamed = (name: string) =>
  queryOptions({
    queryKey: ['orgs', 'named', name],
    queryFn: ({ signal }) => call(orgRoutes.lookup, { params: { '*': name } }, signal),
  })
