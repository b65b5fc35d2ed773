import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import type { Route } from '@yaffle/contract/route'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { routeTables } from './routeTables.ts'
import { aTry, type Try } from './testing/anyRequest.ts'
import type { Answer, Calls } from './testing/people.ts'
import type { TestRepo } from './testing/repos.ts'
import { manyPipelines } from './testing/rows.ts'
import { testServer, type TestServer } from './testing/testServer.ts'

/**
 * Requests of every kind to every route: whatever comes, the server answers, and never with a fault of its own.
 * `FUZZ_REQUESTS=20000` for a long look; a failure prints the seed that repeats it.
 */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1500)
const routes: [string, Route][] = Object.values(routeTables).flatMap((table) =>
  Object.values(table as Record<string, Route>).map((route): [string, Route] => [
    `${route.method} ${route.path}`,
    route,
  ]),
)
const runsEach = Math.ceil(requests / routes.length)
const patienceMs = 15_000

let server: TestServer
let repo: TestRepo
let team: number
let made = 0

beforeAll(async () => {
  server = await testServer()
  server.core.runner.pause()
  await settle()
})
afterAll(() => server.close())

/** Puts back what a request has taken away or changed: repository, organisation, people. */
async function settle() {
  const ana = await server.person('ana')
  team = server.org('team', [[ana, 'admin']])
  const stored = repo === undefined ? undefined : server.core.repos.get(repo.id)
  if (stored?.active && stored.user_id === ana.user.id && stored.full_name === repo.full_name) return ana
  repo = await server.repo(`team/fuzz${++made}`, { visibility: 'private', by: ana })
  manyPipelines(server.db, repo.id, 3)
  return ana
}

/** What is there under the name of a parameter. */
function real(path: string, name: string): string {
  const [owner = '', short = ''] = repo.full_name.split('/')
  const isBadge = path.startsWith('/api/badges/')
  const values: Record<string, string> = {
    repo_id: String(repo.id),
    org_id: String(team),
    owner,
    name: isBadge ? short : 'none',
    '*': path.startsWith('/api/repos/') ? repo.full_name : 'team',
    login: 'stranger',
  }
  return values[name] ?? '1'
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

function urlOf(route: Route, { params, query }: Try): string {
  const path = route.path.replaceAll(/:(\w+)|\*/g, (star, name?: string) => {
    const key = name ?? star
    return encoded(params[key] ?? real(route.path, key))
  })
  const pairs = Object.entries(query).map(([key, value]) => `${encoded(key)}=${encoded(String(value))}`)
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

async function send(route: Route, tried: Try): Promise<Pick<Answer, 'status' | 'body'>> {
  const ana = await settle()
  const boss = await server.person('boss')
  const stranger = await server.person('stranger')
  const callers: Calls[] = [boss, boss.api, ana, ana.api, stranger, server.visitor]
  const who = callers[tried.who] ?? server.visitor
  const url = urlOf(route, tried)
  if (route.path.startsWith('/api/stream/')) {
    const stream = await who.events(url, tried.headers)
    await stream.leave()
    return { status: stream.status, body: '' }
  }
  const { body } = tried
  const payload =
    body && 'raw' in body ? body.raw : body === undefined ? undefined : JSON.stringify(body.json)
  const type = body && ('raw' in body ? body.type : 'application/json')
  return who.request({
    ...(tried.method && { method: tried.method }),
    url,
    headers: { ...tried.headers, ...(type !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  })
}

/** Failures that are not the server's own: those of a forge, and a repository on whose behalf nobody can ask one. */
const mayFail = (key: string, body: string) =>
  /^POST .*\/repair$/.test(key) || body === 'The repository has no owner: activate it again'

function checkAnswer(key: string, { status, body }: Pick<Answer, 'status' | 'body'>) {
  if (status >= 500 && !mayFail(key, body)) throw new Error(`${status} ${body}\n${server.troubles.join('')}`)
  if (server.troubles.length > 0) throw new Error(server.troubles.join(''))
  if (/\n? {4}at .+:\d+:\d+|node_modules|\/src\//.test(body) || body.includes(server.dataDir))
    throw new Error(`This tells too much: ${body}`)
}

describe.each(routes)('%s', (key, route) => {
  it(
    'answers whatever it is asked',
    async () => {
      await fc.assert(
        fc.asyncProperty(aTry(route), async (tried) => {
          const late = new AbortController()
          const answer = await Promise.race([
            send(route, tried),
            wait(patienceMs, undefined, { signal: late.signal, ref: false }),
          ])
          late.abort()
          if (!answer) throw new Error('No answer')
          checkAnswer(key, answer)
        }),
        { numRuns: runsEach, endOnFailure: true },
      )
    },
    patienceMs + runsEach * 300,
  )
})

describe('what is no request at all', () => {
  /** Sends bytes and answers with the first line of what comes back, '' when the connection was just closed. */
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(server.publicUrl())
      const socket = connect(Number(port), hostname, () => socket.end(text, 'latin1'))
      let answer = ''
      socket.setTimeout(patienceMs, () => socket.destroy(new Error('No answer')))
      socket.on('data', (bytes) => (answer += bytes.toString('latin1')))
      socket.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve('') : reject(error),
      )
      socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''))
    })
  const refused = /^(HTTP\/1\.1 4\d\d .*)?$/

  it('asking for the head of a stream ends', async () => {
    expect(await raw('HEAD /api/stream/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).not.toBe('')
  })

  it.each([
    ['a percent sign alone', 'GET /api/repos/% HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a malformed escape', 'GET /api/repos/lookup/%c3%28 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no host', 'GET /api/user HTTP/1.1\r\n\r\n'],
    [
      'two lengths',
      'POST /api/user/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'a length beside chunks',
      'POST /api/user/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a bad chunk', 'POST /api/secrets HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    ['a header too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`],
    ['an address too long', `GET /api/repos/${'1'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a path too deep', `GET ${'/a'.repeat(100)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['noise', '\u0000\u0001\u0002\r\n\r\n'],
    ['a greeting of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
    ['an unknown method', 'BREW /api/user HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s is refused', async (_name, text) => {
    expect(await raw(text)).toMatch(refused)
    expect((await server.visitor.get('/healthz')).status).toBe(204)
  })
})
