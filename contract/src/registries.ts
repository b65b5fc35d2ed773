import * as z from 'zod/mini'

import { flag, id, int, list, Paging, text } from './fields.ts'
import { defineRoutes } from './route.ts'

/** Credentials of an image registry. Global when both `org_id` and `repo_id` are 0. */
export const Registry = z.object({
  id: int(),
  org_id: int(),
  repo_id: int(),
  address: text(),
  username: text(),
  /** Always '' in answers. */
  password: text(),
  /** Comes from the operator's own configuration. */
  readonly: flag(),
})
export type Registry = z.output<typeof Registry>

/** All three are required on creation; on update an empty one keeps. */
export const RegistryInput = z.object({ address: text(), username: text(), password: text() })
export type RegistryInput = z.input<typeof RegistryInput>

const InRepo = z.object({ repo_id: id() })
const InOrg = z.object({ org_id: id() })
const Addressed = z.object({ address: z.string() })

export const repoRegistryRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/repos/:repo_id/registries',
    access: 'repo:push',
    params: InRepo,
    query: Paging,
    response: list(Registry),
  },
  get: {
    method: 'GET',
    path: '/api/repos/:repo_id/registries/:address',
    access: 'repo:push',
    params: z.extend(InRepo, Addressed.shape),
    response: Registry,
  },
  create: {
    method: 'POST',
    path: '/api/repos/:repo_id/registries',
    access: 'repo:push',
    params: InRepo,
    body: RegistryInput,
    response: Registry,
  },
  update: {
    method: 'PATCH',
    path: '/api/repos/:repo_id/registries/:address',
    access: 'repo:push',
    params: z.extend(InRepo, Addressed.shape),
    body: RegistryInput,
    response: Registry,
  },
  remove: {
    method: 'DELETE',
    path: '/api/repos/:repo_id/registries/:address',
    access: 'repo:push',
    params: z.extend(InRepo, Addressed.shape),
    response: z.void(),
  },
})

export const orgRegistryRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/orgs/:org_id/registries',
    access: 'org:admin',
    params: InOrg,
    query: Paging,
    response: list(Registry),
  },
  get: {
    method: 'GET',
    path: '/api/orgs/:org_id/registries/:address',
    access: 'org:admin',
    params: z.extend(InOrg, Addressed.shape),
    response: Registry,
  },
  create: {
    method: 'POST',
    path: '/api/orgs/:org_id/registries',
    access: 'org:admin',
    params: InOrg,
    body: RegistryInput,
    response: Registry,
  },
  update: {
    method: 'PATCH',
    path: '/api/orgs/:org_id/registries/:address',
    access: 'org:admin',
    params: z.extend(InOrg, Addressed.shape),
    body: RegistryInput,
    response: Registry,
  },
  remove: {
    method: 'DELETE',
    path: '/api/orgs/:org_id/registries/:address',
    access: 'org:admin',
    params: z.extend(InOrg, Addressed.shape),
    response: z.void(),
  },
})

export const globalRegistryRoutes = defineRoutes({
  list: { method: 'GET', path: '/api/registries', access: 'user', query: Paging, response: list(Registry) },
  get: {
    method: 'GET',
    path: '/api/registries/:address',
    access: 'user',
    params: Addressed,
    response: Registry,
  },
  create: {
    method: 'POST',
    path: '/api/registries',
    access: 'admin',
    body: RegistryInput,
    response: Registry,
  },
  update: {
    method: 'PATCH',
    path: '/api/registries/:address',
    access: 'admin',
    params: Addressed,
    body: RegistryInput,
    response: Registry,
  },
  remove: {
    method: 'DELETE',
    path: '/api/registries/:address',
    access: 'admin',
    params: Addressed,
    response: z.void(),
  },
})
