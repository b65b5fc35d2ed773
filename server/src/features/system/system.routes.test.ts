import { createPublicKey } from 'node:crypto'

import { logLevels } from '@yaffle/contract/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Person } from '../../testing/people.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let boss: Person
let ana: Person

beforeAll(async () => {
  server = await testServer()
  boss = await server.person('boss')
  ana = await server.person('ana')
})
afterAll(() => server.close())

it('tells everybody version and health', async () => {
  expect((await server.visitor.get('/version')).json()).toEqual({ source: '', version: '1.2.3' })
  expect(await server.visitor.get('/healthz')).toMatchObject({ status: 204, body: '' })
})

describe('the public key', () => {
  it('is a PEM of an Ed25519 key, as text, for everybody, and always the same', async () => {
    const answer = await server.visitor.get('/api/signature/public-key')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.body).toMatch(/^-----BEGIN PUBLIC KEY-----\n/)
    expect(createPublicKey(answer.body).asymmetricKeyType).toBe('ed25519')
    expect((await ana.get('/api/signature/public-key')).body).toBe(answer.body)
  })
})

describe('the log level', () => {
  const set = (body: object, person = boss) => person.post('/api/log-level', body)

  it('is for server admins', async () => {
    for (const [person, status] of [
      [server.visitor, 401],
      [ana, 403],
    ] as const) {
      expect((await person.get('/api/log-level')).status).toBe(status)
      expect((await person.post('/api/log-level', { 'log-level': 'debug' })).status).toBe(status)
    }
  })

  it.each([{}, { 'log-level': 'loud' }, { 'log-level': null }, { level: 'info' }])(
    'cannot be %j',
    async (body) => {
      const before = (await boss.get('/api/log-level')).json()
      expect((await set(body)).status).toBe(400)
      expect((await boss.get('/api/log-level')).json()).toEqual(before)
    },
  )

  it('is what was set; the two words that mean the same to the logger read as one', async () => {
    const before = (await boss.get('/api/log-level')).json() as object
    for (const level of logLevels) {
      const answer = await set({ 'log-level': level })
      expect([answer.status, answer.json()]).toEqual([200, { 'log-level': level }])
      const read = level === 'panic' ? 'fatal' : level
      expect((await boss.get('/api/log-level')).json()).toEqual({ 'log-level': read })
    }
    await set(before)
  })
})

it('profiles are for admins, and there are none', async () => {
  for (const path of ['', 'heap', 'profile?seconds=1', 'trace/x']) {
    const url = `/api/debug/pprof/${path}`
    expect((await server.visitor.get(url)).status).toBe(401)
    expect((await ana.get(url)).status).toBe(403)
    expect(await boss.get(url)).toMatchObject({ status: 404, body: 'This server has no profiles' })
  }
})
