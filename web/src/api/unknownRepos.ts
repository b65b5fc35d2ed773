import type { QueryClient } from '@tanstack/react-query'

import { feed } from './feed.ts'
import { reposMine } from './repos.ts'

/** Until a repository that was not the caller's is asked about once more (ms). */
const again = 300_000
/** The feed is not read more often than this because of it (ms). */
const pace = 5_000

/**
 * Gives what looks after repositories that events tell of and that neither the feed nor the list of repositories holds.
 * The feed knows those of the newest pipelines, the list may never have been read: they may be the caller's all the same,
 * or somebody else's, as a public server tells everybody about its public ones. Only the server knows: the feed is read
 * again.
 */
export function unknownReposInto(queryClient: QueryClient) {
  const asked = new Map<number, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let readAt = -Infinity

  function read() {
    timer = undefined
    readAt = Date.now()
    for (const [id, at] of asked) if (readAt - at > again) asked.delete(id)
    // An answer under way may have been read before the event.
    void queryClient.invalidateQueries({ queryKey: feed.queryKey })
  }

  return (repoIds: Iterable<number>) => {
    const items = queryClient.getQueryData(feed.queryKey)
    if (!items) return
    const mine = queryClient.getQueryData(reposMine.queryKey) ?? []
    const now = Date.now()
    const listed = new Set(items.map(({ repo_id }) => repo_id))
    const unknown = [...repoIds].filter(
      (id) =>
        !listed.has(id) && now - (asked.get(id) ?? -Infinity) > again && !mine.some((repo) => repo.id === id),
    )
    if (unknown.length === 0) return
    for (const id of unknown) asked.set(id, now)
    timer ??= setTimeout(read, Math.max(0, readAt + pace - now))
  }
}
