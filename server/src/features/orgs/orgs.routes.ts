import type { orgRoutes } from '@yaffle/contract/orgs'

import { notFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/mount.ts'
import type { OrgPerms } from './orgPerms.ts'
import type { OrgStore } from './orgs.store.ts'

export const orgHandlers = (orgs: OrgStore, perms: OrgPerms): Handlers<typeof orgRoutes> => ({
  get: (_input, { org }) => org,

  permissions: (_input, { org, user }) => perms.forDocument(user, org),

  async lookup({ params }, { user }) {
    const org = orgs.byName(user.forge_id, params['*'])
    if (!org) throw notFound('Organization')
    if (org.private && !(await perms.forAccess(user, org)).member) throw notFound('Organization')
    return org
  },
})
