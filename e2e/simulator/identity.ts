import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import type { User } from './entities.ts'
import type { World } from './world.ts'

type Kind = 'sess' | 'user' | 'csrf'

const sessionSeconds = 72 * 3600

/** Opaque to clients, as theirs are: who, what for, until when, and a signature with the user's own hash. */
function sign(kind: Kind, user: User, until: number): string {
  const said = `${kind}.${user.id}.${until}`
  return `${said}.${createHmac('sha256', user.hash).update(said).digest('hex').slice(0, 24)}`
}

export const userToken = (user: User) => sign('user', user, 0)
export const csrfToken = (user: User) => sign('csrf', user, 0)
export const sessionToken = (world: World, user: User) => sign('sess', user, world.now() + sessionSeconds)

function read(world: World, token: string, kinds: readonly Kind[]): { user: User; kind: Kind } | undefined {
  const [kind, id, until] = token.split('.')
  const user = world.users.find((one) => String(one.id) === id)
  const wanted = kinds.find((one) => one === kind)
  if (!user || !wanted || sign(wanted, user, Number(until)) !== token) return undefined
  return Number(until) !== 0 && Number(until) < world.now() ? undefined : { user, kind: wanted }
}

export interface Caller {
  user: User
  /** A session must show its CSRF token when it writes. */
  isSession: boolean
}

/** The first source that is there counts, even when it is no use (2.1). */
export function callerOf(
  world: World,
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
): Caller | undefined {
  const token = tokenOf(headers, query)
  const found = token === undefined ? undefined : read(world, token, ['sess', 'user'])
  return found && { user: found.user, isSession: found.kind === 'sess' }
}

function tokenOf(headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined {
  const { authorization } = headers
  if (authorization) return /^Bearer (\S+)$/.exec(authorization)?.[1]
  const gitlab = headers['x-gitlab-token']
  if (typeof gitlab === 'string' && gitlab) return gitlab
  const inQuery = query.get('access_token')
  if (inQuery) return inQuery
  return /(?:^|;\s*)user_sess=([^;]*)/.exec(headers.cookie ?? '')?.[1]
}

export const isCsrfOf = (world: World, user: User, given: unknown) =>
  typeof given === 'string' && read(world, given, ['csrf'])?.user === user

/** Without SameSite and with a path of `/`, wherever the server is mounted (2.4). */
export function sessionCookie(world: World, user: User, isSecure: boolean): string {
  const parts = [`user_sess=${sessionToken(world, user)}`, 'Path=/', 'Max-Age=2147483647', 'HttpOnly']
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}
export const deadCookies = ['user_sess=deleted; Path=/; Max-Age=0', 'user_last=deleted; Path=/; Max-Age=0']

export const freshState = () => randomBytes(12).toString('hex')
