import { randomBytes } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { isHttps, readCookie, setCookie } from './cookies.ts'
import { hashOf, type OneTimeStore } from './oneTime.store.ts'

/** What a sign-in that has begun remembers until the browser comes back. */
export interface LoginState {
  forgeId: number
  /** PKCE: proves to the forge that the code comes back to whoever asked for it. */
  verifier: string
}

/** `link` is the confirmation of a sign-in link; a state of one kind is none of the other. */
type Kind = 'oauth-state' | 'link-state'

const fiveMinutes = 300

export type LoginStates = ReturnType<typeof createLoginStates>

/**
 * States of sign-ins under way: used once, five minutes long, and only by the browser that began, which a cookie tells.
 * Without the cookie somebody could be signed in to a stranger's account by opening a link.
 */
export function createLoginStates(oneTime: OneTimeStore) {
  // The prefix makes browsers refuse the cookie from anything but this very host over https.
  const nameOf = (request: FastifyRequest) => (isHttps(request) ? '__Host-yaffle_login' : 'yaffle_login')

  function read(
    source: 'peek' | 'redeem',
    request: FastifyRequest,
    kind: Kind,
    token: string,
  ): LoginState | undefined {
    const browser = readCookie(request, nameOf(request))
    if (!browser) return undefined
    const state = oneTime.peek(kind, token) as (LoginState & { browser: string }) | undefined
    if (state?.browser !== hashOf(browser)) return undefined
    return source === 'peek' ? state : (oneTime.redeem(kind, token) as LoginState | undefined)
  }

  return {
    begin(request: FastifyRequest, reply: FastifyReply, kind: Kind, forgeId: number) {
      const known = readCookie(request, nameOf(request))
      // Sign-ins in several tabs of one browser share the cookie.
      const browser = known && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url')
      setCookie(request, reply, nameOf(request), browser, { path: '/', maxAge: fiveMinutes })
      const state: LoginState = { forgeId, verifier: randomBytes(32).toString('base64url') }
      return { ...state, token: oneTime.issue(kind, { ...state, browser: hashOf(browser) }, fiveMinutes) }
    },
    peek: (request: FastifyRequest, kind: Kind, token: string) => read('peek', request, kind, token),
    redeem: (request: FastifyRequest, kind: Kind, token: string) => read('redeem', request, kind, token),
    /** Once signed in, the browser needs it no more. */
    end(request: FastifyRequest, reply: FastifyReply) {
      setCookie(request, reply, nameOf(request), 'deleted', { path: '/', maxAge: 0 })
    },
  }
}
