import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { mountAddressLimits, requestLimits } from './limits.ts'
import { setErrorHandler } from './mount.ts'

const app = Fastify(requestLimits)
setErrorHandler(app)
mountAddressLimits(app)
app.post('/body', async () => 'taken')
app.get('/*', async () => 'here')

let port = 0
beforeAll(async () => {
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.close())

/** The first line of the answer to a request written by hand. */
async function statusOf(head: string) {
  const socket = connect(port, '127.0.0.1')
  socket.end(`${head}\r\nHost: x\r\nConnection: close\r\n\r\n`)
  return (await text(socket)).split('\r\n', 1)[0]
}

it('takes what is within the limits', async () => {
  expect((await app.inject({ url: `/${'a'.repeat(8000)}` })).body).toBe('here')
  expect(
    (await app.inject({ method: 'POST', url: '/body', payload: { text: 'a'.repeat(1_000_000) } })).body,
  ).toBe('taken')
})

it('refuses a body past 1 MiB', async () => {
  const answer = await app.inject({ method: 'POST', url: '/body', payload: { text: 'a'.repeat(1_100_000) } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([413, 'text/plain; charset=utf-8'])
})

it('refuses an address that is too long or too deep', async () => {
  expect((await app.inject({ url: `/?${'a'.repeat(9000)}` })).statusCode).toBe(414)
  expect((await app.inject({ url: '/a'.repeat(70) })).statusCode).toBe(414)
})

it('refuses an address that is no address, with a text', async () => {
  const answer = await app.inject({ url: '/assets/%zz' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8'])
})

it('refuses headers past 16 KiB', async () => {
  expect(await statusOf(`GET / HTTP/1.1\r\nX-Long: ${'a'.repeat(17_000)}`)).toContain(' 431 ')
  expect(await statusOf(`GET / HTTP/1.1\r\nX-Long: ${'a'.repeat(10_000)}`)).toContain(' 200 ')
})
