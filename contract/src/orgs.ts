import * as z from 'zod/mini'

import { omitEmpty } from './encode.ts'
import { flag, id, int, list, Paging, text } from './fields.ts'
import { defineRoutes } from './route.ts'

/** The owner of repositories: an organisation of the forge, or a user's own (`is_user`). */
export const Org = omitEmpty(z.object({ id: int(), forge_id: int(), name: text(), is_user: flag() }), [
  'id',
  'forge_id',
])
export type Org = z.output<typeof Org>

export const OrgPerm = z.object({ member: flag(), admin: flag() })
export type OrgPerm = z.output<typeof OrgPerm>

const InOrg = z.object({ org_id: id() })

export const orgRoutes = defineRoutes({
  get: { method: 'GET', path: '/api/orgs/:org_id', access: 'org:member', params: InOrg, response: Org },
  permissions: {
    method: 'GET',
    path: '/api/orgs/:org_id/permissions',
    access: 'org',
    params: InOrg,
    response: OrgPerm,
  },
  lookup: {
    method: 'GET',
    path: '/api/orgs/lookup/*',
    access: 'user',
    params: z.object({ '*': z.string() }),
    response: Org,
  },
  /** Without those that belong to a user. */
  list: { method: 'GET', path: '/api/orgs', access: 'admin', query: Paging, response: list(Org) },
  /** With its secrets and all of its repositories. */
  remove: { method: 'DELETE', path: '/api/orgs/:org_id', access: 'admin', params: InOrg, response: z.void() },
})
