import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type Answer, empty, redirect, text } from './answers.ts'
import { startForge } from './forge.ts'
import { hosted, index, webConfig } from './hosting.ts'
import { callerOf, isCsrfOf } from './identity.ts'
import type { Call } from './route.ts'
import { answer, find, unreadable } from './router.ts'
import { authorize, logout } from './routes/login.ts'
import { fillWorld, seededWorld } from './seed.ts'
import { areTypesRight, parsed, violationsOf } from './strict.ts'
import { freshHash, type World } from './world.ts'

interface Options {
  /** `''` or `/ci`. */
  root?: string
  /** A built page that it serves as its own interface. */
  folder?: string
}

interface Asked {
  method: string
  /** As it came, below the root path. */
  url: string
  status: number
}

/** A server that speaks the wire to the letter, forgets nothing while it is away, and writes down what it should not be asked. */
export interface Simulator {
  /** With the root path. */
  url: string
  forgeUrl: string
  world: World
  /** Sentences about requests that the wire does not have. */
  violations: string[]
  asked: Asked[]
  /** The operator's setting: where people and hooks find it. Default: itself. */
  seenAs(host: string): void
  /** Ends every session and token of this person. */
  expire(login: string): void
  /** It is gone, with all its connections. */
  down(): Promise<void>
  /** It is back at the same address. */
  up(): Promise<void>
  stop(): Promise<void>
}

export async function startSimulator({ root = '', folder }: Options = {}): Promise<Simulator> {
  const forge = await startForge()
  const world = seededWorld()
  world.forgeUrl = forge.url
  // Its own page would ask the public document.
  world.isVersionCheckSkipped = folder !== undefined
  for (const one of world.forges) one.url = forge.url
  fillWorld(world)
  const violations: string[] = []
  const asked: Asked[] = []
  let server: Server | undefined
  let port = 0

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    void handled(request).then((found) => write(response, request, found, world.version))
  }

  async function handled(request: IncomingMessage): Promise<Answer> {
    const found = await decided(request)
    asked.push({ method: request.method ?? '', url: request.url ?? '', status: found.status })
    return found
  }

  async function decided(request: IncomingMessage): Promise<Answer> {
    const { method = 'GET', url = '/', headers } = request
    const [rawPath = '', search = ''] = url.split('?', 2)
    const say = (what: string) => violations.push(`${method} ${url}: ${what}`)
    if (rawPath !== root && !rawPath.startsWith(`${root}/`)) {
      say('it is outside of the root path')
      return text('404 page not found', 404)
    }
    const path = rawPath.slice(root.length)
    const query = new URLSearchParams(search)
    const body = await bodyOf(request)
    const caller = callerOf(world, headers, query)
    if (method === 'OPTIONS') return { status: 200, type: 'application/json', body: '' }
    if (caller?.isSession && method !== 'GET' && !isCsrfOf(world, caller.user, headers['x-csrf-token'])) {
      say('it has no valid X-CSRF-TOKEN')
      return empty(401)
    }
    const user = caller?.user
    const call: Call = { world, root, request, user, params: {}, query, body: parsed(body) ?? {} }
    if (path === '/authorize' && ['GET', 'POST'].includes(method)) return authorize(call)
    if (path === '/logout' && method === 'GET') return logout(call)
    if (path === '/web-config.js' && method === 'GET') return webConfig(world, root, user)
    const found = find(method, path, world.areUserAgents)
    if (found) {
      const { route, params } = found
      violationsOf(route, { headers, query, body }).forEach(say)
      if (route.body && (!parsed(body) || !areTypesRight(route.body, call.body))) return unreadable(route)
      return answer(route, { ...call, params })
    }
    const slashless = path.replace(/\/+$/, '')
    if (slashless !== path && find(method, slashless, world.areUserAgents)) {
      say('a slash too many at its end')
      return redirect(root + slashless, [], method === 'GET' ? 301 : 307)
    }
    if (path.startsWith('/swagger')) return index(undefined, root)
    // Such a server answers all the rest with its page; nobody but a browser in search of a page should ask for it.
    const isPage = folder !== undefined && method === 'GET' && !/^\/(?:api|version|healthz)\b/.test(path)
    if (!isPage) say('the wire has no such route')
    return method === 'GET' ? hosted(folder, root, path, url) : index(folder, root)
  }

  async function up() {
    const fresh = createServer(handle)
    server = fresh
    await new Promise<void>((done) => fresh.listen(port, '127.0.0.1', done))
    port = (fresh.address() as AddressInfo).port
  }
  async function down() {
    const old = server
    server = undefined
    if (!old) return
    world.hub.close()
    const closed = new Promise((done) => old.close(done))
    old.closeAllConnections()
    await closed
  }
  await up()
  const url = `http://127.0.0.1:${port}${root}`
  world.host = url
  return {
    url,
    forgeUrl: forge.url,
    world,
    violations,
    asked,
    seenAs: (host) => void Object.assign(world, { host }),
    expire(login) {
      const user = world.users.find((one) => one.login === login)
      if (user) user.hash = freshHash()
    },
    down,
    up,
    async stop() {
      await down()
      forge.server.closeAllConnections()
      await new Promise((done) => forge.server.close(done))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const allowed = {
  allow: 'GET,POST,PUT,PATCH,DELETE,OPTIONS',
  'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE,OPTIONS',
  'access-control-allow-headers': 'authorization, origin, content-type, accept',
}

/** With the headers that every answer has (1.4). */
function write(response: ServerResponse, request: IncomingMessage, found: Answer, version: string) {
  const always = {
    'x-woodpecker-version': version,
    'access-control-allow-origin': '*',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'x-xss-protection': '1; mode=block',
    'cache-control': 'no-cache, no-store, max-age=0, must-revalidate, value',
    expires: 'Thu, 01 Jan 1970 00:00:00 UTC',
    'last-modified': new Date().toUTCString(),
    ...(request.method === 'OPTIONS' && allowed),
  }
  for (const [name, value] of Object.entries(always)) response.setHeader(name, value)
  for (const [name, value] of Object.entries(found.headers ?? {})) response.setHeader(name, value)
  if (found.headers?.['cache-control']?.includes('max-age=31536000')) response.removeHeader('expires')
  if (found.stream) {
    found.stream(response)
    return
  }
  if (found.type !== undefined) response.setHeader('content-type', found.type)
  response.writeHead(found.status).end(request.method === 'HEAD' ? undefined : found.body)
}
