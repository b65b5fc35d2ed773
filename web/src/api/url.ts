import { config } from '../config.ts'

type Value = string | number | boolean | null | undefined
type Values = Readonly<Record<string, Value>>

/** Drops what is undefined and sorts the keys, so that the same question always has the same address. */
export function searchOf(query: Values): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${encode(key)}=${encode(String(value))}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/**
 * Fills `:name` with one encoded segment and a final `*` with the rest of a path, its slashes kept.
 * Throws a RangeError for `.`, `..` and empty parts: browsers resolve them away, encoded or not, and would call another route.
 */
export const fillPath = (path: string, params: Values): string =>
  path.replace(/:(\w+)|\*$/g, (place, name: string | undefined) => {
    const value = String(params[name ?? '*'] ?? '')
    return place === '*' ? value.split('/').map(segment).join('/') : segment(value)
  })

function segment(value: string): string {
  if (value === '' || value === '.' || value === '..') throw new RangeError(`Not a name: "${value}"`)
  return encode(value)
}

/** Half a character, as JSON can carry it, would make `encodeURIComponent` throw. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed())

/** The address of a route under the root path, on our own origin. */
export const apiUrl = (path: string, params: Values = {}, query: Values = {}): string =>
  config.rootPath + fillPath(path, params) + searchOf(query)

/** A stream's address. EventSource sends no headers, so a bearer token, where one is configured, goes in the query. */
export const streamUrl = (path: string, params: Values = {}): string =>
  apiUrl(path, params, { access_token: config.token || undefined })
