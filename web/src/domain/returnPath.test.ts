// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { returnPath } from './returnPath.ts'

const top = { origin: 'https://ci.test', rootPath: '' }
const below = { origin: 'https://ci.test', rootPath: '/ci' }

describe('the way back after signing in', () => {
  it.each([
    ['/repos', '/repos'],
    ['/', '/'],
    ['/repos/1/branches/a%2Fb?x=1#L5-L9', '/repos/1/branches/a%2Fb?x=1#L5-L9'],
    ['/repos/1/../2', '/repos/2'],
    ['/repos?url=https://elsewhere.test', '/repos?url=https://elsewhere.test'],
  ])('follows %s', (wanted, path) => {
    expect(returnPath(wanted, top)).toBe(path)
  })

  it.each([
    '',
    'repos',
    'https://elsewhere.test/',
    'https:elsewhere.test',
    '//elsewhere.test',
    '///elsewhere.test',
    '/\\elsewhere.test',
    '\\\\elsewhere.test',
    '/\t/elsewhere.test',
    '/\n/elsewhere.test',
    '\u0000/repos',
    '/.//elsewhere.test',
    '/x/..//elsewhere.test',
    '/%2e//elsewhere.test',
    'javascript:alert(1)',
    ' /repos',
    '/login?url=/login',
    '/logout',
    '/authorize?forge_id=2',
  ])('refuses %j', (wanted) => {
    expect(returnPath(wanted, top)).toBeUndefined()
  })

  it.each([
    ['/ci/repos', '/ci/repos'],
    ['/ci', '/ci'],
    ['/ci/', '/ci/'],
    ['/repos', undefined],
    ['/cie/repos', undefined],
    ['/ci/../admin', undefined],
    ['/ci//elsewhere.test', undefined],
    ['/ci/logout', undefined],
  ])('under a root path leads %s to %s', (wanted, path) => {
    expect(returnPath(wanted, below)).toBe(path)
  })

  it('never leaves the product, whatever was asked for', () => {
    const tricks = fc.constantFrom(
      '/',
      '//',
      '\\',
      '..',
      '.',
      '%2e',
      '%2f',
      '@',
      ':',
      'ci',
      'elsewhere.test',
      '\t',
      '?',
      '#',
    )
    const wanted = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(tricks, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    )
    fc.assert(
      fc.property(wanted, fc.constantFrom(top, below), (text, place) => {
        const path = returnPath(text, place)
        if (path === undefined) return
        const url = new URL(path, place.origin)
        expect(url.origin).toBe(place.origin)
        expect(`${url.pathname}/`.startsWith(`${place.rootPath}/`)).toBe(true)
        expect(returnPath(path, place)).toBe(path)
      }),
      { numRuns: 2000 },
    )
  })
})
