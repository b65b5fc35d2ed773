import type { Forge, forgeRoutes } from '@yaffle/contract/forges'

import { notFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/mount.ts'
import type { ForgeStore } from './forges.store.ts'

/** What everybody may know of a forge; the sign-in page needs no more. */
const reduced = ({ id, type, url }: Forge): Forge => ({
  id,
  type,
  url,
  client: '',
  skip_verify: false,
  oauth_host: '',
  orgs: [],
  additional_options: {},
})

export const forgeHandlers = (forges: ForgeStore): Handlers<typeof forgeRoutes> => ({
  list({ query }, { user }) {
    const list = forges.list(query.page, query.perPage)
    return user?.admin ? list : list.map(reduced)
  },

  get({ params }, { user }) {
    const forge = forges.get(params.forge_id)
    if (!forge) throw notFound('Forge')
    return user?.admin ? forge : reduced(forge)
  },
})
