import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fillPath, searchOf } from './url.ts'

const names = fc
  .string({ minLength: 1 })
  .filter((name) => name !== '.' && name !== '..' && name.isWellFormed())

describe('fillPath', () => {
  it.each([
    ['/api/repos/:repo_id/secrets/:name', { repo_id: 1, name: 'a/b' }, '/api/repos/1/secrets/a%2Fb'],
    ['/api/registries/:address', { address: 'r.test:5000/x+y' }, '/api/registries/r.test%3A5000%2Fx%2By'],
    ['/api/repos/lookup/*', { '*': 'group/sub group/na%me' }, '/api/repos/lookup/group/sub%20group/na%25me'],
    ['/api/user', {}, '/api/user'],
    ['/api/secrets/:name', { name: 'half \ud83d' }, '/api/secrets/half%20%EF%BF%BD'],
  ])('fills %s', (path, params, filled) => {
    expect(fillPath(path, params)).toBe(filled)
  })

  it.each([
    ['/api/secrets/:name', { name: '..' }],
    ['/api/secrets/:name', { name: '.' }],
    ['/api/secrets/:name', {}],
    ['/api/repos/lookup/*', { '*': 'a/../../user/token' }],
    ['/api/repos/lookup/*', { '*': '' }],
    ['/api/repos/lookup/*', { '*': 'a//b' }],
  ])('refuses what would lead to another route: %s %o', (path, params) => {
    expect(() => fillPath(path, params)).toThrow(RangeError)
  })

  it('always stays in its own segment, and says the name exactly', () => {
    fc.assert(
      fc.property(names, (name) => {
        const { pathname } = new URL(fillPath('/api/x/:name/y', { name }), 'http://ci.test')
        const parts = pathname.split('/')
        expect(parts).toHaveLength(5)
        expect(decodeURIComponent(parts[3] ?? '')).toBe(name)
      }),
    )
  })
})

describe('searchOf', () => {
  it('is the same for the same question, however it was put', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), names), (query) => {
        const turned = Object.fromEntries(Object.entries(query).toReversed())
        expect(searchOf(turned)).toBe(searchOf(query))
        expect(new URLSearchParams(searchOf(query)).size).toBe(Object.keys(query).length)
      }),
    )
  })
})
