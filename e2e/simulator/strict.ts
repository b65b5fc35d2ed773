import type { IncomingHttpHeaders } from 'node:http'

import type { Kind, Route } from './route.ts'

/** What the wire does not have about a request to a route that it has. Each is a sentence. */
export function violationsOf(
  route: Route,
  request: { headers: IncomingHttpHeaders; query: URLSearchParams; body: Buffer },
): string[] {
  return [
    ...queryProblems(route, request.query),
    ...bodyProblems(route, request.headers, request.body),
    ...headerProblems(request.headers),
  ]
}

function queryProblems({ query: known = [] }: Route, query: URLSearchParams): string[] {
  if (known.includes('*')) return []
  const names = [...query.keys()]
  return [
    ...names
      .filter((name) => name !== 'access_token' && !known.includes(name))
      .map((name) => `the query has an unknown "${name}"`),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `the query has "${name}" twice`),
    ...['page', 'perPage']
      .filter((name) => query.has(name) && !/^[1-9]\d*$/.test(query.get(name) ?? ''))
      .map((name) => `"${name}" is no number from 1 on`),
    ...(Number(query.get('perPage') ?? 1) > 50 ? ['a page of more than 50'] : []),
  ]
}

function bodyProblems(route: Route, headers: IncomingHttpHeaders, body: Buffer): string[] {
  if (!route.body)
    return body.length > 0 && !route.isAnyType ? ['there is a body, and the route has none'] : []
  if (!route.isAnyType && !/^application\/json(?:;|$)/.test(headers['content-type'] ?? ''))
    return [`its content type is "${headers['content-type'] ?? ''}" and not JSON`]
  const given = parsed(body)
  if (!given) return ['its body is no JSON object']
  return fieldProblems(route.body, given)
}

export function parsed(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Unknown fields, missing ones and those of another type. */
function fieldProblems(fields: Readonly<Record<string, Kind>>, given: Record<string, unknown>): string[] {
  const unknown = Object.keys(given)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => `its body has an unknown "${name}"`)
  const wrong = Object.entries(fields).flatMap(([name, kind]) => {
    const value = given[name]
    if (value === undefined || value === null) return kind.endsWith('?') ? [] : [`its body lacks "${name}"`]
    return isOf(kind, value) ? [] : [`"${name}" of its body is no ${kind.replace('?', '')}`]
  })
  return [...unknown, ...wrong]
}

/** Does Go read it without an error? Missing fields are zero there. */
export const areTypesRight = (fields: Readonly<Record<string, Kind>>, given: Record<string, unknown>) =>
  Object.entries(fields).every(
    ([name, kind]) => given[name] === undefined || given[name] === null || isOf(kind, given[name]),
  )

function isOf(kind: Kind, value: unknown): boolean {
  const texts = (list: unknown[]) => list.every((one) => typeof one === 'string')
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  switch (kind.replace('?', '')) {
    case 'strings':
      return Array.isArray(value) && texts(value)
    case 'map':
      return isObject && texts(Object.values(value))
    case 'object':
      return isObject
    default:
      return typeof value === kind.replace('?', '')
  }
}

/** What a proxy or a page may get wrong in front of a server. */
function headerProblems(headers: IncomingHttpHeaders): string[] {
  return ['upgrade', 'proxy-authorization', 'te', 'trailer']
    .filter((name) => headers[name] !== undefined)
    .map((name) => `it has the header "${name}"`)
}
