import * as z from 'zod/mini'

import { omitEmpty } from './encode.ts'
import { flag, id, int, list, Paging, text } from './fields.ts'
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

/** All fields are overwritten; `admin` does not count on creation. */
export const UserInput = z.object({
  login: text(),
  email: text(),
  avatar_url: text(),
  /** Below 1 is forge 1. */
  forge_id: int(),
  /** On update it says which user, if there is one of that id at the forge. */
  forge_remote_id: text(),
  admin: flag(),
})
export type UserInput = z.input<typeof UserInput>

const OneUser = z.object({ login: z.string() })
const WhichForge = z.object({ forge_id: z.optional(id()), forge_remote_id: z.optional(z.string()) })

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
  list: { method: 'GET', path: '/api/users', access: 'admin', query: Paging, response: list(User) },
  get: {
    method: 'GET',
    path: '/api/users/:login',
    access: 'admin',
    params: OneUser,
    query: WhichForge,
    response: User,
  },
  create: { method: 'POST', path: '/api/users', access: 'admin', body: UserInput, response: User },
  update: {
    method: 'PATCH',
    path: '/api/users/:login',
    access: 'admin',
    params: OneUser,
    query: WhichForge,
    body: UserInput,
    response: User,
  },
  /** With the user's organisation and all of its repositories. */
  remove: {
    method: 'DELETE',
    path: '/api/users/:login',
    access: 'admin',
    params: OneUser,
    query: WhichForge,
    response: z.void(),
  },
})
