import type { orgRoutes } from '@yaffle/contract/orgs'

import { notFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/mount.ts'
import type { UserRecord } from '../../http/users.store.ts'
import type { OrgPerms } from './orgPerms.ts'
import type { OrgStore } from './orgs.store.ts'

interface Deps {
  orgs: OrgStore
  perms: OrgPerms
  /** Stops what runs in the organisation's repositories and takes their hooks away. */
  closeRepos(org_id: number, caller: UserRecord): Promise<void>
}

export const orgHandlers = ({ orgs, perms, closeRepos }: Deps): Handlers<typeof orgRoutes> => ({
  get: (_input, { org }) => org,

  permissions: (_input, { org, user }) => perms.forDocument(user, org),

  async lookup({ params }, { user }) {
    const org = orgs.byName(user.forge_id, params['*'])
    if (!org) throw notFound('Organization')
    if (org.private && !(await perms.forAccess(user, org)).member) throw notFound('Organization')
    return org
  },

  list: ({ query }) => orgs.list(query.page, query.perPage),

  async remove({ params }, { user }) {
    const org = orgs.get(params.org_id)
    if (!org) throw notFound('Organization')
    await closeRepos(org.id, user)
    orgs.remove(org.id)
  },
})
