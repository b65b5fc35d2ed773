import { queryOptions } from '@tanstack/react-query'
import { systemRoutes } from '@yaffle/contract/system'

import { call } from './call.ts'

/** PEM of the key with which the server signs its calls to extensions. */
export const publicKey = queryOptions({
  queryKey: ['signature', 'public-key'],
  queryFn: ({ signal }) => call(systemRoutes.publicKey, {}, signal),
  staleTime: Infinity,
})
