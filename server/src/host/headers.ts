import type { FastifyInstance, FastifyRequest } from 'fastify'

import { callerOf } from '../http/session.ts'

interface HeaderDeps {
  root: string
  version: string
  /** The update check's document, which the page itself reads. */
  versionUrl: string | undefined
}

const byDefault = {
  'cache-control': 'no-cache, no-store, max-age=0, must-revalidate, value',
  expires: 'Thu, 01 Jan 1970 00:00:00 UTC',
}

const always = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'x-xss-protection': '1; mode=block',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

const preflight = {
  allow: 'GET,POST,PUT,PATCH,DELETE,OPTIONS',
  'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE,OPTIONS',
  'access-control-allow-headers': 'authorization, origin, content-type, accept',
  'content-type': 'application/json',
}

/** Headers of every answer (wire 1.4, security 15), and the answer to OPTIONS. A route may replace what it must. */
export function mountHeaders(app: FastifyInstance, { root, version, versionUrl }: HeaderDeps) {
  const policy = policyOf(versionUrl ? [sourceOf(versionUrl)] : [])

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      ...byDefault,
      ...always,
      'last-modified': new Date().toUTCString(),
      'x-woodpecker-version': version,
      'content-security-policy': policy([]),
      'access-control-allow-origin': '*',
    })
    const path = request.url.split('?', 1)[0]?.slice(root.length) ?? ''
    if (!/^\/(?:api\/badges|assets|favicons)\//.test(path))
      reply.header('cross-origin-resource-policy', 'same-origin')
    if (path === '/cli/auth') reply.header('content-security-policy', policy(waitingCli(request)))
    return request.method === 'OPTIONS' ? reply.headers(preflight).code(200).send('') : undefined
  })

  app.addHook('onSend', async (request, reply) => {
    if (!mayOthersRead(root, request)) reply.removeHeader('access-control-allow-origin')
  })
}

function policyOf(connect: readonly string[]) {
  return (more: readonly string[]) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' https: data:",
      ['connect-src', "'self'", ...connect, ...more].join(' '),
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; ')
}

/** A URL as a source of the policy, where `;` and `,` would end it. */
function sourceOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')
}

/** The one page that talks to a program on the reader's own machine: the CLI that waits for its token (wire 6.7). */
function waitingCli(request: FastifyRequest): string[] {
  const port = (request.query as Record<string, unknown>)['port']
  if (typeof port !== 'string' || !/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) return []
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
}

/**
 * May pages of other origins read this answer? Not what a visitor sees: else any web page could read a server that
 * only its reader can reach. See docs/decisions/cross-origin.md.
 */
function mayOthersRead(root: string, request: FastifyRequest): boolean {
  const { origin } = request.headers
  if (origin === undefined || request.method === 'OPTIONS') return true
  const caller = callerOf(request)
  if (caller && !caller.isFromCookie) return true
  const path = request.url.slice(root.length)
  return /^\/(?:api\/badges|assets|favicons)\/|^\/(?:version|healthz|schema\/pipeline\.json)(?:\?|$)/.test(
    path,
  )
}
