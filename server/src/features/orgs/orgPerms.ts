import type { Org, OrgPerm } from '@yaffle/contract/orgs'

import type { Forges } from '../../forge/forges.ts'
import type { UserRecord } from '../../http/users.store.ts'

const neither: OrgPerm = { member: false, admin: false }
const both: OrgPerm = { member: true, admin: true }
const keptForMs = 10 * 60_000

export type OrgPerms = ReturnType<typeof createOrgPerms>

/** Who belongs to an organisation (wire 2.8): the forge's word, kept for ten minutes. */
export function createOrgPerms(forges: Forges, clock: () => number) {
  const known = new Map<string, { perm: OrgPerm; until: number }>()

  async function ask(user: UserRecord, org: Org): Promise<OrgPerm> {
    const key = `${user.id} ${org.id}`
    const kept = known.get(key)
    if (kept && kept.until > clock()) return kept.perm
    const perm = await forges
      .driver(user.forge_id)
      .orgMembership(forges.ctxOf(user), org.name, { remoteId: user.forge_remote_id, login: user.login })
    known.set(key, { perm, until: clock() + keptForMs })
    return perm
  }

  const isOwn = (user: UserRecord, org: Org) => org.name === user.login && org.forge_id === user.forge_id

  return {
    /** For access to the organisation and everything below it. */
    async forAccess(user: UserRecord | undefined, org: Org): Promise<OrgPerm> {
      if (!user) return neither
      if (isOwn(user, org) || user.admin) return both
      return org.forge_id === user.forge_id ? ask(user, org) : neither
    },

    /** For the permission document, whose table differs a little. */
    async forDocument(user: UserRecord | undefined, org: Org): Promise<OrgPerm> {
      if (!user) return neither
      if (org.is_user) return isOwn(user, org) ? both : neither
      if (user.admin) return both
      return org.forge_id === user.forge_id ? ask(user, org) : neither
    },
  }
}
