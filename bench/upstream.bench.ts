import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'

import { push, type Run } from '../e2e/simulator/scenes.ts'
import { type Simulator, startSimulator } from '../e2e/simulator/simulator.ts'
import { freshDataDir, type Server, startServer } from '../e2e/support/server.ts'
import { type Bench, median, type Row } from './bench.ts'
import { memoryOf } from './upstream.memory.ts'

const streams = 500
const seconds = 60
const perSecond = 10
const latencyEvents = 300

/** What it costs to sit in front of another server: time of an event, memory of many streams. */
export const bench: Bench = {
  name: 'In front of another server',
  run: async () => {
    const simulator = await startSimulator({ root: '/ci' })
    const { dataDir, remove } = await freshDataDir()
    const env = { YAFFLE_UPSTREAM: simulator.url, YAFFLE_VERSION_URL: '' }
    const front = await startServer({ dataDir, root: '/yaffle', env })
    try {
      return [
        ...(await latency(simulator, front)),
        ...(await manyStreams(simulator, front)),
        ...(await slowReader(simulator, front)),
      ]
    } finally {
      await front.stop()
      await simulator.stop()
      await remove()
    }
  },
}

/** One event at a time to two readers, one beside the proxy and one behind it; both clocks are this process's. */
async function latency(simulator: Simulator, front: Server): Promise<Row[]> {
  const direct = await openReader(`${simulator.url}/api/stream/events`)
  const proxied = await openReader(`${front.url}/api/stream/events`)
  const times: Record<'direct' | 'proxied', number[]> = { direct: [], proxied: [] }
  const { hub } = simulator.world
  for (let event = 0; event < latencyEvents; event++) {
    const sent = performance.now()
    const both = [direct.next(), proxied.next()] as const
    hub.publishText(`{"event":${event}}`)
    const [one, other] = await Promise.all(both)
    times.direct.push(one - sent)
    times.proxied.push(other - sent)
    await pause(5)
  }
  direct.response.destroy()
  proxied.response.destroy()
  // The first ones meet cold code.
  const [plain, behind] = [times.direct.slice(50), times.proxied.slice(50)]
  const added = behind.map((time, index) => time - (plain[index] ?? 0))
  return [
    { name: 'event to a reader beside the proxy, p50', value: median(plain), unit: 'ms' },
    { name: 'event to a reader behind the proxy, p50', value: median(behind), unit: 'ms' },
    { name: 'added by the proxy, p50', value: median(added), unit: 'ms', budget: 5 },
  ]
}

/** Half of them read the events, half the log of one step; each gets every message. */
async function manyStreams(simulator: Simulator, front: Server): Promise<Row[]> {
  const run = push(simulator.world, 1, 'Watched by many')
  run.start('test')
  const step = run.pipeline.workflows[0]?.children.find(({ name }) => name === 'test')
  const log = `${front.url}/api/stream/logs/1/${run.pipeline.number}/${step?.id ?? 0}`
  const child = await startReaders([`${front.url}/api/stream/events`, log])
  const memory: number[] = []
  for (let second = 0; second < seconds; second++) {
    await sendFor(simulator, run, 1000)
    memory.push(await memoryOf(front.pid))
  }
  await pause(1000)
  child.send('report')
  const [{ counts }] = (await once(child, 'message')) as [{ counts: number[] }]
  child.kill()
  await once(child, 'exit')
  const third = Math.floor(memory.length / 3)
  const least = Math.min(...counts)
  const early = median(memory.slice(third, 2 * third))
  const late = median(memory.slice(-third))
  return [
    {
      name: 'streams through the proxy',
      value: counts.length,
      unit: 'count',
      budget: streams,
      isLargerBetter: true,
    },
    {
      name: 'messages that the worst of them got in 60 s',
      value: least,
      unit: 'count',
      budget: seconds * perSecond,
      isLargerBetter: true,
    },
    { name: 'memory of the proxy in the middle 20 s', value: early, unit: 'MB' },
    { name: 'memory of the proxy in the last 20 s', value: late, unit: 'MB' },
    { name: 'memory gained between them', value: late - early, unit: 'MB', budget: 10 },
  ]
}

/** Somebody opens a stream, never reads it, and hundreds of megabytes would have to wait somewhere. */
async function slowReader(simulator: Simulator, front: Server): Promise<Row[]> {
  const before = await memoryOf(front.pid)
  const stuck = await openReader(`${front.url}/api/stream/events`)
  stuck.response.pause()
  const big = `{"filler":"${'x'.repeat(256 * 1024)}"}`
  for (let message = 0; message < 600; message++) {
    simulator.world.hub.publishText(big)
    await pause(2)
  }
  await pause(500)
  const after = await memoryOf(front.pid)
  stuck.response.destroy()
  return [
    {
      name: 'memory that 150 MB for a reader who does not read take',
      value: after - before,
      unit: 'MB',
      budget: 30,
    },
  ]
}

async function sendFor({ world }: Simulator, run: Run, milliseconds: number) {
  const started = performance.now()
  for (let sent = 0; sent < perSecond; sent++) {
    world.hub.publishText(JSON.stringify({ repo: world.repos[0], text: 'x'.repeat(2000), sent }))
    run.log('test', `line ${sent} ${'y'.repeat(200)}`)
    await pause(Math.max(0, started + ((sent + 1) * milliseconds) / perSecond - performance.now()))
  }
}

/** Readers in a process of their own, as in the bench of the API. */
async function startReaders(urls: string[]): Promise<ChildProcess> {
  const env = { ...process.env, URLS: urls.join(' '), READERS: String(streams) }
  const child = fork(new URL('upstream.readers.ts', import.meta.url), { env })
  await once(child, 'message')
  return child
}

/** A reader whose `next` answers with the time when the next message arrived. */
async function openReader(url: string): Promise<{ response: IncomingMessage; next: () => Promise<number> }> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  let arrived: ((time: number) => void) | undefined
  response.on('data', (part: Buffer) => {
    if (part.includes('data:')) arrived?.(performance.now())
  })
  return { response, next: () => new Promise((done) => (arrived = done)) }
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
