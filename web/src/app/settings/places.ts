import type { Org } from '@yaffle/contract/orgs'
import type { Repo } from '@yaffle/contract/repos'
import type { User } from '@yaffle/contract/users'

import type { Scope } from '../../api/scope.ts'
import type { Place } from '../../domain/useLevels.ts'

/*
 * Who has secrets and registries, and from whom they are inherited, closest first: a repository from its organisation
 * and the server, an organisation or a person from the server.
 */

const everybody: Scope = { level: 'global' }

export const placeOfRepo = ({ id, org_id, full_name }: Repo): Place => ({
  scope: { level: 'repo', repoId: id },
  inherited: [...(org_id > 0 ? [{ level: 'org', orgId: org_id } as const] : []), everybody],
  name: full_name,
})

export const placeOfOrg = ({ id, name }: Pick<Org, 'id' | 'name'>): Place => ({
  scope: { level: 'org', orgId: id },
  inherited: [everybody],
  name,
})

/** Everybody owns an organisation of their own. */
export const placeOfUser = ({ org_id, login }: User): Place => placeOfOrg({ id: org_id, name: login })

export const placeOfServer: Place = { scope: everybody, inherited: [], name: '' }
