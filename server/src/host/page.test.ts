import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { verifyToken } from '../http/tokens.ts'
import { readPageFiles } from './pageFiles.ts'
import { aHost, dist, folder, hostile, now, picture, script } from './testing/aHost.ts'

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
