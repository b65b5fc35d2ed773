import type { Route } from '@yaffle/contract/route'

import { probe } from '../host/upstream/problem.ts'
import { routeTables } from '../routeTables.ts'
import { differences } from './compare.ts'
import { fill, type Known, learn } from './known.ts'

interface Options {
  upstream: URL
  token: string | undefined
  print(line: string): void
}

interface Answer {
  status: number
  type: string
  body: string
}

const timeoutMs = 15_000
/** One waits until nothing runs, the other is there on some servers alone. */
const notAsked = new Set(['queue.whenIdle', 'system.profiles'])

/**
 * Calls every endpoint of a server that only reads, and says row by row where its answers differ from the contract.
 * Answers with the exit code: 0 all as expected, 1 something differs, 2 the server is no use.
 */
export async function examine({ upstream, token, print }: Options): Promise<number> {
  const problem = await probe(upstream)
  if (problem) {
    print(`${problem.code}: ${problem.message}`)
    if (problem.code !== 'version') return 2
  }
  const call = caller(upstream, token)
  const known: Known = {}
  let isAlike = true
  for (const [name, route] of readable()) {
    const path = fill(name, route.path, known)
    if (path === undefined) {
      print(row('skipped', name, route.path, 'nothing there to ask for'))
      continue
    }
    const answer = await call(path)
    const { verdict, details } = judge(route, answer)
    if (verdict === 'differs') isAlike = false
    print(row(verdict, name, path, details))
    if (token && name === 'user.me' && verdict === 'refused') {
      print('The server does not accept the token, so there is little to see.')
      isAlike = false
    }
    if (verdict !== 'refused') learn(name, parsed(answer), known)
  }
  if (problem) return 2
  return isAlike ? 0 : 1
}

const row = (verdict: string, name: string, path: string, details: string) =>
  [verdict.padEnd(8), name.padEnd(26), path, details && `- ${details}`].filter(Boolean).join(' ')

/** In an order in which earlier answers name what later ones are asked about. */
function readable(): [string, Route][] {
  const first = ['system.version', 'user.me', 'repos.mine', 'repos.get', 'pipelines.list', 'pipelines.get']
  const all = Object.entries(routeTables).flatMap(([table, routes]) =>
    Object.entries(routes as Record<string, Route>).map(([verb, route]): [string, Route] => [
      `${table}.${verb}`,
      route,
    ]),
  )
  const reading = all.filter(([name, { method }]) => method === 'GET' && !notAsked.has(name))
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length)
  return reading.toSorted(([one], [other]) => rank(one) - rank(other))
}

function caller(upstream: URL, token: string | undefined) {
  const base = upstream.href.replace(/\/+$/, '')
  return async (path: string): Promise<Answer> => {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    try {
      const response = await fetch(base + path, {
        headers: token ? { authorization: `Bearer ${token}` } : {},
        signal: controller.signal,
      })
      const type = response.headers.get('content-type') ?? ''
      const isStream = type.startsWith('text/event-stream')
      const body = isStream ? '' : await response.text()
      return { status: response.status, type, body }
    } catch (error) {
      return { status: 0, type: '', body: error instanceof Error ? error.message : String(error) }
    } finally {
      clearTimeout(timer)
      controller.abort()
    }
  }
}

function judge(route: Route, answer: Answer): { verdict: 'ok' | 'differs' | 'refused'; details: string } {
  const { status, type, body } = answer
  if (status === 401 || status === 403 || status === 404)
    return { verdict: 'refused', details: String(status) }
  if (status === 0) return { verdict: 'differs', details: `no answer: ${body}` }
  if (status >= 300) return { verdict: 'differs', details: `status ${status} ${body.slice(0, 100)}` }
  if (route.produces === 'stream') {
    const isPage = type.startsWith('text/html')
    return isPage
      ? { verdict: 'differs', details: 'a page instead of an answer' }
      : { verdict: 'ok', details: '' }
  }
  if (route.produces === 'text') {
    const isText = !type.startsWith('text/html') && body !== ''
    return isText
      ? { verdict: 'ok', details: '' }
      : { verdict: 'differs', details: `no text but ${type || 'nothing'}` }
  }
  if (status === 204 || route.response._zod.def.type === 'void') return { verdict: 'ok', details: '' }
  if (!type.startsWith('application/json'))
    return { verdict: 'differs', details: `no JSON but ${type || 'nothing'}: the server may not have it` }
  return compare(route, answer)
}

/** Undefined when it is no JSON. */
function parsed({ type, body }: Answer): unknown {
  try {
    return type.startsWith('application/json') ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
}

function compare(route: Route, given: Answer): { verdict: 'ok' | 'differs'; details: string } {
  const answer = parsed(given)
  if (answer === undefined) return { verdict: 'differs', details: 'broken JSON' }
  const found = differences(route.response, answer)
  // New keys harm nobody; they are told, but are no difference.
  const isAlike = found.every(({ kind }) => kind === 'unknown')
  return {
    verdict: isAlike ? 'ok' : 'differs',
    details: found.map(({ kind, path }) => `${kind} ${path}`).join(', '),
  }
}
