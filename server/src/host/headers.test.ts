import { describe, expect, it } from 'vitest'

import { signToken } from '../http/tokens.ts'
import { aHost } from './testing/aHost.ts'

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
