import { queryOptions } from '@tanstack/react-query'
import { orgRoutes } from '@yaffle/contract/orgs'

import { call } from './call.ts'

export const orgNamed = (name: string) =>
  queryOptions({
    queryKey: ['orgs', 'named', name],
    queryFn: ({ signal }) => call(orgRoutes.lookup, { params: { '*': name } }, signal),
  })
