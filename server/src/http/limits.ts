import type { Server } from 'node:http'

import type { FastifyHttpOptions, FastifyInstance } from 'fastify'

import { HttpError } from './errors.ts'

const longestUrl = 8192
const deepestPath = 64

/** What any request may cost at most, before a route has a say (security 22). A route may allow itself a larger body. */
export const requestLimits = {
  bodyLimit: 1 << 20,
  // Whose tries and streams are counted: behind a proxy of this machine, the address that the proxy saw.
  trustProxy: 'loopback',
  requestTimeout: 0,
  // Slow senders: the head of a request has to arrive within this time, its body may take longer (a push).
  http: { maxHeaderSize: 16 << 10, headersTimeout: 60_000 },
  routerOptions: { maxParamLength: 1024 },
  // Errors from before the routes, such as a malformed percent sign, read like all others.
  frameworkErrors(error, _request, reply) {
    reply.hijack()
    reply.raw
      .writeHead(error.statusCode ?? 400, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      })
      .end(error.message)
  },
} satisfies FastifyHttpOptions<Server>

/** Refuses addresses that are no use to anybody. */
export function mountAddressLimits(app: FastifyInstance) {
  app.addHook('onRequest', async ({ url }) => {
    if (url.length > longestUrl) throw new HttpError(414, 'The address is too long')
    if ((url.split('?', 1)[0]?.split('/').length ?? 0) > deepestPath)
      throw new HttpError(414, 'The path is too deep')
  })
}
