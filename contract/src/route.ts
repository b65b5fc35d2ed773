import type * as z from 'zod/mini'

/**
 * Who may call a route. The server enforces it in one place; the page never re-derives it. `repo` and `org` only
 * resolve the thing addressed, without a right on it (the permission documents answer everybody).
 */
export type Access =
  | 'any'
  | 'user'
  | 'admin'
  | 'repo'
  | 'repo:pull'
  | 'repo:push'
  | 'repo:admin'
  | 'org'
  | 'org:member'
  | 'org:admin'

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Fastify's notation: `:name` is one segment, a final `*` the rest of the path. */
  path: `/api/${string}` | '/version' | '/healthz'
  access: Access
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** `any`: the body is JSON whatever its Content-Type says. Default: another type than JSON is refused. */
  bodyType?: 'any'
  /** The shape of a 200; `z.void()` answers an empty 204. */
  response: z.ZodMiniType
  /** `text` answers `text/plain`; `stream` is written by its handler. Default: JSON. */
  produces?: 'json' | 'text' | 'stream'
}

type Parts = 'params' | 'query' | 'body'

/** What a caller must pass: only the parts the route declares. */
export type RouteInput<R extends Route> = {
  [Part in Parts as R[Part] extends z.ZodMiniType ? Part : never]: R[Part] extends z.ZodMiniType
    ? z.input<R[Part]>
    : never
}

/** What a handler receives: the same parts after parsing. */
export type RouteParsed<R extends Route> = {
  [Part in Parts as R[Part] extends z.ZodMiniType ? Part : never]: R[Part] extends z.ZodMiniType
    ? z.output<R[Part]>
    : never
}

/** What a caller gets back, complete and mended. */
export type RouteOutput<R extends Route> = z.output<R['response']>

/** What a handler returns; zero values may be left out. */
export type RouteAnswer<R extends Route> = z.input<R['response']>

/** Keeps each route's own literal types while checking its shape. */
export const defineRoutes = <const Routes extends Record<string, Route>>(routes: Routes) => routes
