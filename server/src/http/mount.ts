import { Readable } from 'node:stream'

import { encoderOf } from '@yaffle/contract/encode'
import type { Org } from '@yaffle/contract/orgs'
import type { Perm, Repo } from '@yaffle/contract/repos'
import type { Access, Route, RouteAnswer, RouteParsed } from '@yaffle/contract/route'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import { ForgeError } from '../forge/driver.ts'
import { requireJson, withBody } from './bodies.ts'
import { badRequest, HttpError } from './errors.ts'
import type { UserRecord } from './users.store.ts'

/** A repository with what the wire does not show. */
export type RepoRecord = Repo & { user_id: number }

/** What the access of a route has found out about a request. */
export interface Granted {
  user: UserRecord | undefined
  repo: RepoRecord | undefined
  perm: Perm | undefined
  org: Org | undefined
}

/** The same for a handler: what its access guarantees is there. */
export type Context<A extends Access> = {
  user: A extends 'user' | 'admin' | 'repo:push' | 'repo:admin' | 'org:member' | 'org:admin'
    ? UserRecord
    : UserRecord | undefined
  repo: A extends `repo${string}` ? RepoRecord : undefined
  perm: A extends `repo${string}` ? Perm : undefined
  org: A extends `org${string}` ? Org : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Throws an HttpError with the wire's refusal (wire 2.6) or says who and what the request is about. */
export type Authorize = (access: Access, request: FastifyRequest) => Promise<Granted>

/** An answer that its handler has checked and written as JSON already. */
export class Written {
  readonly json: string | Buffer
  constructor(json: string | Buffer) {
    this.json = json
  }
}

/** An answer too long to hold is a stream of its JSON, which is not checked. */
type Given<R extends Route> = RouteAnswer<R> | Readable | Written
type Answer<R extends Route> = Given<R> | Promise<Given<R>>

export type Handlers<Routes extends Record<string, Route>> = {
  [Name in keyof Routes]: (
    input: RouteParsed<Routes[Name]>,
    context: Context<Routes[Name]['access']>,
  ) => Answer<Routes[Name]>
}

const json = 'application/json; charset=utf-8'

/** Throws the caller's mistakes as 400. A ZodError from anywhere else is ours, and stays a 500. */
function parse(schema: z.ZodMiniType | undefined, value: unknown) {
  const result = schema?.safeParse(value)
  if (!result || result.success) return result?.data
  throw badRequest(
    result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; '),
  )
}

/** Binds a feature's contract to its handlers: authorize, parse, handle, check the answer, leave out empty values. */
export function mount<const Routes extends Record<string, Route>>(
  app: FastifyInstance,
  authorize: Authorize,
  routes: Routes,
  handlers: Handlers<Routes>,
) {
  for (const name of Object.keys(routes) as (keyof Routes & string)[]) {
    const route: Route = routes[name] as Route
    const handler = handlers[name] as (input: unknown, context: unknown) => unknown
    const encode = encoderOf(route.response)
    const isVoid = route.response._zod.def.type === 'void'

    const add = (scope: FastifyInstance) =>
      scope.route({
        method: route.method,
        url: route.path,
        // Events go on and on: nothing would ever end the answer to a HEAD.
        exposeHeadRoute: !route.path.startsWith('/api/stream/'),
        handler: async (request, reply) => {
          const granted = await authorize(route.access, request)
          requireJson(route, request)
          const input = {
            params: parse(route.params, request.params),
            query: parse(route.query, request.query),
            body: parse(route.body, request.body),
          }
          const answer = await handler(input, { ...granted, request, reply })
          if (route.produces === 'stream') return reply
          if (answer instanceof Readable) return reply.type(json).send(answer)
          if (answer instanceof Written) return reply.type(json).send(answer.json)
          const encoded = isVoid ? undefined : encode(answer)
          if (encoded === undefined) return reply.code(204).send()
          if (route.produces === 'text') return reply.type('text/plain; charset=utf-8').send(encoded)
          return reply.type(json).send(JSON.stringify(encoded))
        },
      })
    withBody(app, route, add)
  }
}

/** Errors travel as plain text, never as JSON: that is what every client of this wire reads. */
export function setErrorHandler(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error instanceof HttpError ? error.status : (error.statusCode ?? 500)
    // What a forge refuses is no mistake of ours, and its words are made to be shown.
    const isRefusal =
      error instanceof HttpError || error instanceof ForgeError || (status >= 400 && status < 500)
    if (!isRefusal) request.log.error(error)
    reply.type('text/plain; charset=utf-8')
    if (error instanceof HttpError) reply.headers(error.headers)
    return reply.code(isRefusal ? status : 500).send(isRefusal ? error.message : 'Internal server error')
  })
}
