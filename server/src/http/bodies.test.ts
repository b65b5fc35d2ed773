import { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Person } from '../testing/people.ts'
import { aFile, type TestRepo } from '../testing/repos.ts'
import { testServer, type TestServer } from '../testing/testServer.ts'

let server: TestServer
let ana: Person
let tool: TestRepo

beforeAll(async () => {
  server = await testServer()
  ana = await server.person('ana')
  tool = await server.repo('ana/tool')
  await tool.commit(aFile(), 'dev')
})
afterAll(() => server.close())

/** Over a real connection, as programs send it. */
const send = (method: string, path: string, body: string | undefined, headers: Record<string, string>) =>
  fetch(server.publicUrl() + path, { method, headers, ...(body !== undefined && { body }) })

describe('a run by hand', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/x-www-form-urlencoded',
    'text/plain;charset=UTF-8',
    'application/octet-stream',
  ])('is asked for in JSON that may be called %s', async (type) => {
    const token = (await ana.post('/api/user/token')).body
    const answer = await send('POST', `${tool.url}/pipelines`, '{"branch":"dev"}', {
      authorization: `Bearer ${token}`,
      'content-type': type,
    })
    expect(answer.status).toBe(200)
    expect(Pipeline.parse(await answer.json())).toMatchObject({ branch: 'dev', event: 'manual' })
  })

  it('in a form that a web page could send needs the token of our page all the same', async () => {
    // Their numbers alone: those made before are still running.
    const numbers = async () =>
      (await ana.get(`${tool.url}/pipelines`)).as(z.array(Pipeline)).map(({ number }) => number)
    const before = await numbers()
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      const answer = await ana.request({
        method: 'POST',
        url: `${tool.url}/pipelines`,
        headers: { 'content-type': type, 'x-csrf-token': '' },
        payload: '{"branch":"dev"}',
      })
      expect(answer.status).toBe(401)
    }
    expect(await numbers()).toEqual(before)
  })
})

describe('what takes no body', () => {
  const refresh = (type: string, payload: string) =>
    ana.api.request({
      method: 'POST',
      url: '/api/user/repos/refresh',
      headers: { 'content-type': type },
      payload,
    })

  it.each([
    ['application/json', ''],
    ['application/json', '{"a":'],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['text/plain', 'hello'],
    ['text/xml', '<a/>'],
    ['application/octet-stream', '\0'],
  ])('does not look at one of %s: %j', async (type, payload) => {
    expect((await refresh(type, payload)).status).toBe(200)
  })

  it('still refuses one that is too large', async () => {
    expect((await refresh('text/plain', 'x'.repeat(2 << 20))).status).toBe(413)
  })

  it('may be asked for with a token in a form', async () => {
    const token = (await ana.post('/api/user/token')).body
    const answer = await send('POST', '/api/user/token', `access_token=${token}`, {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect([answer.status, await answer.text()]).toEqual([200, token])
  })
})

describe('a body that must be JSON', () => {
  it('is not read from a form, which would look like an object without the wanted keys', async () => {
    const boss = await server.person('boss')
    const before = (await boss.get('/api/agents')).body
    const answer = await boss.api.request({
      method: 'POST',
      url: '/api/agents',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '{"name":"x"}',
    })
    expect(answer).toMatchObject({
      status: 415,
      body: 'The body must be JSON, with the Content-Type application/json',
    })
    expect((await boss.get('/api/agents')).body).toBe(before)
  })

  it('is refused to a visitor as such', async () => {
    const url = '/api/agents'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await server.visitor.request({ method: 'POST', url, headers, payload: 'name=x' })
    expect(answer.status).toBe(401)
  })
})
