import { queryOptions } from '@tanstack/react-query'
import { feedRoutes } from '@yaffle/contract/feed'

import { call } from './call.ts'
import { live } from './live.ts'

/** The newest pipelines of the caller's repositories, in the server's order; kept fresh by the event stream. */
export const feed = queryOptions({
  queryKey: ['feed'],
  queryFn: ({ signal }) => call(feedRoutes.list, { query: {} }, signal),
  ...live,
})
