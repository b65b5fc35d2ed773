import { describe, expect, it } from 'vitest'

import { publicCookie, publicLocation, upstreamPath } from './addresses.ts'

const addresses = {
  upstream: new URL('http://inside:8000/wp'),
  root: '/ci',
  publicUrl: 'https://ci.example/ci',
}
const bare = { upstream: new URL('http://inside:8000'), root: '', publicUrl: '' }

describe('addresses between two root paths', () => {
  it('lead from ours to theirs', () => {
    expect(upstreamPath(addresses, '/ci/api/repos?x=1')).toBe('/wp/api/repos?x=1')
    expect(upstreamPath(bare, '/api/repos')).toBe('/api/repos')
  })

  it.each([
    ['/wp/', '/ci/'],
    ['/wp/login?error=x#y', '/ci/login?error=x#y'],
    ['http://inside:8000/wp/api', 'https://ci.example/ci/api'],
    ['https://forge.example/login/oauth?redirect_uri=http://inside:8000/wp/authorize', undefined],
    ['/other', undefined],
    ['/wpx/', undefined],
    ['//evil.example/wp/', undefined],
  ])('a redirect to %s becomes %s', (location, expected) => {
    expect(publicLocation(addresses, location)).toBe(expected ?? location)
  })

  it.each([
    ['user_sess=a; Path=/; HttpOnly', 'user_sess=a; Path=/; HttpOnly'],
    ['user_sess=a; Path=/wp; Domain=inside', 'user_sess=a; Path=/ci'],
    ['s=a; path=/wp/x; Secure; SameSite=Lax', 's=a; Path=/ci/x; Secure; SameSite=Lax'],
    ['s=a; Path=/wpx', 's=a; Path=/wpx'],
  ])('the cookie %s becomes %s', (cookie, expected) => {
    expect(publicCookie(addresses, cookie)).toBe(expected)
  })
})
