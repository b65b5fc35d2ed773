import { readFileSync } from 'node:fs'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Database } from '../database/database.ts'
import type { ForgeUser, TokenSet } from '../forge/driver.ts'
import { createGuard } from './attempts.ts'
import type { SignInForge } from './completeSignIn.ts'
import { textField } from './fields.ts'
import type { LoginStates } from './loginStates.ts'
import { createOneTimeStore, type OneTimeStore } from './oneTime.store.ts'
import { linkGonePage, linkPage, signInForm, signInPaths } from './signInPages.ts'
import { localForgeId } from './users.store.ts'

/** The local forge, as far as signing in goes. */
export interface LocalAccounts {
  signIn(login: string, password: string): Promise<ForgeUser | undefined>
  accountOf(login: string): ForgeUser | undefined
  /** A code that the driver's `exchangeCode` takes, once. */
  issueCode(account: ForgeUser): string
}

interface LocalDeps {
  root: string
  forgeOf: (forgeId: number) => SignInForge | undefined
  local: LocalAccounts
  oneTime: OneTimeStore
  states: LoginStates
  clock: () => number
  finish: (
    request: FastifyRequest,
    reply: FastifyReply,
    forgeId: number,
    forge: SignInForge,
    tokens: TokenSet,
  ) => Promise<FastifyReply>
}

const linkPurpose = 'sign-in-link'
/** Seconds. */
const linkLife = 900
const longestLogin = 250
const longestPassword = 1000

const stylesheet = readFileSync(new URL('signIn.css', import.meta.url))

/** The pages that the local forge has in the place of a remote one's: a form for login and password, a one-time link. */
export function mountLocalSignIn(app: FastifyInstance, deps: LocalDeps) {
  const { root, forgeOf, local, oneTime, states, finish, clock } = deps
  const guard = createGuard(clock)

  const factsOf = (request: FastifyRequest) => ({ root, language: request.headers['accept-language'] })
  const html = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).type('text/html; charset=utf-8').header('vary', 'accept-language').send(page)
  const invalidState = (reply: FastifyReply) => reply.redirect(`${root}/login?error=invalid_state`, 303)

  app.get(signInPaths.style, (_request, reply) =>
    reply
      .removeHeader('expires')
      .removeHeader('last-modified')
      .header('cache-control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(stylesheet),
  )

  app.get(signInPaths.form, async (request, reply) => {
    const state = textField(request, 'state')
    if (state === '') return reply.redirect(`${root}/authorize?forge_id=${localForgeId}`, 303)
    if (!states.peek(request, 'oauth-state', state)) return invalidState(reply)
    return html(reply, 200, signInForm({ ...factsOf(request), state, login: '' }))
  })

  app.post(signInPaths.form, { config: { hasOwnCsrf: true } }, async (request, reply) => {
    const state = textField(request, 'state')
    const login = textField(request, 'login').trim().slice(0, longestLogin)
    const password = textField(request, 'password')
    const facts = { ...factsOf(request), state, login }

    if (!states.peek(request, 'oauth-state', state)) {
      const fresh = states.begin(request, reply, 'oauth-state', localForgeId).token
      return html(reply, 400, signInForm({ ...facts, state: fresh, problem: 'expired' }))
    }
    if (login === '' || password === '') return html(reply, 400, signInForm({ ...facts, problem: 'missing' }))

    const waitSeconds = guard.waitOf(request.ip, login)
    if (waitSeconds > 0) {
      reply.header('retry-after', String(waitSeconds))
      return html(reply, 429, signInForm({ ...facts, problem: { waitSeconds } }))
    }
    guard.begin(request.ip, login)
    const account = password.length <= longestPassword ? await local.signIn(login, password) : undefined
    if (!account) return html(reply, 401, signInForm({ ...facts, problem: 'wrong' }))
    guard.succeeded(request.ip, login)

    const answer = new URLSearchParams({ code: local.issueCode(account), state })
    return reply.redirect(`${root}/authorize?${answer.toString()}`, 303)
  })

  app.get(signInPaths.link, async (request, reply) => {
    const token = textField(request, 'token')
    const data = oneTime.peek(linkPurpose, token) as { login: string } | undefined
    if (!data) return html(reply, 410, linkGonePage(factsOf(request)))
    const state = states.begin(request, reply, 'link-state', localForgeId).token
    return html(reply, 200, linkPage({ ...factsOf(request), state, token, login: data.login }))
  })

  app.post(signInPaths.link, { config: { hasOwnCsrf: true } }, async (request, reply) => {
    if (!states.redeem(request, 'link-state', textField(request, 'state'))) return invalidState(reply)
    const data = oneTime.redeem(linkPurpose, textField(request, 'token')) as { login: string } | undefined
    const account = data && local.accountOf(data.login)
    const forge = forgeOf(localForgeId)
    if (!account || !forge) return html(reply, 410, linkGonePage(factsOf(request)))
    const tokens = await forge.driver.exchangeCode({ code: local.issueCode(account), redirectUri: '' })
    return finish(request, reply, localForgeId, forge, tokens)
  })
}

interface LinkDeps {
  db: Database
  /** Milliseconds. */
  clock: () => number
  publicUrl: () => string
}

/** The address of a page that signs in as this local account: once, within 15 minutes. */
export function issueSignInLink({ db, clock, publicUrl }: LinkDeps, login: string): string {
  const token = createOneTimeStore(db, clock).issue(linkPurpose, { login }, linkLife)
  return `${publicUrl()}${signInPaths.link}?token=${token}`
}
