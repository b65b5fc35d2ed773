import type { FastifyInstance, FastifyRequest } from 'fastify'

import { readCookie, sessionCookie } from './cookies.ts'
import { HttpError } from './errors.ts'
import { verifyToken } from './tokens.ts'
import type { UserRecord } from './users.store.ts'

/** Who is asking, and how they said so: a `sess` token needs the CSRF header, a `user` token is an API token. */
export interface Caller {
  user: UserRecord
  tokenType: 'user' | 'sess'
  /** Sent along by the browser on its own, not put there by a program. */
  isFromCookie: boolean
}

interface SessionDeps {
  userById: (id: number) => UserRecord | undefined
  /** Milliseconds. */
  clock: () => number
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** Undefined for a visitor. Known from the first hook on. */
export const callerOf = (request: FastifyRequest): Caller | undefined => callers.get(request)
export const userOf = (request: FastifyRequest): UserRecord | undefined => callers.get(request)?.user

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has its own proof that a form was meant: the CSRF header, which a form cannot send, is not asked for. */
    hasOwnCsrf?: boolean
  }
}

interface Source {
  /** Empty when it was named but is malformed: nothing else is tried then. */
  token: string
  isFromCookie: boolean
}

/** Finds out who is asking for every request of the instance and refuses a session that lacks its CSRF header (wire 2.1, 2.3). */
export function mountSession(app: FastifyInstance, { userById, clock }: SessionDeps) {
  function identify(request: FastifyRequest, source: Source | undefined) {
    callers.delete(request)
    if (!source?.token) return
    let user: UserRecord | undefined
    const found = verifyToken(source.token, (id) => (user = userById(id))?.hash, now())
    if (!user || !found || found.type === 'csrf') return
    callers.set(request, { user, tokenType: found.type, isFromCookie: source.isFromCookie })
  }

  const now = () => Math.floor(clock() / 1000)

  function checkCsrf(request: FastifyRequest) {
    const caller = callers.get(request)
    if (caller?.tokenType !== 'sess' || ['GET', 'OPTIONS'].includes(request.method)) return
    if (request.routeOptions.config.hasOwnCsrf) return
    const given = request.headers['x-csrf-token']
    const { hash } = caller.user
    const found = typeof given === 'string' ? verifyToken(given, () => hash, now()) : undefined
    if (found?.type !== 'csrf' || found.userId !== caller.user.id) throw new HttpError(401, '')
  }

  app.addHook('onRequest', async (request) => {
    identify(request, sourceOf(request))
    if (!mayNameTokenInForm(request)) checkCsrf(request)
  })

  // A form field counts more than a cookie, and is known only once the body is read.
  app.addHook('preValidation', async (request) => {
    if (!mayNameTokenInForm(request)) return
    const field = (request.body as Record<string, unknown> | undefined)?.['access_token']
    if (typeof field === 'string' && field !== '') identify(request, { token: field, isFromCookie: false })
    checkCsrf(request)
  })
}

/** The first place that says anything decides, also when what it says is no use. */
function sourceOf(request: FastifyRequest): Source | undefined {
  const named = namedSource(request)
  if (named !== undefined) return { token: named, isFromCookie: false }
  const cookie = readCookie(request, sessionCookie)
  return cookie ? { token: cookie, isFromCookie: true } : undefined
}

function namedSource(request: FastifyRequest): string | undefined {
  const { authorization, 'x-gitlab-token': gitlab } = request.headers
  if (authorization) return /^Bearer ([^\s]+)$/.exec(authorization)?.[1] ?? ''
  if (typeof gitlab === 'string' && gitlab !== '') return gitlab
  const query = (request.query as Record<string, unknown>)['access_token']
  const first: unknown = Array.isArray(query) ? query[0] : query
  return typeof first === 'string' && first !== '' ? first : undefined
}

function mayNameTokenInForm(request: FastifyRequest): boolean {
  const type = request.headers['content-type'] ?? ''
  return (
    type.toLowerCase().startsWith('application/x-www-form-urlencoded') && namedSource(request) === undefined
  )
}
