import type { feedRoutes } from '@yaffle/contract/feed'

import type { Handlers } from '../../http/mount.ts'
import type { FeedStore } from './feed.store.ts'

export const feedHandlers = (feed: FeedStore): Handlers<typeof feedRoutes> => ({
  list: ({ query }, { user }) => (query.latest ? feed.latest(user.id) : feed.newest(user.id)),
  active: () => feed.active(),
})
