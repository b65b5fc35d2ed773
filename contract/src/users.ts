import * as z from 'zod/mini'

import { omitEmpty } from './encode.ts'
import { flag, int, text } from './fields.ts'
import { defineRoutes } from './route.ts'

export const User = omitEmpty(
  z.object({
    id: int(),
    forge_id: int(),
    forge_remote_id: text(),
    login: text(),
    email: text(),
    avatar_url: text(),
    admin: flag(),
    /** Admin by configuration; only filled in lists. */
    admin_env: flag(),
    /** Every user owns an organisation of that id. */
    org_id: int(),
  }),
  ['forge_id', 'admin', 'admin_env'],
)
export type User = z.output<typeof User>

export const userRoutes = defineRoutes({
  me: { method: 'GET', path: '/api/user', access: 'user', response: User },
  /** The caller's API token; the same one every time. */
  token: { method: 'POST', path: '/api/user/token', access: 'user', response: z.string(), produces: 'text' },
  /** A new token; all older ones, and every session of the caller, are dead. */
  resetToken: {
    method: 'DELETE',
    path: '/api/user/token',
    access: 'user',
    response: z.string(),
    produces: 'text',
  },
})
