import type { QueryClient } from '@tanstack/react-query'

/**
 * For query options that the event stream keeps fresh, and for lists that others change without any event. They are
 * read again whenever events may have been missed, also when somebody comes back to the tab, and not on every mount:
 * the same row is drawn in several places.
 */
export const live = { meta: { live: true }, staleTime: 15_000 } as const

/** Reads again what is on screen and may have missed events; what is not on screen waits until it is shown. */
export const rereadLive = (queryClient: QueryClient, before = Infinity) =>
  queryClient.invalidateQueries({
    predicate: ({ meta, state }) => meta?.['live'] === true && state.dataUpdatedAt < before,
  })
