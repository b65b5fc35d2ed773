import type { IncomingMessage } from 'node:http'

import type { Answer } from './answers.ts'
import type { Org, Pipeline, Repo, Step, User } from './entities.ts'
import type { World } from './world.ts'

/** Who may call a route (2.6); `repo` and `org` only have to exist. */
export type Access =
  | 'any'
  | 'user'
  | 'admin'
  | 'repo'
  | 'pull'
  | 'push'
  | 'repo-admin'
  | 'org'
  | 'org-member'
  | 'org-admin'

/** Type of a field of a body; with `?` it may be absent or null. */
export type Kind = `${'string' | 'number' | 'boolean' | 'strings' | 'map' | 'object'}${'' | '?'}`

/** One row of the wire's tables. */
export interface Route {
  /** `GET /api/repos/:repo/branches`; a final `*` is the rest of the path, slashes too. */
  at: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`
  access: Access
  /** Names of the query that the wire has; `*` are any. Each may be missing. */
  query?: readonly string[]
  body?: Readonly<Record<string, Kind>>
  /** Its body may come with any content type. */
  isAnyType?: boolean
  /** Words before the reason when a body cannot be read; without them the answer is empty. */
  refusal?: string
  run: (call: Call) => Answer | Promise<Answer>
}

export interface Call {
  world: World
  root: string
  request: IncomingMessage
  user: User | undefined
  params: Record<string, string>
  query: URLSearchParams
  body: Record<string, unknown>
  /** There whenever the access is one of repositories, and so with `org`. */
  repo?: Repo
  org?: Org
  /** There whenever the path has `:number` and `:step`. */
  pipeline?: Pipeline
  step?: Step
}

export const paging = ['page', 'perPage'] as const

/** Numbers that are no use fall back; 50 is the default and the most (3.0). */
export function paged<T>(list: readonly T[], query: URLSearchParams): T[] {
  const page = positive(query.get('page')) || 1
  const wanted = positive(query.get('perPage'))
  const size = wanted >= 1 && wanted <= 50 ? wanted : 50
  return list.slice((page - 1) * size, page * size)
}

function positive(given: string | null): number {
  return given !== null && /^\d{1,9}$/.test(given) ? Number(given) : 0
}

/** Go's spelling; anything else is false. */
export const isTrue = (given: string | null) => given !== null && /^(?:1|t|T|true|TRUE|True)$/.test(given)

export const textOf = (value: unknown, fallback = '') => (typeof value === 'string' ? value : fallback)
export const textsOf = (value: unknown) => (Array.isArray(value) ? (value as string[]) : undefined)
