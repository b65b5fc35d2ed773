import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Ctx, ForgeDriver, ForgeUser, TokenSet } from '../forge/driver.ts'
import { ForgeError } from '../forge/driver.ts'
import { startSession } from './cookies.ts'
import { signToken } from './tokens.ts'
import { isNamedAdmin, type UserRecord, type UserStore } from './users.store.ts'

/** The errors of the login page (wire 2.5). */
export type SignInError =
  | 'invalid_state'
  | 'internal_error'
  | 'oauth_error'
  | 'org_access_denied'
  | 'registration_closed'

/** A forge as a way in. */
export interface SignInForge {
  driver: ForgeDriver
  /** Organisations whose members may sign in; empty means everybody. */
  orgs: readonly string[]
}

export interface CompleteDeps {
  users: UserStore
  admins: readonly string[]
  /** May a stranger register by signing in? Accounts of the local forge are no strangers: an administrator made them. */
  isOpen: boolean
  sessionSeconds: number
  /** Milliseconds. */
  clock: () => number
  /** Brings the user's repository permissions up to date. When it fails the sign-in stands; they are read again later. */
  afterSignIn: (user: UserRecord, tokens: TokenSet) => Promise<void>
}

const forgeTimeoutMs = 60_000

/** Signs in whomever the forge's tokens belong to: records, session cookie. Answers with why not, or undefined. */
export function createCompleteSignIn(deps: CompleteDeps) {
  const { users, admins, isOpen, sessionSeconds, clock, afterSignIn } = deps

  return async function completeSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    forgeId: number,
    { driver, orgs }: SignInForge,
    tokens: TokenSet,
  ): Promise<SignInError | undefined> {
    const ctx = ctxOf(tokens)
    const account = await driver.me(ctx)
    if (orgs.length > 0 && !(await isMember(driver, ctx, orgs))) return 'org_access_denied'
    if (!mayEnter(driver, forgeId, account)) return 'registration_closed'
    const now = Math.floor(clock() / 1000)
    const user = users.signIn({ forgeId, forgeUser: account, admins, now })
    await afterSignIn(user, tokens).catch((error: unknown) =>
      request.log.warn(error, 'permissions not read at sign-in'),
    )
    startSession(request, reply, signToken('sess', user.id, user.hash, now + sessionSeconds))
    return undefined
  }

  function mayEnter(driver: ForgeDriver, forgeId: number, account: ForgeUser): boolean {
    if (isOpen || driver.kind === 'local') return true
    return users.find(forgeId, account) !== undefined || isNamedAdmin(admins, forgeId, account.login)
  }
}

async function isMember(driver: ForgeDriver, ctx: Ctx, orgs: readonly string[]): Promise<boolean> {
  for await (const org of driver.listOrgs(ctx)) if (orgs.includes(org.name)) return true
  return false
}

function ctxOf(tokens: TokenSet): Ctx {
  return {
    token: {
      get: () => Promise.resolve(tokens.access),
      invalidate: () =>
        Promise.reject(new ForgeError('reauth_required', 'The forge refused its own new token')),
    },
    signal: AbortSignal.timeout(forgeTimeoutMs),
  }
}
