import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'

import type { Core } from '../core.ts'
import type { Database } from '../database/database.ts'
import { createLocalStore } from '../forge/local/local.store.ts'
import { hashPassword } from '../forge/local/passwords.ts'
import { sessionCookie } from '../http/cookies.ts'
import { signToken } from '../http/tokens.ts'
import type { UserRecord } from '../http/users.store.ts'
import { openEvents, type Events } from './events.ts'

type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Request {
  method?: Method | 'HEAD' | 'PUT' | 'OPTIONS'
  url: string
  headers?: Headers
  payload?: string | Buffer | object
}

interface Place {
  app: FastifyInstance
  publicUrl(): string
}

export interface Answer {
  status: number
  body: string
  headers: Record<string, string | string[] | number | undefined>
  /** The JSON as it travelled; fails when there is none. */
  json: () => unknown
  /** The same as an entity of the contract, mended as a client does it. */
  as: <Schema extends z.ZodMiniType>(schema: Schema) => z.output<Schema>
}

export type Calls = ReturnType<typeof callsOf>

/** Requests with the headers that say who is asking. */
export function callsOf({ app, publicUrl }: Place, headersOf: (method: string) => Headers) {
  async function request({ method = 'GET', url, headers, payload }: Request): Promise<Answer> {
    const answer = await app.inject({
      method,
      url,
      headers: { ...headersOf(method), ...headers },
      ...(payload !== undefined && { payload }),
    })
    const { statusCode: status, body } = answer
    const json = () => answer.json<unknown>()
    return { status, body, headers: answer.headers, json, as: (schema) => schema.parse(json()) }
  }
  const bare = (method: Method) => (url: string) => request({ method, url })
  const withBody = (method: Method) => (url: string, payload?: object) =>
    request({ method, url, ...(payload !== undefined && { payload }) })
  return {
    request,
    get: bare('GET'),
    post: withBody('POST'),
    patch: withBody('PATCH'),
    delete: bare('DELETE'),
    /** Server-sent events over a real connection. */
    events: (url: string, headers: Headers = {}): Promise<Events> =>
      openEvents(publicUrl() + url, { ...headersOf('GET'), ...headers }),
  }
}

export interface Person extends Calls {
  login: string
  /** As stored now. */
  readonly user: UserRecord
  /** The same requests with an API token in the place of cookie and CSRF header. */
  api: Calls
  /** Of the local forge. */
  remoteId: string
}

interface Deps extends Place {
  core: Core
  db: Database
  clock: () => number
  admins: string[]
}

export type People = ReturnType<typeof createPeople>

/** Of every account. */
export const password = 'correct horse'
let hash: Promise<string> | undefined

/** Accounts of the local forge that have signed in, each with a session cookie and an API token. */
export function createPeople({ app, core, db, clock, admins, publicUrl }: Deps) {
  const store = createLocalStore(db)
  const seconds = () => Math.floor(clock() / 1000)

  return {
    /** Makes the account unless it is there. A login of `admins` is a server admin. */
    async person(login: string): Promise<Person> {
      // Hashing is slow on purpose: once for all of a process.
      const password_hash = await (hash ??= hashPassword(password))
      const email = `${login}@example.org`
      const account =
        store.accounts.byLogin(login) ??
        store.accounts.insert({ login, email, password_hash, admin: false }, seconds())
      const forgeUser = { remoteId: String(account.id), login, email }
      const { id } = core.users.signIn({ forgeId: 1, forgeUser, admins, now: seconds() })
      const user = () => {
        const found = core.users.byId(id)
        if (!found) throw new Error(`${login} is gone`)
        return found
      }
      const place = { app, publicUrl }
      const session = (method: string): Headers => {
        const { hash } = user()
        const cookie = `${sessionCookie}=${signToken('sess', id, hash, seconds() + 3600)}`
        return method === 'GET' ? { cookie } : { cookie, 'x-csrf-token': signToken('csrf', id, hash) }
      }
      return {
        login,
        remoteId: String(account.id),
        get user() {
          return user()
        },
        ...callsOf(place, session),
        api: callsOf(place, () => ({ authorization: `Bearer ${signToken('user', id, user().hash)}` })),
      }
    },
    /** An organisation of the forge with its members; answers with its id here. */
    org(name: string, members: [Person, 'member' | 'admin'][] = []): number {
      for (const [{ remoteId }, level] of members) store.accounts.setMember(name, Number(remoteId), level)
      return core.orgs.ensure(1, name)
    },
  }
}
