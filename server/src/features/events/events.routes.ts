import type { eventRoutes } from '@yaffle/contract/events'

import { createLimit } from '../../http/limit.ts'
import type { Handlers, RepoRecord } from '../../http/mount.ts'
import { openStream } from '../../http/sse.ts'
import type { UserRecord } from '../../http/users.store.ts'
import type { EventHub } from './events.hub.ts'

interface Deps {
  hub: EventHub
  canSee(user: UserRecord | undefined, repo: RepoRecord): boolean
  /** As the user is now: rights and sessions may have changed since the stream was opened. */
  userOf(id: number): UserRecord | undefined
}

export function eventHandlers({ hub, canSee, userOf }: Deps): Handlers<typeof eventRoutes> {
  const take = createLimit('event streams', { user: 50, visitor: 1000 })

  return {
    stream(_input, { user, request, reply }) {
      const release = take(user, request)
      const stream = openStream(reply, 'no-store')
      const stop = hub.watch({
        viewer: user ? `${user.id} ${user.hash}` : '',
        canSee(repo) {
          if (!user) return canSee(undefined, repo)
          const now = userOf(user.id)
          return now?.hash === user.hash && canSee(now, repo)
        },
        send: stream.write,
      })
      // A session that has ended gets nothing more, and is told so by the end of its stream.
      const check = setInterval(() => {
        if (user && userOf(user.id)?.hash !== user.hash) stream.close()
      }, 5000)
      stream.onClose(() => {
        clearInterval(check)
        stop()
        release()
      })
    },
  }
}
