import * as z from 'zod/mini'

import { id, int, list, maybe, Paging, text } from './fields.ts'
import { defineRoutes } from './route.ts'

/** A secret as it can be read: never its value. Global when both `org_id` and `repo_id` are 0. */
export const Secret = z.object({
  id: int(),
  org_id: int(),
  repo_id: int(),
  name: text(),
  /** Plugin images that may use it; empty means every step. */
  images: list(z.string()),
  /** Pipeline events it is there for, sorted. */
  events: list(z.string()),
  note: text(),
})
export type Secret = z.output<typeof Secret>

/** Names, events and images are checked by the server with the wire's own reasons (422). */
export const SecretInput = z.object({
  name: text(),
  value: text(),
  events: list(z.string()),
  images: list(z.string()),
  note: text(),
})
export type SecretInput = z.input<typeof SecretInput>

/** Absent keeps; an empty value keeps, too. The name cannot be changed. */
export const SecretPatch = z.object({
  value: maybe(z.string()),
  events: maybe(z.array(z.string())),
  images: maybe(z.array(z.string())),
  note: maybe(z.string()),
})
export type SecretPatch = z.input<typeof SecretPatch>

const InRepo = z.object({ repo_id: id() })
const InOrg = z.object({ org_id: id() })
const Named = z.object({ name: z.string() })

export const repoSecretRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/repos/:repo_id/secrets',
    access: 'repo:push',
    params: InRepo,
    query: Paging,
    response: list(Secret),
  },
  get: {
    method: 'GET',
    path: '/api/repos/:repo_id/secrets/:name',
    access: 'repo:push',
    params: z.extend(InRepo, Named.shape),
    response: Secret,
  },
  create: {
    method: 'POST',
    path: '/api/repos/:repo_id/secrets',
    access: 'repo:push',
    params: InRepo,
    body: SecretInput,
    response: Secret,
  },
  update: {
    method: 'PATCH',
    path: '/api/repos/:repo_id/secrets/:name',
    access: 'repo:push',
    params: z.extend(InRepo, Named.shape),
    body: SecretPatch,
    response: Secret,
  },
  remove: {
    method: 'DELETE',
    path: '/api/repos/:repo_id/secrets/:name',
    access: 'repo:push',
    params: z.extend(InRepo, Named.shape),
    response: z.void(),
  },
})

export const orgSecretRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/orgs/:org_id/secrets',
    access: 'org:admin',
    params: InOrg,
    query: Paging,
    response: list(Secret),
  },
  get: {
    method: 'GET',
    path: '/api/orgs/:org_id/secrets/:name',
    access: 'org:admin',
    params: z.extend(InOrg, Named.shape),
    response: Secret,
  },
  create: {
    method: 'POST',
    path: '/api/orgs/:org_id/secrets',
    access: 'org:admin',
    params: InOrg,
    body: SecretInput,
    response: Secret,
  },
  update: {
    method: 'PATCH',
    path: '/api/orgs/:org_id/secrets/:name',
    access: 'org:admin',
    params: z.extend(InOrg, Named.shape),
    body: SecretPatch,
    response: Secret,
  },
  remove: {
    method: 'DELETE',
    path: '/api/orgs/:org_id/secrets/:name',
    access: 'org:admin',
    params: z.extend(InOrg, Named.shape),
    response: z.void(),
  },
})

export const globalSecretRoutes = defineRoutes({
  list: { method: 'GET', path: '/api/secrets', access: 'user', query: Paging, response: list(Secret) },
  get: { method: 'GET', path: '/api/secrets/:name', access: 'user', params: Named, response: Secret },
  create: { method: 'POST', path: '/api/secrets', access: 'admin', body: SecretInput, response: Secret },
  update: {
    method: 'PATCH',
    path: '/api/secrets/:name',
    access: 'admin',
    params: Named,
    body: SecretPatch,
    response: Secret,
  },
  remove: {
    method: 'DELETE',
    path: '/api/secrets/:name',
    access: 'admin',
    params: Named,
    response: z.void(),
  },
})
