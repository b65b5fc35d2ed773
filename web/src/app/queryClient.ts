import { QueryClient } from '@tanstack/react-query'

import { ApiError } from '../api/call.ts'

/** The server was not reached, or said itself that it could not; anything else would be refused again. */
const mayPass = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/**
 * The page's cache. The event stream says what is stale, so that nothing is read again on focus alone. Calls are made
 * even where the browser believes to be offline: the server may run on this very machine.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
