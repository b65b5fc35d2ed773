import { createHash } from 'node:crypto'

import { fastifyFormbody } from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Database } from '../database/database.ts'
import type { TokenSet } from '../forge/driver.ts'
import {
  type CompleteDeps,
  createCompleteSignIn,
  type SignInError,
  type SignInForge,
} from './completeSignIn.ts'
import { endSession } from './cookies.ts'
import { textField } from './fields.ts'
import { type LocalAccounts, mountLocalSignIn } from './localSignIn.ts'
import { createLoginStates } from './loginStates.ts'
import { createOneTimeStore } from './oneTime.store.ts'

export interface AuthorizeDeps extends CompleteDeps {
  db: Database
  /** `''` or `/ci`. */
  root: string
  /** Public URL with the root path, without slash at the end; known at the latest when the first request comes. */
  publicUrl: () => string
  /** Undefined for an id that no forge has. */
  forgeOf: (forgeId: number) => SignInForge | undefined
  local: LocalAccounts
}

const longestParameter = 500

/** `/authorize`, `/logout` and the local forge's own sign-in pages (wire 2.4, 2.5). The session must be mounted before. */
export function mountAuthorize(app: FastifyInstance, deps: AuthorizeDeps) {
  const { db, root, publicUrl, forgeOf, clock } = deps
  const oneTime = createOneTimeStore(db, clock)
  const states = createLoginStates(oneTime)
  const completeSignIn = createCompleteSignIn(deps)
  const redirectUri = () => `${publicUrl()}/authorize`

  if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) app.register(fastifyFormbody)

  const fail = (reply: FastifyReply, error: SignInError) =>
    reply.redirect(`${root}/login?error=${error}`, 303)

  /** Leads to the forge. */
  function begin(request: FastifyRequest, reply: FastifyReply) {
    const wanted = textField(request, 'forge_id')
    if (wanted !== '' && !/^\d{1,15}$/.test(wanted)) return fail(reply, 'invalid_state')
    const forgeId = Number(wanted) || 1
    const forge = forgeOf(forgeId)
    if (!forge) return fail(reply, 'internal_error')
    const { token: state, verifier } = states.begin(request, reply, 'oauth-state', forgeId)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const url = forge.driver.authorizeUrl({ state, redirectUri: redirectUri(), challenge })
    // Our own pages by path: the browser may know this server under another name than the public one.
    const own = url.startsWith(`${publicUrl()}/`) ? root + url.slice(publicUrl().length) : url
    return reply.redirect(own, 303)
  }

  /** The browser is back from the forge. */
  async function comeBack(request: FastifyRequest, reply: FastifyReply, code: string, token: string) {
    const state = states.redeem(request, 'oauth-state', token)
    if (!state) return fail(reply, 'invalid_state')
    const forge = forgeOf(state.forgeId)
    if (!forge) return fail(reply, 'internal_error')
    let tokens: TokenSet
    try {
      tokens = await forge.driver.exchangeCode({ code, redirectUri: redirectUri(), verifier: state.verifier })
    } catch (error) {
      request.log.warn(error, 'the forge refused a sign-in code')
      return fail(reply, 'oauth_error')
    }
    return finish(request, reply, state.forgeId, forge, tokens)
  }

  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    forgeId: number,
    forge: SignInForge,
    tokens: TokenSet,
  ) {
    let problem: SignInError | undefined
    try {
      problem = await completeSignIn(request, reply, forgeId, forge, tokens)
    } catch (error) {
      request.log.error(error, 'sign-in failed')
      problem = 'internal_error'
    }
    if (problem) return fail(reply, problem)
    states.end(request, reply)
    return reply.redirect(`${root}/`, 303)
  }

  app.route({
    method: ['GET', 'POST'],
    url: '/authorize',
    handler: async (request, reply) => {
      if (textField(request, 'error')) return reply.redirect(`${root}/login?${refusal(request)}`, 303)
      const code = textField(request, 'code')
      const state = textField(request, 'state')
      return code && state ? comeBack(request, reply, code, state) : begin(request, reply)
    },
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/logout',
    handler: async (request, reply) => {
      endSession(request, reply)
      return reply.redirect(`${root}/`, 303)
    },
  })

  mountLocalSignIn(app, { ...deps, oneTime, states, finish })
}

/** What the forge said, handed on to the login page; an address only if it is one that a link may have. */
function refusal(request: FastifyRequest): string {
  const said = new URLSearchParams()
  for (const name of ['error', 'error_description', 'error_uri']) {
    const value = textField(request, name).slice(0, longestParameter)
    if (value === '' || (name === 'error_uri' && !/^https?:\/\//i.test(value))) continue
    said.set(name, value)
  }
  return said.toString()
}
