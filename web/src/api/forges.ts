import { queryOptions } from '@tanstack/react-query'
import { forgeRoutes } from '@yaffle/contract/forges'

import { call } from './call.ts'

/** Where people may sign in from; visitors see them too. */
export const forges = queryOptions({
  queryKey: ['forges'],
  queryFn: ({ signal }) => call(forgeRoutes.list, { query: {} }, signal),
  staleTime: 5 * 60_000,
})

export const forgeOf = (forgeId: number) =>
  queryOptions({
    queryKey: ['forges', forgeId],
    queryFn: ({ signal }) => call(forgeRoutes.get, { params: { forge_id: String(forgeId) } }, signal),
    staleTime: Infinity,
  })
