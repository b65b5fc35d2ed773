import type { eventRoutes } from '@yaffle/contract/events'

import { createLimit, limitKey } from '../../http/limit.ts'
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
  const take = createLimit(50, 'event streams')

  return {
    stream(_input, { user, request, reply }) {
      const release = take(limitKey(user, request))
      const stream = openStream(reply, 'no-store')
      const stop = hub.watch({
        canSee(repo) {
          if (!user) return canSee(undefined, repo)
          const now = userOf(user.id)
          if (now?.hash === user.hash) return canSee(now, repo)
          stream.close()
          return false
        },
        send: (data) => void stream.send({ data }),
      })
      stream.onClose(() => {
        stop()
        release()
      })
    },
  }
}
