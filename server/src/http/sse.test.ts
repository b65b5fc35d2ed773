import { once } from 'node:events'
import { connect } from 'node:net'

import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { until } from '../runner/testing/harness.ts'
import { openEvents } from '../testing/events.ts'
import { closeStreams, openStream, type Stream } from './sse.ts'

let app: FastifyInstance
let url: string
let streams: Stream[]
beforeEach(async () => {
  streams = []
  app = Fastify({ forceCloseConnections: true })
  app.get('/', (_request, reply) => {
    reply.header('x-other', 'kept')
    streams.push(openStream(reply, 'no-store'))
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

const opened = async () => {
  await until(() => streams.length > 0)
  return streams[0]!
}

it('sends a ping first, then messages with all their fields', async () => {
  const reader = await openEvents(url, {})
  const stream = await opened()
  expect(stream.send({ data: 'one' })).toBe(true)
  stream.send({ id: '2', event: 'named', data: 'two' })
  stream.close()
  stream.close()
  await reader.end()
  expect(reader.headers.get('x-other')).toBe('kept')
  expect(reader.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(reader.messages).toEqual([{ data: 'one' }, { id: '2', event: 'named', data: 'two' }])
})

it('pings again after 30 s without a message, so that nobody between takes it for dead', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const answer = await fetch(url)
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    const next = async () => (await reader.read()).value
    const stream = await opened()
    expect(await next()).toBe(': ping\n\n')
    vi.advanceTimersByTime(30_000)
    expect(await next()).toBe(': ping\n\n')
    vi.advanceTimersByTime(29_000)
    stream.send({ data: 'one' })
    expect(await next()).toBe('data: one\n\n')
    // The message counts as a sign of life: the next ping is 30 s after it.
    vi.advanceTimersByTime(29_000)
    stream.send({ data: 'two' })
    expect(await next()).toBe('data: two\n\n')
    vi.advanceTimersByTime(30_000)
    expect(await next()).toBe(': ping\n\n')
    stream.close()
    expect((await reader.read()).done).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

it('takes nothing more once it is closed, and says so once', async () => {
  const reader = await openEvents(url, {})
  const stream = await opened()
  let count = 0
  stream.onClose(() => count++)
  await reader.leave()
  await until(() => !stream.isOpen)
  expect(stream.send({ data: 'late' })).toBe(false)
  stream.close()
  expect(count).toBe(1)
  stream.onClose(() => count++)
  expect(count).toBe(2)
  await stream.drained()
})

it('cuts off a reader who does not read, before much waits for it', async () => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(`GET / HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  socket.pause()
  const stream = await opened()
  const data = 'x'.repeat(64 << 10)
  let sent = 0
  while (stream.send({ data }) && sent < 2000) sent++
  expect(stream.isOpen).toBe(false)
  // What the machine's own buffers took, and a mebibyte of ours.
  expect(sent).toBeLessThan(400)
  socket.destroy()
})

it('lets a writer wait for its reader', async () => {
  const reader = await openEvents(url, {})
  const stream = await opened()
  const data = 'x'.repeat(64 << 10)
  let waits = 0
  for (let index = 0; index < 200; index++) {
    stream.send({ data })
    if (!stream.isFull) continue
    waits++
    await stream.drained()
  }
  stream.close()
  await reader.end()
  expect(waits).toBeGreaterThan(0)
  expect(reader.messages).toHaveLength(200)
})

it('ends all at once for the shutdown', async () => {
  const readers = [await openEvents(url, {}), await openEvents(url, {})]
  await until(() => streams.length === 2)
  closeStreams()
  for (const reader of readers) await reader.end()
  expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, false])
})
