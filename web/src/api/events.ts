import type { QueryClient } from '@tanstack/react-query'
import { decode } from '@yaffle/contract/decode'
import { eventRoutes, PipelineMessage } from '@yaffle/contract/events'
import { useSyncExternalStore } from 'react'

import { config } from '../config.ts'
import { batched } from './batched.ts'
import { rereadLive } from './live.ts'
import { type ConnectionState, openSharedStream } from './stream.ts'
import { streamUrl } from './url.ts'

/** Coming back to a tab more often than this reads nothing again (ms). */
const rereadPause = 5_000

let connection: ConnectionState = 'connecting'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function setConnection(next: ConnectionState) {
  connection = next
  for (const listener of listeners) listener()
}

/** Whether live updates arrive. */
export const useConnection = (): ConnectionState => useSyncExternalStore(subscribe, () => connection)

/**
 * Keeps the cache as fresh as the server is: merges the event stream into it, and reads again what may have been
 * missed while the stream was away or the tab was hidden. Once per page. Returns its end.
 */
export function startEvents(queryClient: QueryClient): () => void {
  const batch = batched(parse, (messages) => {
    // What became of a message that could not be applied is read from the server again.
    load().then(
      (apply) => apply(messages),
      () => reread(),
    )
  })
  const load = loaderOf(queryClient)
  let hasOpened = false
  let rereadAt = 0

  const reread = (before?: number) => {
    rereadAt = Date.now()
    void rereadLive(queryClient, before)
  }

  const close = openSharedStream(streamUrl(eventRoutes.stream.path), streamName(), {
    message: batch.add,
    state(next) {
      const before = connection
      setConnection(next)
      if (next !== 'open' || (before === 'open' && hasOpened)) return
      // The first time, only what was answered before the stream could tell of changes.
      if (hasOpened) reread()
      else reread(Date.now())
      hasOpened = true
    },
  })

  function onVisibility() {
    batch.flush()
    if (!document.hidden && Date.now() - rereadAt > rereadPause) reread()
  }
  document.addEventListener('visibilitychange', onVisibility)

  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    close()
    batch.stop()
  }
}

/** Tabs share a stream only with tabs of the same server and person: each person may see something else. */
const streamName = () => `yaffle:events:${config.rootPath}:${config.user?.id ?? 'visitor'}`

const importApply = async (queryClient: QueryClient) =>
  (await import('./applyEvents.ts')).eventsInto(queryClient)

/** Comes with the first message: most first looks at a page see none. Tried again when it could not be fetched. */
function loaderOf(queryClient: QueryClient) {
  let applying: ReturnType<typeof importApply> | undefined
  return () => {
    applying ??= importApply(queryClient)
    applying.catch(() => (applying = undefined))
    return applying
  }
}

/** A message without a repository says nothing, and one that cannot be read must not stop the next. */
function parse(data: string): PipelineMessage[] {
  try {
    return [decode(PipelineMessage, JSON.parse(data))]
  } catch {
    return []
  }
}
