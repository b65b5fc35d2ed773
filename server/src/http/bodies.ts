import type { Route } from '@yaffle/contract/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { HttpError } from './errors.ts'

/** Adds a route to where its body is read as it wants it: as JSON, as JSON whatever it is called, or not at all. */
export function withBody(app: FastifyInstance, route: Route, add: (scope: FastifyInstance) => void) {
  if (route.method === 'GET' || (route.body && route.bodyType !== 'any')) {
    add(app)
    return
  }
  app.register(async (scope) => {
    if (route.body) readAnyAsJson(scope)
    else ignore(scope)
    add(scope)
  })
}

function readAnyAsJson(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'))
}

/** Forms are still read: one may name a token (wire 2.1). */
function ignore(scope: FastifyInstance) {
  scope.removeContentTypeParser(['application/json', 'text/plain'])
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
}

/** Throws 415 for a body that came as something else than JSON: a form would read as an object with other keys. */
export function requireJson(route: Route, request: FastifyRequest) {
  const type = request.headers['content-type']
  if (!route.body || route.bodyType === 'any' || type === undefined) return
  if (!/^application\/json *(?:;|$)/i.test(type))
    throw new HttpError(415, 'The body must be JSON, with the Content-Type application/json')
}
