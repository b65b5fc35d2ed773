import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'

import { openDatabase } from '../database/database.ts'
import { setErrorHandler } from '../http/mount.ts'
import { mountSession } from '../http/session.ts'
import { signToken, verifyToken } from '../http/tokens.ts'
import { createUserStore } from '../http/users.store.ts'
import { mountHeaders } from './headers.ts'
import { mountOutside, mountPage } from './page.ts'
import { readPageFiles } from './pageFiles.ts'
import { mountWebConfig } from './webConfig.ts'

const folder = mkdtempSync(join(tmpdir(), 'page-'))
const dist = join(folder, 'dist')
mkdirSync(join(dist, 'assets'), { recursive: true })
mkdirSync(join(dist, 'favicons'))
writeFileSync(
  join(dist, 'index.html'),
  `<!doctype html><script src="/web-config.js"></script><script src="/assets/custom.js"></script>
<link href="/assets/custom.css"><script src="/BASE_PATH/assets/main.js"></script>`,
)
const script = `import "/BASE_PATH/assets/other.js"; // ${'long enough to compress '.repeat(100)}`
writeFileSync(join(dist, 'assets', 'main.js'), script)
writeFileSync(join(dist, 'assets', 'main.css'), 'body{}')
const picture = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
writeFileSync(join(dist, 'favicons', 'favicon-light-default.png'), picture)
afterAll(() => rmSync(folder, { recursive: true }))

const hostile = `</script><script>alert(1)</script>\u2028\u2029"'\\&`
const now = 1_800_000_000

function aHost(root: string, more: { versionUrl?: string; customFolder?: string } = {}) {
  const users = createUserStore(openDatabase(':memory:'))
  const forgeUser = { remoteId: '1', login: hostile, email: hostile, avatarUrl: hostile }
  const user = users.signIn({ forgeId: 1, forgeUser, admins: [hostile], now })
  const settings = {
    version: '1.2.3',
    root,
    isSwagger: true,
    isVersionCheckSkipped: false,
    areUserAgents: true,
    maxLogLines: 5000,
    defaultConfigPaths: ['.woodpecker/*.{yaml,yml}'],
    docsUrl: 'https://docs.example.org',
    versionUrl: more.versionUrl,
  }
  const app = Fastify()
  setErrorHandler(app)
  mountHeaders(app, settings)
  mountSession(app, { userById: users.byId, clock: () => now * 1000 })
  mountOutside(app, root)
  app.register(
    async (scope) => {
      scope.get('/api/user', async () => 'me')
      scope.get('/api/badges/1/status.svg', async () => 'badge')
      mountWebConfig(scope, settings)
      mountPage(scope, { root, page: readPageFiles(dist, root), customFolder: more.customFolder ?? folder })
    },
    { prefix: root },
  )
  const cookie = `user_sess=${signToken('sess', user.id, user.hash, now + 60)}`
  return { app, user, cookie, get: (path: string, headers = {}) => app.inject({ url: root + path, headers }) }
}

const globalsOf = (body: string) => {
  const window: Record<string, unknown> = {}
  runInNewContext(body, { window })
  return window
}

describe.each(['', '/ci'])('under the root path "%s"', (root) => {
  const { app, get } = aHost(root)

  it('puts the root path into the page, once before each address', async () => {
    const answer = await get('/')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=UTF-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect([...answer.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      `${root}/web-config.js`,
      `${root}/assets/custom.js`,
      `${root}/assets/custom.css`,
      `${root}/assets/main.js`,
    ])
  })

  it('answers addresses of the page with the page, whatever the method', async () => {
    const page = (await get('/')).body
    for (const path of ['/repos/1/pipeline/2', '/repos/', '/login?url=%2Frepos', '/apiary', '/a%2fb', '//y'])
      expect((await get(path)).body, path).toBe(page)
    expect((await app.inject({ method: 'POST', url: `${root}/repos` })).body).toBe(page)
    const head = await app.inject({ method: 'HEAD', url: `${root}/repos` })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it('serves assets with the root path in them, to be kept for a year', async () => {
    const answer = await get('/assets/main.js?v=1')
    expect(answer.body).toBe(script.replace('/BASE_PATH', root))
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000')
    expect([answer.headers['expires'], answer.headers['last-modified']]).toEqual([undefined, undefined])
    expect((await get('/assets/main.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })

  it('leaves the bytes of pictures as they are', async () => {
    const answer = await get('/favicons/favicon-light-default.png', { 'accept-encoding': 'br' })
    expect([answer.rawPayload.equals(picture), answer.headers['content-type']]).toEqual([true, 'image/png'])
  })

  it('says that an asset is missing instead of sending the page', async () => {
    for (const path of ['/assets/old.js', '/favicons/none.svg', '/assets/', '/assets/..%2f..%2findex.html']) {
      const answer = await get(path)
      expect([answer.statusCode, answer.body, answer.headers['content-type']], path).toEqual([
        404,
        '404 page not found',
        'text/plain; charset=utf-8',
      ])
    }
  })

  it('answers unknown addresses of the API with a text', async () => {
    for (const [method, path] of [
      ['GET', '/api/nowhere'],
      ['GET', '/api'],
      ['DELETE', '/api/user'],
    ] as const) {
      const answer = await app.inject({ method, url: root + path })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
    }
  })

  it('takes a slash too many off an address of the API', async () => {
    const read = await get('/api/user/?page=2&x=a?b')
    expect([read.statusCode, read.headers['location']]).toEqual([301, `${root}/api/user?page=2&x=a?b`])
    const written = await app.inject({ method: 'POST', url: `${root}/api/user//` })
    expect([written.statusCode, written.headers['location']]).toEqual([307, `${root}/api/user`])
  })

  it('compresses what is worth it, in the way the browser takes', async () => {
    const plain = (await get('/assets/main.js')).body
    const brotli = await get('/assets/main.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain)
    expect([brotli.headers['content-encoding'], brotli.headers['vary']]).toEqual(['br', 'accept-encoding'])
    const gzip = await get('/assets/main.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual([
      'gzip',
      plain,
    ])
    expect(
      (await get('/assets/main.css', { 'accept-encoding': 'br' })).headers['content-encoding'],
    ).toBeUndefined()
  })

  it('does not send again what the browser has', async () => {
    for (const path of ['/', '/assets/main.js']) {
      const { etag } = (await get(path)).headers
      const again = await get(path, { 'if-none-match': `"other", ${etag}` })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect((await get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    }
  })

  it('redirects the icon', async () => {
    const answer = await get('/favicon.svg')
    expect([answer.statusCode, answer.headers['location']]).toEqual([
      308,
      `${root}/favicons/favicon-light-default.svg`,
    ])
  })

  it('tells the page all that it needs, for a visitor', async () => {
    const answer = await get('/web-config.js')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers['cache-control']).toContain('no-store')
    expect(globalsOf(answer.body)).toMatchObject({
      WOODPECKER_USER: null,
      WOODPECKER_CSRF: '',
      WOODPECKER_VERSION: '1.2.3',
      WOODPECKER_ROOT_PATH: root,
      WOODPECKER_ENABLE_SWAGGER: true,
      WOODPECKER_SKIP_VERSION_CHECK: false,
      WOODPECKER_USER_REGISTERED_AGENTS: true,
      WOODPECKER_MAX_PIPELINE_LOG_LINE_COUNT: 5000,
      WOODPECKER_DEFAULT_CONFIG_PATHS: ['.woodpecker/*.{yaml,yml}'],
    })
  })
})

it('tells the page who is signed in, whatever they are called', async () => {
  const { get, cookie, user } = aHost('')
  const { body } = await get('/web-config.js', { cookie })
  expect(body).not.toMatch(/[<>\u2028\u2029]/)
  expect(body).not.toContain(user.hash)
  const globals = globalsOf(body)
  expect(globals['WOODPECKER_USER']).toEqual({
    id: user.id,
    forge_id: 1,
    forge_remote_id: '1',
    login: hostile,
    email: hostile,
    avatar_url: hostile,
    admin: true,
    org_id: user.org_id,
  })
  expect(verifyToken(String(globals['WOODPECKER_CSRF']), () => user.hash, now)).toEqual({
    type: 'csrf',
    userId: user.id,
  })
})

it('leads from outside the root path into it', async () => {
  const { app } = aHost('/ci')
  const bare = await app.inject({ url: '/' })
  expect([bare.statusCode, bare.headers['location']]).toEqual([302, '/ci/'])
  expect((await app.inject({ url: '/ci' })).statusCode).toBe(200)
  for (const url of ['/repos', '/cicada', '/assets/main.js', '/api/user'])
    expect((await app.inject({ url })).body).toBe('404 page not found')
})

it("serves the operator's own script and style, empty where there is none, and sees a change at once", async () => {
  const customFolder = mkdtempSync(join(folder, 'custom-'))
  const { get } = aHost('/ci', { customFolder })
  for (const [name, type] of [
    ['custom.js', 'text/javascript; charset=utf-8'],
    ['custom.css', 'text/css; charset=utf-8'],
  ]) {
    const empty = await get(`/assets/${name}`)
    expect([empty.statusCode, empty.body, empty.headers['content-type']]).toEqual([200, '', type])
    expect(empty.headers['cache-control']).toBe('no-cache')
    writeFileSync(join(customFolder, name!), 'ours')
    expect((await get(`/assets/${name}`, { 'if-none-match': empty.headers['etag'] })).body).toBe('ours')
  }
})

it('refuses to start without a built page, or under a root path that would need escaping', () => {
  expect(() => readPageFiles(join(folder, 'nowhere'), '')).toThrow('npm run build')
  for (const root of ['/a"b', '/<b>', 'ci', '/ci/', '//x', '/a b', '/..', '/ä'])
    expect(() => readPageFiles(dist, root)).toThrow('root path')
})

describe('headers', () => {
  const { app, get, cookie, user } = aHost('/ci', { versionUrl: 'https://example.org/v;1/version.json?x=1' })
  const strict = (more = '') =>
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; ` +
    `connect-src 'self' https://example.org/v%3B1/version.json${more}; font-src 'self'; base-uri 'none'; ` +
    `form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'`

  it.each(['/', '/assets/main.js', '/web-config.js', '/api/user', '/api/nowhere'])(
    'guard %s',
    async (path) => {
      const { headers } = await get(path)
      expect(headers).toMatchObject({
        'content-security-policy': strict(),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-woodpecker-version': '1.2.3',
        'access-control-allow-origin': '*',
      })
    },
  )

  it('keep answers out of caches unless a route says otherwise', async () => {
    const { headers } = await get('/api/user')
    expect(headers['cache-control']).toBe('no-cache, no-store, max-age=0, must-revalidate, value')
    expect(Date.parse(headers['expires']!)).toBe(0)
    expect(Number.isNaN(Date.parse(String(headers['last-modified'])))).toBe(false)
  })

  it('let the CLI page talk to the one port in its query', async () => {
    const { headers } = await get('/cli/auth?port=41234')
    expect(headers['content-security-policy']).toBe(strict(' http://localhost:41234 http://127.0.0.1:41234'))
  })

  it.each(['0', '65536', '-1', '80%20http://evil.example', '80;x', '', '1e3', '080'])(
    'let it talk to nobody for the port "%s"',
    async (port) => {
      expect((await get(`/cli/auth?port=${port}`)).headers['content-security-policy']).toBe(strict())
      expect((await get(`/other?port=80`)).headers['content-security-policy']).toBe(strict())
    },
  )

  it('keep other sites from loading what the session shows', async () => {
    expect((await get('/web-config.js', { cookie })).headers['cross-origin-resource-policy']).toBe(
      'same-origin',
    )
    expect((await get('/api/badges/1/status.svg')).headers['cross-origin-resource-policy']).toBeUndefined()
  })

  it('let pages of other origins read only what a token was shown for, and badges', async () => {
    const allowed = async (path: string, headers = {}) =>
      (await get(path, { origin: 'https://evil.example', ...headers })).headers['access-control-allow-origin']
    expect(await allowed('/api/user')).toBeUndefined()
    expect(await allowed('/api/user', { cookie })).toBeUndefined()
    expect(await allowed('/web-config.js', { cookie })).toBeUndefined()
    expect(
      await allowed('/api/user', { authorization: `Bearer ${signToken('user', user.id, user.hash)}` }),
    ).toBe('*')
    expect(await allowed('/api/user', { authorization: 'Bearer nonsense' })).toBeUndefined()
    expect(await allowed('/api/badges/1/status.svg')).toBe('*')
  })

  it('answer any OPTIONS request', async () => {
    for (const url of ['/ci/api/user', '/ci/nowhere', '/outside']) {
      const answer = await app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: 'https://other.example' },
      })
      expect([answer.statusCode, answer.body]).toEqual([200, ''])
      expect(answer.headers).toMatchObject({
        allow: 'GET,POST,PUT,PATCH,DELETE,OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE,OPTIONS',
        'access-control-allow-headers': 'authorization, origin, content-type, accept',
        'content-type': expect.stringMatching(/^application\/json/),
      })
    }
  })
})
