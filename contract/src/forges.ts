import * as z from 'zod/mini'

import { omitEmpty } from './encode.ts'
import { flag, id, int, list, Paging, text } from './fields.ts'
import { defineRoutes } from './route.ts'

export const Forge = omitEmpty(
  z.object({
    id: int(),
    /** `github`, `gitlab`, `gitea`, `forgejo`, `bitbucket`, `bitbucket-dc` or `addon` (the embedded server's own). */
    type: text(),
    url: text(),
    client: text(),
    skip_verify: flag(),
    /** Public URL for browsers, if it differs from `url`. */
    oauth_host: text(),
    /** Organisations whose members may sign in; empty means everybody. */
    orgs: list(z.string()),
    additional_options: z.pipe(
      z.nullish(z.record(z.string(), z.unknown())),
      z.transform((value) => value ?? {}),
    ),
  }),
  ['client', 'skip_verify', 'oauth_host', 'orgs', 'additional_options'],
)
export type Forge = z.output<typeof Forge>

/** All fields are replaced; an empty `oauth_client_secret` keeps. */
export const ForgeInput = z.object({
  type: text(),
  url: text(),
  client: text(),
  oauth_client_secret: text(),
  skip_verify: flag(),
  oauth_host: text(),
  orgs: list(z.string()),
  additional_options: z.pipe(
    z.nullish(z.record(z.string(), z.unknown())),
    z.transform((value) => value ?? {}),
  ),
})
export type ForgeInput = z.input<typeof ForgeInput>

/** Only admins get more than `id`, `type` and `url`. */
export const forgeRoutes = defineRoutes({
  list: { method: 'GET', path: '/api/forges', access: 'any', query: Paging, response: list(Forge) },
  get: {
    method: 'GET',
    path: '/api/forges/:forge_id',
    access: 'any',
    params: z.object({ forge_id: id() }),
    response: Forge,
  },
  create: { method: 'POST', path: '/api/forges', access: 'admin', body: ForgeInput, response: Forge },
  update: {
    method: 'PATCH',
    path: '/api/forges/:forge_id',
    access: 'admin',
    params: z.object({ forge_id: id() }),
    body: ForgeInput,
    response: Forge,
  },
  remove: {
    method: 'DELETE',
    path: '/api/forges/:forge_id',
    access: 'admin',
    params: z.object({ forge_id: id() }),
    response: z.void(),
  },
})
