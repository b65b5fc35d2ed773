import { afterAll, beforeAll, expect, it } from 'vitest'

import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

it('a webhook with any token is refused alike: nobody was given one', async () => {
  const ana = await server.person('ana')
  const repo = await server.repo('ana/tool')
  const user = (await ana.post('/api/user/token')).body
  const forged = (remoteId: string) =>
    [
      base64({ alg: 'HS256', typ: 'JWT' }),
      base64({ type: 'hook', 'repo-forge-remote-id': remoteId, 'forge-id': '1' }),
      'c2lnbmF0dXJl',
    ].join('.')
  const tokens = ['', 'x', 'a.b.c', user, forged(repo.remote_id), forged('unknown')]
  for (const token of tokens)
    expect(await server.visitor.post(`/api/hook?access_token=${token}`, { ref: 'main' })).toMatchObject({
      status: 400,
      body: 'failure to parse token from hook',
    })
  expect((await server.visitor.post('/api/hook')).status).toBe(400)
  expect((await ana.get(`${repo.url}/pipelines`)).json()).toEqual([])
})

it.each([
  ['application/json', '{"ref":"refs/heads/main"}'],
  ['application/json', 'no JSON'],
  ['application/x-www-form-urlencoded', 'payload=%7B%7D'],
  ['text/plain', 'hello'],
])('a webhook of type %s needs neither cookie nor page: %s', async (type, payload) => {
  const headers = { 'content-type': type, 'x-gitlab-token': 'x' }
  const answer = await server.visitor.request({ method: 'POST', url: '/api/hook', headers, payload })
  expect(answer).toMatchObject({ status: 400, body: 'failure to parse token from hook' })
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
})
