import type { IncomingHttpHeaders } from 'node:http'
import type { IncomingHttpHeaders as Http2Headers } from 'node:http2'

import replyFrom from '@fastify/reply-from'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { scriptValue } from '../webConfig.ts'
import { type Addresses, publicCookie, publicLocation, rootOf, upstreamPath } from './addresses.ts'
import { isKnownVersion, notTheirs, probe, problemOf, type UpstreamProblem } from './problem.ts'

type Headers = Http2Headers | IncomingHttpHeaders

interface UpstreamDeps {
  addresses(): Addresses
  /** Values the page gets beside those of the other server. */
  globals(): Record<string, unknown>
}

/** Of one connection, not of a message; they end here. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
]
/** Our own answer has these; two policies or two versions would help nobody. */
const ours = ['content-security-policy', 'strict-transport-security', 'x-frame-options']
const configTimeoutMs = 10_000

/** Hands requests on to a path of the other server, as they come: bodies and streams are not held. */
function createForward(app: FastifyInstance, addresses: UpstreamDeps['addresses']) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.register(replyFrom, {
    disableRequestLogging: true,
    undici: { connections: null, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 0 },
    base: addresses().upstream.origin,
  })

  return (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const here = addresses()
    return reply.from(path, {
      rewriteRequestHeaders: (_request, headers) => requestHeaders(request, headers, here),
      rewriteHeaders: (headers) => answerHeaders(headers, here),
      // By default a 503 would be asked for eleven times.
      retryDelay: () => null,
      onError: (_failed, { error }) => void refuse(reply, error, here),
    })
  }
}

/** Everything that the page itself does not own goes to the other server. */
export function mountUpstream(app: FastifyInstance, deps: UpstreamDeps) {
  const { addresses } = deps
  const to = createForward(app, addresses)
  const forward = (request: FastifyRequest, reply: FastifyReply) =>
    to(request, reply, upstreamPath(addresses(), request.url))

  // Beside Woodpecker's own paths those of a Yaffle server: its sign-in pages and its repositories.
  const paths = [
    '/authorize',
    '/logout',
    '/metrics',
    '/version',
    '/healthz',
    '/swagger',
    '/swagger/*',
    '/api/*',
  ]
  for (const path of [...paths, '/login/*', '/git/*', '/schema/*']) app.all(path, forward)

  app.get('/web-config.js', async (request, reply) => {
    const here = addresses()
    reply.type('text/javascript; charset=utf-8')
    const given = await upstreamConfig(request, reply, here)
    const script =
      typeof given === 'string' ? given : `window.YAFFLE_UPSTREAM_PROBLEM = ${scriptValue(given)};\n`
    const own = {
      WOODPECKER_ROOT_PATH: here.root,
      YAFFLE_FORGE_ROOT_PATH: rootOf(here.upstream),
      ...deps.globals(),
    }
    const lines = Object.entries(own).map(([name, value]) => `window.${name} = ${scriptValue(value)};\n`)
    return reply.send(`${script}\n${lines.join('')}`)
  })

  return { forward }
}

/**
 * The other server's own root path, where it is not ours: it gives out addresses below it, to the forge for the way back
 * from a sign-in and for hooks, to people in links and badges. Calls go through, pages lead to ours.
 */
export function mountTheirRoot(app: FastifyInstance, addresses: UpstreamDeps['addresses']) {
  const to = createForward(app, addresses)
  const forward = (request: FastifyRequest, reply: FastifyReply) => {
    // Badges are made for other sites' pages.
    if (/\/api\/badges\//.test(request.url)) reply.removeHeader('cross-origin-resource-policy')
    return to(request, reply, request.url)
  }
  app.route({ method: ['GET', 'POST'], url: '/authorize', handler: forward })
  app.all('/api/*', forward)

  const leadToOurs = (request: FastifyRequest, reply: FastifyReply) => {
    const { root, upstream } = addresses()
    // Two slashes, or what browsers take for them, would lead to another host.
    const path = request.url.slice(rootOf(upstream).length).replace(/^[/\\]*/, '/')
    return reply.redirect(root + path, 302)
  }
  app.get('/', leadToOurs)
  app.get('/*', leadToOurs)
}

/** The other server's values for the page, or why there are none; our own are put after them and win. */
async function upstreamConfig(
  request: FastifyRequest,
  reply: FastifyReply,
  { upstream }: Addresses,
): Promise<string | UpstreamProblem> {
  const { cookie } = request.headers
  const base = `${upstream.origin}${rootOf(upstream)}`
  try {
    const response = await fetch(`${base}/web-config.js`, {
      headers: cookie ? { cookie } : {},
      redirect: 'manual',
      signal: AbortSignal.timeout(configTimeoutMs),
    })
    const script = await response.text()
    const isScript = response.headers.get('content-type')?.includes('javascript')
    // It is there and does something else: its version document tells what it is.
    if (response.status !== 200 || !isScript) return (await probe(upstream)) ?? notTheirs(base)
    const version = response.headers.get('x-woodpecker-version') ?? ''
    if (version) reply.header('x-woodpecker-version', version)
    return (isKnownVersion(version) ? undefined : await probe(upstream)) ?? script
  } catch (error) {
    return problemOf(error, upstream.origin)
  }
}

function requestHeaders(request: FastifyRequest, headers: Headers, { publicUrl }: Addresses): Headers {
  const kept = { ...headers }
  for (const name of hopByHop) delete kept[name]
  const seenAs = publicUrl ? new URL(publicUrl) : undefined
  const forwardedFor = [request.headers['x-forwarded-for'], request.socket.remoteAddress]
    .filter(Boolean)
    .join(', ')
  return {
    ...kept,
    'x-forwarded-for': forwardedFor,
    'x-forwarded-proto': seenAs?.protocol.slice(0, -1) ?? request.protocol,
    'x-forwarded-host': seenAs?.host ?? request.headers.host,
  }
}

function answerHeaders(headers: Headers, addresses: Addresses): Headers {
  const kept: Headers = { ...headers }
  for (const name of [...hopByHop, ...ours]) delete kept[name]
  if (typeof kept.location === 'string') kept.location = publicLocation(addresses, kept.location)
  const cookies = kept['set-cookie']
  if (cookies) kept['set-cookie'] = [cookies].flat().map((cookie) => publicCookie(addresses, cookie))
  return kept
}

function refuse(reply: FastifyReply, error: Error, { upstream }: Addresses) {
  const problem = problemOf(error, upstream.origin)
  const status = problem.code === 'slow' ? 504 : 502
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-yaffle-upstream': problem.code })
    .type('text/plain; charset=utf-8')
    .send(problem.message)
}
