import { decode } from '@yaffle/contract/decode'
import type { Route, RouteInput, RouteOutput } from '@yaffle/contract/route'

import { config } from '../config.ts'
import { reportExpired } from './session.ts'
import { apiUrl } from './url.ts'

/**
 * A call that did not work. `status` is 0 when no answer came at all. The message is the status text and the server's
 * own words, either of which may be missing; both missing gives an empty message, for which `domain/errors` has words.
 */
export class ApiError extends Error {
  readonly status: number
  /** What the server wrote, '' if nothing. */
  readonly body: string

  constructor(status: number, statusText: string, body = '', options?: ErrorOptions) {
    super([statusText, body].filter(Boolean).join(': '), options)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

interface Parts {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | undefined>>
  body?: unknown
}

/**
 * The only function that talks HTTP. Everything it returns has been checked against the contract and mended by it.
 * Throws an ApiError, or the signal's own AbortError.
 */
export async function call<R extends Route>(
  route: R,
  input: RouteInput<R>,
  signal?: AbortSignal,
): Promise<RouteOutput<R>> {
  const { params, query, body } = input as Parts
  const response = await send(route, apiUrl(route.path, params, query), body, signal)
  if (!response.ok) {
    if (response.status === 401) reportExpired()
    throw new ApiError(response.status, response.statusText, await readText(response))
  }
  return read(route, response)
}

async function send(route: Route, url: string, body: unknown, signal: AbortSignal | undefined) {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (route.method !== 'GET' && config.csrf) headers['X-CSRF-TOKEN'] = config.csrf
  if (config.token) headers['Authorization'] = `Bearer ${config.token}`
  try {
    return await fetch(url, {
      method: route.method,
      headers,
      credentials: 'same-origin',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, '', '', { cause })
  }
}

const utf8 = new TextDecoder()
const isVoid = (route: Route) => route.response._zod.def.type === 'void'

async function read<R extends Route>(route: R, response: Response): Promise<RouteOutput<R>> {
  if (isVoid(route)) return undefined as RouteOutput<R>
  const type = response.headers.get('Content-Type') ?? ''
  // A real server answers 200 and its page for a route that it does not have.
  if (type.startsWith('text/html')) throw new ApiError(response.status, 'Not an API route')
  try {
    const answer = type.startsWith('application/json')
      ? JSON.parse(utf8.decode(await response.arrayBuffer()))
      : await response.text()
    return decode(route.response, answer === '' ? undefined : answer) as RouteOutput<R>
  } catch (cause) {
    if (cause instanceof DOMException) throw cause
    throw new ApiError(response.status, 'Unexpected answer', describe(cause), { cause })
  }
}

/** An error's text is a help, not a promise: a body that breaks off must not hide the status. */
const readText = async (response: Response) => {
  const type = response.headers.get('Content-Type') ?? ''
  if (type.startsWith('text/html')) return ''
  return (await response.text().catch(() => '')).trim()
}

/** The first place where an answer differs from the contract. */
function describe(cause: unknown): string {
  const issues = (cause as { issues?: { path?: PropertyKey[]; message?: string }[] }).issues
  const first = issues?.[0]
  return first ? [first.path?.map(String).join('.'), first.message].filter(Boolean).join(' ') : ''
}
