import { Writable } from 'node:stream'

import Fastify from 'fastify'
import { expect, it } from 'vitest'

import { describeRequest, redactUrl } from './redact.ts'

it.each([
  ['/api/stream/events?access_token=abc.def', '/api/stream/events?access_token=…'],
  ['/authorize?code=1&state=2&forge_id=1', '/authorize?code=…&state=…&forge_id=1'],
  ['/login/link?token=x', '/login/link?token=…'],
  ['/x?ACCESS_TOKEN=x&barcode=1', '/x?ACCESS_TOKEN=…&barcode=1'],
  ['/repos?token', '/repos?token'],
])('writes %s as %s', (url, written) => {
  expect(redactUrl(url)).toBe(written)
})

it('keeps tokens and cookies out of a log', async () => {
  let log = ''
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString()
      done()
    },
  })
  const app = Fastify({ logger: { level: 'info', stream, serializers: { req: describeRequest } } })
  app.get('/api/user', (_request, reply) => reply.send('me'))
  const headers = { cookie: 'user_sess=hidden', authorization: 'Bearer hidden' }
  await app.inject({ url: '/api/user?access_token=hidden&page=1', headers })
  expect(log).toContain('page=1')
  expect(log).not.toContain('hidden')
})
