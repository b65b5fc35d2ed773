import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'

import { manyPipelines } from '../server/src/testing/rows.ts'
import { testServer } from '../server/src/testing/testServer.ts'
import { type Bench, median, type Row } from './bench.ts'
import { storedRepos } from './web/support/stored.ts'

const pipelines = 100_000
const repositories = 5000
const readers = 500
const perSecond = 50
const seconds = 60

type Server = Awaited<ReturnType<typeof testServer>>

/** What lists and streams cost the server when there is a lot of everything. */
export const bench: Bench = {
  name: 'API',
  run: async () => {
    const server = await testServer()
    try {
      return [...(await lists(server)), ...(await streams(server))]
    } finally {
      await server.close()
    }
  },
}

/** Milliseconds of one request inside the server, to the last byte of its answer; neither network nor reader are counted. */
async function timed({ app }: Server, token: string, url: string, times: number): Promise<number> {
  const taken: number[] = []
  for (let run = 0; run < times; run++) {
    const headers = { authorization: `Bearer ${token}` }
    const started = performance.now()
    const answer = await app.inject({ url, headers, payloadAsStream: true })
    answer.stream().resume()
    await finished(answer.stream())
    taken.push(performance.now() - started)
    if (answer.statusCode !== 200) throw new Error(`The server answered ${answer.statusCode}`)
  }
  return median(taken)
}

async function lists(server: Server): Promise<Row[]> {
  const ana = await server.person('ana')
  storedRepos({ server, ana }, repositories)
  const id = server.core.repos.lookup('many/repo-00001')?.id ?? 0
  manyPipelines(server.db, id, pipelines)
  const { body: token } = await ana.post('/api/user/token')
  const time = (url: string, times: number) => timed(server, token, url, times)
  const page = await time(`/api/repos/${id}/pipelines?page=700`, 101)
  const first = await time(`/api/repos/${id}/pipelines?status=failure&branch=branch-3`, 101)
  const feed = await time('/api/user/feed', 31)
  const firstMine = await time('/api/user/repos', 1)
  const mine = await time('/api/user/repos', 31)
  return [
    { name: 'list page of 50 pipelines out of 100,000, p50', value: page, unit: 'ms', budget: 10 },
    { name: 'filtered list page, p50', value: first, unit: 'ms', budget: 10 },
    { name: 'feed with 5,000 repositories, p50', value: feed, unit: 'ms', budget: 100 },
    { name: 'repository list with 5,000 repositories, first time', value: firstMine, unit: 'ms' },
    { name: 'repository list with 5,000 repositories, p50', value: mine, unit: 'ms', budget: 100 },
  ]
}

interface Counted {
  type: 'ready' | 'counts'
  counts: number[]
}

/** Readers in a process of their own, so that their work is not counted as the server's. */
async function startReaders(url: string, tokens: string[]): Promise<ChildProcess> {
  const child = fork(new URL('api.readers.ts', import.meta.url), {
    env: { ...process.env, URL: url, TOKENS: tokens.join(','), READERS: String(readers) },
  })
  await once(child, 'message')
  return child
}

async function streams(server: Server): Promise<Row[]> {
  const people = await Promise.all(Array.from({ length: 10 }, (_, index) => server.person(`reader-${index}`)))
  const tokens = await Promise.all(people.map(async (person) => (await person.post('/api/user/token')).body))
  const repo = server.core.repos.lookup('many/repo-00002')
  if (!repo) throw new Error('There is no repository to watch')
  manyPipelines(server.db, repo.id, perSecond)
  const ids = server.core.pipelines.list(repo.id, { page: 1, perPage: perSecond }).map(({ id }) => id)
  const child = await startReaders(server.publicUrl(), tokens)

  const memory: number[] = []
  for (let second = 0; second < seconds; second++) {
    const started = performance.now()
    for (const [index, id] of ids.entries()) {
      server.core.hub.publish(id)
      // Spread over the second: each is a message of its own.
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, started + (index + 1) * (1000 / perSecond) - performance.now())),
      )
    }
    memory.push(process.memoryUsage().rss / 1e6)
  }
  await new Promise((resolve) => setTimeout(resolve, 2000))
  child.send('report')
  const [{ counts }] = (await once(child, 'message')) as [Counted]
  child.kill()
  const wanted = perSecond * seconds
  const third = Math.floor(memory.length / 3)
  return [
    {
      name: 'events that 500 readers lost in 60 s',
      value: counts.reduce((sum, count) => sum + wanted - count, 0),
      unit: 'count',
      budget: 0,
    },
    { name: 'readers cut off', value: readers - counts.length, unit: 'count', budget: 0 },
    {
      name: 'memory gained from the second to the last 20 s',
      value: median(memory.slice(-third)) - median(memory.slice(third, 2 * third)),
      unit: 'MB',
      budget: 30,
    },
  ]
}
