import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'

import { readPageFiles } from './host/pageFiles.ts'
import { testServer } from './testing/testServer.ts'
import { createUpstreamApp } from './upstreamApp.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** The page at `/front`, before a server that is somewhere else. */
async function before(upstream: string): Promise<{ app: FastifyInstance; url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'yaffle-front-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script src="/web-config.js"></script>')
  let url = ''
  const app = createUpstreamApp({
    page: readPageFiles(folder, '/front'),
    addresses: () => ({ upstream: new URL(upstream), root: '/front', publicUrl: url }),
    version: '1.2.3',
    versionUrl: undefined,
    isVersionCheckSkipped: false,
    docsUrl: '/front/docs/',
    customFolder: folder,
  })
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/front`
  closing.push(
    () => rmSync(folder, { recursive: true }),
    () => app.close(),
  )
  return { app, url }
}

/** A server that does nothing but what it is told to. */
async function answering(listener: RequestListener, path = '/deep') {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
}

/** A server that tells what it was asked. */
async function echo(): Promise<{ url: string; seen: IncomingMessage[]; bodies: number[] }> {
  const seen: IncomingMessage[] = []
  const bodies: number[] = []
  const server: Server = createServer((request, response) => {
    seen.push(request)
    let size = 0
    request.on('data', (part: Buffer) => (size += part.length))
    request.on('end', () => {
      bodies.push(size)
      response.writeHead(303, {
        location: '/deep/there?x=1',
        'set-cookie': ['user_sess=a; Path=/deep; Domain=x', 'b=c'],
      })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/deep`, seen, bodies }
}

describe('in front of a real server below another root path', () => {
  it('people sign in, read and write as if it were one', async () => {
    const server = await testServer({ root: '/inside' })
    closing.push(() => server.close())
    const ana = await server.person('ana')
    const { url } = await before(server.publicUrl())

    const config = await (await fetch(`${url}/web-config.js`)).text()
    expect(config).toMatch(/WOODPECKER_ROOT_PATH = "\/inside"[^]*WOODPECKER_ROOT_PATH = "\/front"/)
    expect(config).toContain('YAFFLE_FORGE_ROOT_PATH = "/inside"')
    const token = (await ana.post('/inside/api/user/token')).body
    const headers = { authorization: `Bearer ${token}` }
    expect(await (await fetch(`${url}/api/user`, { headers })).json()).toMatchObject({ login: 'ana' })
    expect((await fetch(`${url}/api/user/token`, { method: 'POST', headers })).status).toBe(200)
    expect((await fetch(`${url}/api/user`)).status).toBe(401)
    expect(await (await fetch(`${url}/repos`)).text()).toContain('src="/front/web-config.js"')
    const begin = await fetch(`${url}/authorize`, { redirect: 'manual' })
    expect(begin.headers.get('location')).toMatch(/^\/front\/login\/local/)
  })

  it('events come through as they are sent, and the stream ends with its reader', async () => {
    const server = await testServer()
    closing.push(() => server.close())
    const { url } = await before(server.publicUrl())
    const controller = new AbortController()
    const response = await fetch(`${url}/api/stream/events`, { signal: controller.signal })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const { value } = await response.body!.getReader().read()
    expect(Buffer.from(value!).toString()).toBe(': ping\n\n')
    controller.abort()
  })
})

describe('what is handed on', () => {
  it('is the body as it comes, with where it comes from; what comes back fits our address', async () => {
    const { url: upstream, seen, bodies } = await echo()
    const { url } = await before(upstream)
    const answer = await fetch(`${url}/api/hook?a=b%2Fc`, {
      method: 'POST',
      body: Buffer.alloc(5 << 20, 'x'),
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': 'sha256=1' },
      redirect: 'manual',
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/front/there?x=1')
    expect(answer.headers.getSetCookie()).toEqual(['user_sess=a; Path=/front', 'b=c'])
    expect(bodies).toEqual([5 << 20])
    expect(seen[0]?.url).toBe('/deep/api/hook?a=b%2Fc')
    expect(seen[0]?.headers).toMatchObject({
      'x-hub-signature-256': 'sha256=1',
      'x-forwarded-host': new URL(url).host,
      'x-forwarded-proto': 'http',
    })
  })

  it('has our policy on pages and keeps the page when nobody answers', async () => {
    const { url: upstream } = await echo()
    const { url } = await before(upstream)
    await closing.splice(0, 1)[0]?.()
    const page = await fetch(`${url}/repos/1`)
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ])
    const call = await fetch(`${url}/api/user`)
    expect([call.status, call.headers.get('x-yaffle-upstream')]).toEqual([502, 'unreachable'])
    expect(await call.text()).toMatch(/cannot be reached: nobody listens there/)
    expect(await (await fetch(`${url}/web-config.js`)).text()).toMatch(
      /YAFFLE_UPSTREAM_PROBLEM = \{"code":"unreachable"/,
    )
  })
})

describe('addresses that the other server gave out', () => {
  it('lead below our root: people by a redirect, calls and the way back from the forge as they are', async () => {
    const { url: upstream, seen } = await echo()
    const { url } = await before(upstream)
    const { origin } = new URL(url)
    const at = (path: string, init: RequestInit = {}) => fetch(origin + path, { redirect: 'manual', ...init })

    const pages = ['/deep', '/deep/', '/deep/repos/1/pipeline/2?x=y', '/deep//evil.example/x']
    const leads = await Promise.all(pages.map(async (path) => (await at(path)).headers.get('location')))
    expect(leads).toEqual(['/front/', '/front/', '/front/repos/1/pipeline/2?x=y', '/front/evil.example/x'])
    expect(seen).toEqual([])

    const back = await at('/deep/authorize?code=c&state=s')
    expect([back.status, back.headers.get('location')]).toEqual([303, '/front/there?x=1'])
    expect(back.headers.getSetCookie()).toContain('user_sess=a; Path=/front')
    await at('/deep/api/hook?access_token=t', { method: 'POST', body: '{}' })
    const badge = await at('/deep/api/badges/1/status.svg')
    expect(badge.headers.get('cross-origin-resource-policy')).toBeNull()
    expect(seen.map((one) => one.url)).toEqual([
      '/deep/authorize?code=c&state=s',
      '/deep/api/hook?access_token=t',
      '/deep/api/badges/1/status.svg',
    ])
    expect((await at('/elsewhere')).status).toBe(404)
    expect((await at('/deep/repos', { method: 'POST' })).status).toBe(404)
  })

  it('are found, too, when the other server has the whole of its host', async () => {
    const { url } = await before(await answering((_request, response) => response.end('there'), ''))
    const { origin } = new URL(url)
    expect(await (await fetch(`${origin}/api/user`)).text()).toBe('there')
    const page = await fetch(`${origin}/repos/1`, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe('/front/repos/1')
    expect(await (await fetch(`${url}/repos/1`)).text()).toContain('src="/front/web-config.js"')
  })
})

describe('a server that is in trouble', () => {
  it('is asked once: whoever wants to try again is in front of us', async () => {
    let asked = 0
    const { url } = await before(
      await answering((_request, response) => {
        asked++
        response.writeHead(503).end('later')
      }),
    )
    const answer = await fetch(`${url}/api/user`)
    expect([answer.status, await answer.text(), asked]).toEqual([503, 'later', 1])
  })

  const page: RequestListener = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
  it.each<[string, RequestListener, string]>([
    ['a page', page, 'not-woodpecker'],
    [
      'what another product says',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"other"}'),
      'not-woodpecker',
    ],
    ['an error', (_request, response) => response.writeHead(500).end(), 'error'],
    ['nothing', () => undefined, 'slow'],
    ['the next address', (_q, response) => response.writeHead(302, { location: '/x' }).end(), 'redirects'],
    [
      'half of it',
      (_q, response) => response.writeHead(200).write('{', () => response.destroy()),
      'unreachable',
    ],
    [
      'another version',
      ({ url }, response) => {
        const type = url?.endsWith('/version') ? 'application/json' : 'text/javascript'
        response.writeHead(200, { 'content-type': type, 'x-woodpecker-version': '2.8.3' })
        response.end('{"version":"2.8.3"}')
      },
      'version',
    ],
  ])('that answers %s is told to the page as such', async (_what, listener, code) => {
    const { url } = await before(await answering(listener))
    const script = await (await fetch(`${url}/web-config.js`)).text()
    expect(/YAFFLE_UPSTREAM_PROBLEM = \{"code":"([\w-]+)"/.exec(script)?.[1]).toBe(code)
    expect(script).toContain('WOODPECKER_ROOT_PATH = "/front"')
  })

  it('and whose reader left does not go on sending', async () => {
    const closed = Promise.withResolvers<void>()
    const { url } = await before(
      await answering((_request, response) => {
        response.once('close', closed.resolve)
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': ping\n\n')
      }),
    )
    const controller = new AbortController()
    await fetch(`${url}/api/stream/events`, { signal: controller.signal })
    controller.abort()
    await closed.promise
  })

  it('gets no upgrade to hand on: there is nothing but requests and answers', async () => {
    const { url: upstream, seen } = await echo()
    const { url } = await before(upstream)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asking = request(`${url}/api/stream/events`, {
        headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' },
      })
      asking.once('upgrade', () => reject(new Error('It was upgraded')))
      asking.once('response', resolve).once('error', reject).end()
    })
    answer.resume()
    expect(answer.statusCode).toBe(303)
    expect(seen[0]?.headers).not.toHaveProperty('upgrade')
  })
})
