import { once } from 'node:events'
import { connect } from 'node:net'

import { PipelineMessage } from '@yaffle/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { until } from '../../runner/testing/harness.ts'
import type { Message } from '../../testing/events.ts'
import type { Calls, Person } from '../../testing/people.ts'
import { aFile, type TestRepo } from '../../testing/repos.ts'
import { aPipeline } from '../../testing/rows.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let ana: Person
let ben: Person
let open: TestRepo
let hidden: TestRepo

beforeAll(async () => {
  server = await testServer()
  ana = await server.person('ana')
  ben = await server.person('ben')
  open = await server.repo('ana/open')
  hidden = await server.repo('ana/hidden', { visibility: 'private' })
})
afterAll(() => server.close())

const watch = (who: Calls) => who.events('/api/stream/events')
const told = (messages: Message[]) => messages.map(({ data }) => PipelineMessage.parse(JSON.parse(data)))
const reposOf = (messages: Message[]) => [...new Set(told(messages).map(({ repo }) => repo.full_name))]
const isDone = (repo: TestRepo, number: number) => (messages: Message[]) =>
  told(messages).some(
    (one) => one.repo.id === repo.id && one.pipeline?.number === number && one.pipeline.status === 'success',
  )

describe('the stream of events', () => {
  it('begins with a ping and is never stored or buffered', async () => {
    const stream = await watch(server.visitor)
    expect(stream.status).toBe(200)
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.headers.get('cache-control')).toContain('no-store')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    await stream.leave()
  })

  it('tells what becomes of a pipeline, with its repository, workflows and steps', async () => {
    const stream = await watch(server.visitor)
    const { number } = await open.start()
    await stream.until(isDone(open, number))
    await stream.leave()
    for (const { event, id } of stream.messages) expect([event, id]).toEqual([undefined, undefined])
    const states = told(stream.messages).map(({ pipeline }) => pipeline?.status)
    const order = ['created', 'pending', 'running', 'success']
    expect(states.map((state) => order.indexOf(state ?? ''))).toEqual(
      states.map((state) => order.indexOf(state ?? '')).toSorted((a, b) => a - b),
    )
    expect(states).not.toContain(undefined)
    expect(told(stream.messages).at(-1)).toMatchObject({
      repo: { full_name: 'ana/open', visibility: 'public' },
      pipeline: { workflows: [{ state: 'success', children: [{ name: 'say', state: 'success' }] }] },
    })
    expect(JSON.stringify(stream.messages)).not.toContain('user_id')
  })

  it('tells of private repositories only those who may see them', async () => {
    const [visitor, stranger, owner] = [
      await watch(server.visitor),
      await watch(ben),
      await watch(ana),
    ] as const
    const secret = await hidden.start()
    await owner.until(isDone(hidden, secret.number))
    const { number } = await open.start()
    for (const stream of [visitor, stranger, owner]) await stream.until(isDone(open, number))
    expect(reposOf(visitor.messages)).toEqual(['ana/open'])
    expect(reposOf(stranger.messages)).toEqual(['ana/open'])
    expect(reposOf(owner.messages)).toEqual(['ana/hidden', 'ana/open'])
    for (const stream of [visitor, stranger, owner]) await stream.leave()
  })

  it('goes by the visibility set here, not by the one at the forge', async () => {
    const shut = await server.repo('ana/shut')
    await ana.patch(shut.url, { visibility: 'private' })
    const inner = await server.repo('ana/inner')
    await ana.patch(inner.url, { visibility: 'internal' })
    const [visitor, stranger] = [await watch(server.visitor), await watch(ben)] as const
    for (const repo of [shut, inner, open]) {
      const { number } = await repo.start()
      await repo.finished(number)
    }
    for (const stream of [visitor, stranger]) await stream.until((all) => reposOf(all).includes('ana/open'))
    expect(reposOf(visitor.messages)).toEqual(['ana/open'])
    expect(reposOf(stranger.messages)).toEqual(['ana/inner', 'ana/open'])
    for (const stream of [visitor, stranger]) await stream.leave()
  })

  it('tells nothing more once a right is taken away, and something once it is given', async () => {
    hidden.grant(ben, 'pull')
    await ben.get(hidden.url)
    const stream = await watch(ben)
    const first = await hidden.start()
    await stream.until(isDone(hidden, first.number))
    hidden.grant(ben, 'none')
    const second = await hidden.start()
    await hidden.finished(second.number)
    const last = await open.start()
    await stream.until(isDone(open, last.number))
    const numbers = told(stream.messages)
      .filter(({ repo }) => repo.id === hidden.id)
      .map(({ pipeline }) => pipeline?.number)
    expect(new Set(numbers)).toEqual(new Set([first.number]))
    hidden.grant(ben, 'push')
    await ben.get(hidden.url)
    const third = await hidden.start()
    await stream.until(isDone(hidden, third.number))
    await stream.leave()
    hidden.grant(ben, 'none')
  })

  it('goes by what a repository is now, not when the stream began', async () => {
    const repo = await server.repo('ana/changing')
    const [visitor, stranger, owner] = [
      await watch(server.visitor),
      await watch(ben),
      await watch(ana),
    ] as const
    const seen: string[] = []
    for (const visibility of ['public', 'internal', 'private', 'public']) {
      await ana.patch(repo.url, { visibility })
      const { number } = await repo.start()
      await repo.finished(number)
      // What is told of another pipeline now is told after everything about this one.
      const last = aPipeline(server.core, open.id)
      server.core.hub.publish(last.id)
      await owner.until((all) => told(all).some(({ pipeline }) => pipeline?.id === last.id))
      seen.push(String(number))
    }
    const numbers = (messages: Message[]) => [
      ...new Set(
        told(messages)
          .filter((one) => one.repo.id === repo.id)
          .map(({ pipeline }) => String(pipeline?.number)),
      ),
    ]
    const [open1, internal, , open2] = seen
    for (const stream of [visitor, stranger]) await stream.until((all) => numbers(all).includes(open2!))
    expect(numbers(visitor.messages)).toEqual([open1, open2])
    expect(numbers(stranger.messages)).toEqual([open1, internal, open2])
    for (const stream of [visitor, stranger, owner]) await stream.leave()
  })

  it('cuts off a reader who does not read; the others lose nothing, and the slow one may come back', async () => {
    const quick = await watch(ana)
    const { hostname, port } = new URL(server.publicUrl())
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(`GET /api/stream/events HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    const message = 'x'.repeat(200_000)
    const sent: number[] = []
    // Far more than the buffers of the machine take.
    for (let index = 0; index < 100; index++) {
      const { id, number } = aPipeline(server.core, open.id, { message })
      sent.push(number)
      server.core.hub.publish(id)
      await quick.until((all) => all.length === sent.length)
    }
    expect(told(quick.messages).map(({ pipeline }) => pipeline?.number)).toEqual(sent)
    let got = ''
    socket.on('data', (bytes: Buffer) => (got += bytes.toString('latin1')))
    socket.on('error', () => {})
    socket.resume()
    await until(() => socket.closed)
    expect(got.split('\ndata: ').length).toBeLessThan(sent.length)
    const again = await watch(server.visitor)
    const { number } = await open.start()
    await again.until(isDone(open, number))
    for (const stream of [quick, again]) await stream.leave()
  })

  it('ends for those whose sessions have ended', async () => {
    const stream = await watch(ben)
    await ben.delete('/api/user/token')
    const { number } = await open.start()
    await stream.end()
    expect(stream.messages).toEqual([])
    await open.finished(number)
  })

  it('tells cron jobs as they are stored, without the message that lists make up', async () => {
    const job = await ana.post(`${open.url}/cron`, { name: 'nightly', schedule: '@daily', enabled: true })
    const stream = await watch(ana)
    const { id } = job.json() as { id: number }
    const run = await ana.post(`${open.url}/cron/${id}`)
    expect(run.json()).toMatchObject({ event: 'cron', cron: 'nightly', message: '', sender: '' })
    const { number } = run.json() as { number: number }
    await stream.until(isDone(open, number))
    expect(told(stream.messages).at(-1)).toMatchObject({
      pipeline: { cron: 'nightly', message: '', sender: '' },
    })
    expect((await ana.get(`${open.url}/pipelines/${number}`)).json()).toMatchObject({ message: 'nightly' })
    await stream.leave()
  })

  it('tells when a pipeline is cancelled, declined, in error', async () => {
    const stream = await watch(ana)
    const slow = await server.repo('ana/slow', { files: aFile('sleep 60') })
    const broken = await server.repo('ana/broken', { files: { '.woodpecker.yaml': 'steps: 7' } })
    const { number } = await slow.start()
    await slow.running(number)
    await ana.post(`${slow.url}/pipelines/${number}/cancel`)
    await broken.start()
    const saw = (repo: TestRepo, status: string) => (messages: Message[]) =>
      told(messages).some((one) => one.repo.id === repo.id && one.pipeline?.status === status)
    await stream.until(saw(slow, 'killed'))
    await stream.until(saw(broken, 'error'))
    await ana.patch(open.url, { require_approval: 'all_events' })
    const copy = await open.clone()
    await copy.commit('gated', { gated: '1' })
    await copy.do('push', 'origin', 'HEAD:refs/heads/gated')
    copy.remove()
    await stream.until(saw(open, 'blocked'))
    const latest = await ana.get(`${open.url}/pipelines/latest?branch=gated`)
    await ana.post(`${open.url}/pipelines/${(latest.json() as { number: number }).number}/decline`)
    await stream.until(saw(open, 'declined'))
    await ana.patch(open.url, { require_approval: 'none' })
    await stream.leave()
  })

  it('is limited to a number per person, and gives the place back', async () => {
    const cas = await server.person('cas')
    const streams = await Promise.all(Array.from({ length: 50 }, () => watch(cas)))
    expect((await watch(cas)).status).toBe(429)
    await Promise.all(streams.map((stream) => stream.leave()))
    await until(async () => {
      const stream = await watch(cas)
      await stream.leave()
      return stream.status === 200
    })
  })
})
