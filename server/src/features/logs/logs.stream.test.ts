import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'

import { LogEntry } from '@yaffle/contract/logs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { until } from '../../runner/testing/harness.ts'
import type { Message } from '../../testing/events.ts'
import type { Calls, Person } from '../../testing/people.ts'
import { aFile, stepOf, type TestRepo } from '../../testing/repos.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let ana: Person
let ben: Person
let tool: TestRepo
/** The number of a pipeline that has ended, and its step. */
let number: number
let step: number

/** Prints, waits for a file, prints on. */
const waiting = (file: string, after = 'echo second') => [
  'echo first',
  `while [ ! -e ${file} ]; do sleep 0.05; done`,
  after,
]

beforeAll(async () => {
  server = await testServer()
  ana = await server.person('ana')
  ben = await server.person('ben')
  tool = await server.repo('ana/tool')
  ;({ number } = await tool.start())
  step = stepOf(await tool.finished(number)).id
})
afterAll(() => server.close())

const textOf = ({ data }: { data: string }) => Buffer.from(data, 'base64').toString()
const entriesOf = (messages: Message[]) =>
  messages.filter(({ event }) => event === undefined).map(({ data }) => LogEntry.parse(JSON.parse(data)))
const textsOf = (messages: Message[]) => entriesOf(messages).map(textOf)

describe('a stream of a log', () => {
  const file = (name: string) => `${server.dataDir}/${name}`
  const go = (name: string) => writeFile(file(name), '')
  async function begun(name: string, after?: string) {
    const repo = await server.repo(`ana/${name}`, { files: aFile(waiting(file(name), after)) })
    const { number } = await repo.start()
    const { id } = await repo.running(number)
    return { repo, number, url: `/api/stream/logs/${repo.id}/${number}/${id}` }
  }
  const hasFirst = (messages: Message[]) => textsOf(messages).includes('first')

  it('is hidden with its repository', async () => {
    const hidden = await server.repo('ana/unseen', { visibility: 'private' })
    const url = `/api/stream/logs/${hidden.id}/1/1`
    expect((await server.visitor.get(url)).status).toBe(401)
    expect((await ben.get(url)).status).toBe(404)
    expect((await ana.get('/api/stream/logs/x/1/1')).status).toBe(400)
  })

  it('begins with a ping and what was printed before, goes on live, and says when it is over', async () => {
    const { url, repo, number } = await begun('live')
    const stream = await server.visitor.events(url)
    expect(stream.status).toBe(200)
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.headers.get('cache-control')).toContain('no-cache')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    await stream.until(hasFirst)
    expect(stream.isOver).toBe(false)
    await go('live')
    await stream.end()
    const entries = entriesOf(stream.messages)
    expect(entries.map(({ line }) => line)).toEqual(entries.map((_, index) => index))
    expect(entries.map(textOf).slice(-2)).toEqual(['+ echo second', 'second'])
    expect(stream.messages.map(({ id }) => id).filter(Boolean)).toEqual(
      entries.map((_, index) => String(index + 1)),
    )
    expect(stream.messages.at(-1)).toMatchObject({ event: 'eof' })
    const stored = await ana.get(`${repo.url}/logs/${number}/${entries[0]!.step_id}`)
    expect(stored.as(z.array(LogEntry)).map(textOf)).toEqual(entries.map(textOf))
  })

  it('goes on after the entry that came last', async () => {
    const { url } = await begun('resumed')
    const first = await ana.events(url)
    await first.until(hasFirst)
    await first.leave()
    const last = first.messages.findLast(({ id }) => id !== undefined)?.id ?? ''
    // Before the step goes on: one that has ended has no stream any more.
    const again = await ana.events(url, { 'last-event-id': last })
    await go('resumed')
    await again.end()
    const both = [...first.messages, ...again.messages]
    const lines = entriesOf(both).map(({ line }) => line)
    expect(lines).toEqual(lines.map((_, index) => index))
    expect(textsOf(both).at(-1)).toBe('second')
    expect(again.messages.at(-1)).toMatchObject({ event: 'eof' })
  })

  it.each(['-1', 'x', '1e9', '99999999999999999999'])('with a last entry "%s" still ends', async (id) => {
    const name = `odd-${id}`
    const { url } = await begun(name)
    const stream = await ana.events(url, { 'last-event-id': id })
    await go(name)
    await stream.end()
    expect(stream.messages.at(-1)).toMatchObject({ event: 'eof' })
  })

  it('has the same lines for every reader, also of a fast and long log', async () => {
    const { url } = await begun('readers', 'seq 1 20000')
    const readers = await Promise.all([ana, server.visitor, ben].map((one) => one.events(url)))
    await go('readers')
    for (const reader of readers) await reader.end()
    const [texts, ...others] = readers.map(({ messages }) => textsOf(messages))
    expect(texts?.slice(-20_000)).toEqual(Array.from({ length: 20_000 }, (_, index) => String(index + 1)))
    for (const other of others) expect(other).toEqual(texts)
  })

  it('of a step that is killed ends', async () => {
    const { url, repo, number } = await begun('killed')
    const stream = await ana.events(url)
    await stream.until(hasFirst)
    await ana.post(`${repo.url}/pipelines/${number}/cancel`)
    await stream.end()
    expect(stream.messages.at(-1)).toMatchObject({ event: 'eof' })
  })

  it.each<[string, () => Calls, (repo: TestRepo) => Promise<unknown>]>([
    [
      'the repository becomes private',
      () => server.visitor,
      (repo) => ana.patch(repo.url, { visibility: 'private' }),
    ],
    ['the session ends', () => ben, () => ben.delete('/api/user/token')],
    ['the repository is erased', () => ben, (repo) => ana.delete(`${repo.url}?remove=true`)],
  ])('ends once %s, and tells nothing more', async (what, who, change) => {
    const name = what.replaceAll(' ', '-')
    const { url, repo } = await begun(name)
    const stream = await who().events(url)
    await stream.until(hasFirst)
    await change(repo)
    await go(name)
    await stream.end()
    expect(textsOf(stream.messages)).not.toContain('second')
  })

  it('waits for a slow reader, who gets every line in the end', async () => {
    const { url, repo, number } = await begun('slow', 'seq 1 40000')
    const { hostname, port } = new URL(server.publicUrl())
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(`GET ${url} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    socket.pause()
    const quick = await ana.events(url)
    await go('slow')
    await quick.end()
    await repo.finished(number)
    let text = ''
    socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')))
    socket.resume()
    await until(() => text.endsWith('\r\n0\r\n\r\n'))
    socket.destroy()
    const lines = [...text.matchAll(/"data":"([^"]*)"/g)].map(([, data = '']) => textOf({ data }))
    expect(lines.slice(-40_000)).toEqual(Array.from({ length: 40_000 }, (_, index) => String(index + 1)))
    expect(text).toContain('event: eof')
  })

  it('of a step that waits shows it from its first line', async () => {
    const repo = await server.repo('ana/patient')
    server.core.runner.pause()
    const pipeline = await repo.start()
    const stream = await ana.events(`/api/stream/logs/${repo.id}/${pipeline.number}/${stepOf(pipeline).id}`)
    server.core.runner.resume()
    await stream.end()
    expect(textsOf(stream.messages)).toEqual(['+ echo hello', 'hello'])
  })

  it.each([
    ['x', '1', 'pipeline number invalid'],
    ['99999', '1', 'pipeline not found'],
    ['1', 'x', 'step id invalid'],
    ['1', '99999', 'process not found'],
  ])('%s/%s says in an event: %s', async (number, step, data) => {
    const stream = await server.visitor.events(`/api/stream/logs/${tool.id}/${number}/${step}`)
    await stream.end()
    expect(stream.status).toBe(200)
    expect(stream.messages).toEqual([{ event: 'error', data }])
  })

  it('of a step that has ended sends its reader to the stored log', async () => {
    const stream = await server.visitor.events(`/api/stream/logs/${tool.id}/${number}/${step}`)
    await stream.end()
    expect(stream.messages).toEqual([{ event: 'error', data: 'step not running (anymore)' }])
  })

  it('is limited to a number per person, and gives the place back', async () => {
    const { url, repo, number } = await begun('crowd')
    const streams = await Promise.all(Array.from({ length: 30 }, () => ben.events(url)))
    expect(streams.every(({ status }) => status === 200)).toBe(true)
    expect((await ben.events(url)).status).toBe(429)
    const other = await ana.events(url)
    expect(other.status).toBe(200)
    await Promise.all([...streams, other].map((stream) => stream.leave()))
    await ana.post(`${repo.url}/pipelines/${number}/cancel`)
    await repo.finished(number)
    await until(async () => {
      const after = await ben.events(`/api/stream/logs/${tool.id}/1/x`)
      await after.end()
      return after.status === 200
    })
  })
})
