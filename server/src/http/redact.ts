import type { FastifyRequest } from 'fastify'

/** An address for the log: what would let a reader in is left out. */
export function redactUrl(url: string): string {
  return url.replaceAll(/([?&;](?:access_token|token|code|state)=)[^&;#]*/gi, '$1…')
}

/** What the log says about a request. Never its headers: they hold cookies and tokens. */
export const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: redactUrl(request.url),
  address: request.ip,
})
