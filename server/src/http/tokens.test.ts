import { createHmac } from 'node:crypto'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { signToken, verifyToken } from './tokens.ts'

const now = 1_800_000_000
const key = 'the hash of user 7'
const keyOf = (userId: number) => (userId === 7 ? key : undefined)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const forge = (head: unknown, claims: unknown, secret = key) => {
  const signed = `${part(head)}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
const hs256 = { alg: 'HS256', typ: 'JWT' }

it('recognises what it signed', () => {
  expect(verifyToken(signToken('sess', 7, key, now + 1), keyOf, now)).toEqual({ type: 'sess', userId: 7 })
  expect(verifyToken(signToken('user', 7, key), keyOf, now)).toEqual({ type: 'user', userId: 7 })
})

it('gives the same API token each time it is asked', () => {
  expect(signToken('user', 7, key)).toBe(signToken('user', 7, key))
})

it('names the user as the wire does', () => {
  const claims = JSON.parse(Buffer.from(signToken('csrf', 7, key).split('.')[1]!, 'base64url').toString())
  expect(claims).toEqual({ type: 'csrf', 'user-id': '7' })
})

it.each([
  ['expired this second', signToken('sess', 7, key, now)],
  ['of another key', signToken('user', 7, 'older hash')],
  ['of an unknown user', signToken('user', 8, key)],
  ['of a session without an end', signToken('sess', 7, key)],
  ['of an unknown type', forge(hs256, { type: 'agent', 'user-id': '7' })],
  ['unsigned', `${part({ alg: 'none' })}.${part({ type: 'user', 'user-id': '7' })}.`],
  ['unsigned with a signature', forge({ alg: 'none' }, { type: 'user', 'user-id': '7' })],
  ['of a user who is no number', forge(hs256, { type: 'user', 'user-id': 'seven' })],
  ['whose end is a text', forge(hs256, { type: 'sess', 'user-id': '7', exp: String(now + 9) })],
  ['whose claims are null', forge(hs256, null)],
  ['with a fourth part', `${signToken('user', 7, key)}.x`],
  ['of two parts', 'a.b'],
  ['empty', ''],
])('refuses a token that is %s', (_what, token) => {
  expect(verifyToken(token, keyOf, now)).toBeUndefined()
})

it('refuses every token of a user whose key is empty', () => {
  expect(verifyToken(forge(hs256, { type: 'user', 'user-id': '7' }, ''), () => '', now)).toBeUndefined()
})

it('refuses a token with any one character changed', () => {
  const token = signToken('sess', 7, key, now + 60)
  fc.assert(
    fc.property(
      fc.nat(token.length - 2),
      fc.constantFrom('a', 'b', 'X', 'Z', '0', '9', '-', '_', '.'),
      (at, character) => {
        fc.pre(token[at] !== character)
        expect(verifyToken(token.slice(0, at) + character + token.slice(at + 1), keyOf, now)).toBeUndefined()
      },
    ),
  )
})

it('reads any text without failing', () => {
  fc.assert(fc.property(fc.string(), (text) => verifyToken(text, keyOf, now) === undefined))
})
