import type { IncomingHttpHeaders } from 'node:http'
import type { IncomingHttpHeaders as Http2Headers } from 'node:http2'

import replyFrom from '@fastify/reply-from'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { scriptValue } from '../webConfig.ts'
import { type Addresses, publicCookie, publicLocation, rootOf, upstreamPath } from './addresses.ts'
import { problemOf } from './problem.ts'

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

/** Everything that the page itself does not own goes to the other server, as it comes: bodies and streams are not held. */
export function mountUpstream(app: FastifyInstance, deps: UpstreamDeps) {
  const { addresses } = deps
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.register(replyFrom, {
    disableRequestLogging: true,
    maxRetriesOn503: 0,
    undici: { connections: null, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 0 },
    base: addresses().upstream.origin,
  })

  function forward(request: FastifyRequest, reply: FastifyReply) {
    const here = addresses()
    return reply.from(upstreamPath(here, request.url), {
      rewriteRequestHeaders: (_request, headers) => requestHeaders(request, headers, here),
      rewriteHeaders: (headers) => answerHeaders(headers, here),
      onError: (_failed, { error }) => void refuse(reply, error, here),
    })
  }

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
    const given = await upstreamConfig(request, reply, here).catch((error: unknown) => {
      const problem = problemOf(error, here.upstream.origin)
      return `window.YAFFLE_UPSTREAM_PROBLEM = ${scriptValue(problem)};\n`
    })
    const own = { WOODPECKER_ROOT_PATH: here.root, ...deps.globals() }
    const lines = Object.entries(own).map(([name, value]) => `window.${name} = ${scriptValue(value)};\n`)
    return reply.send(`${given}\n${lines.join('')}`)
  })

  return { forward }
}

/** The other server's values for the page; our own are put after them and win. */
async function upstreamConfig(
  request: FastifyRequest,
  reply: FastifyReply,
  { upstream }: Addresses,
): Promise<string> {
  const { cookie } = request.headers
  const response = await fetch(`${upstream.origin}${rootOf(upstream)}/web-config.js`, {
    headers: cookie ? { cookie } : {},
    redirect: 'error',
    signal: AbortSignal.timeout(configTimeoutMs),
  })
  const isScript = response.headers.get('content-type')?.includes('javascript')
  if (!response.ok || !isScript) throw new Error(`it answers ${response.status} and no script`)
  const version = response.headers.get('x-woodpecker-version')
  if (version) reply.header('x-woodpecker-version', version)
  return response.text()
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
