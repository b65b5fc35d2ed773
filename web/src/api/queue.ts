import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { queueRoutes } from '@yaffle/contract/queue'

import { call } from './call.ts'

/** No event says that the queue has changed. Nothing is asked while the page is hidden, and at once when it returns. */
export const queuePace = { refetchInterval: 5_000, refetchOnWindowFocus: 'always' } as const

/** What runs and what waits, on the whole server. */
export const queueInfo = queryOptions({
  queryKey: ['queue'],
  queryFn: ({ signal }) => call(queueRoutes.info, {}, signal),
  // The screen says itself that it could not be brought up to date, once and not every five seconds.
  meta: { quiet: true },
  ...queuePace,
})

/** Pauses or resumes; a paused server hands out nothing until it is resumed or started anew. */
export function useSetPaused() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isPaused: boolean) => call(isPaused ? queueRoutes.pause : queueRoutes.resume, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queueInfo.queryKey }),
    meta: { quiet: true },
  })
}
