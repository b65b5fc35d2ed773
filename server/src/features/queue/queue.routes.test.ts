import { QueueInfo } from '@yaffle/contract/queue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Person } from '../../testing/people.ts'
import { aFile } from '../../testing/repos.ts'
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

const info = async () => (await boss.get('/api/queue/info')).as(QueueInfo)

describe('the queue', () => {
  it('is an administrator’s business', async () => {
    for (const [method, url] of [
      ['GET', '/api/queue/info'],
      ['POST', '/api/queue/pause'],
      ['POST', '/api/queue/resume'],
      ['GET', '/api/queue/norunningpipelines'],
    ] as const) {
      expect((await server.visitor.request({ method, url })).status).toBe(401)
      expect((await ana.request({ method, url })).status).toBe(403)
    }
  })

  it('is empty at first', async () => {
    expect((await boss.get('/api/queue/info')).json()).toEqual({
      pending: [],
      waiting_on_deps: [],
      running: [],
      stats: { worker_count: 2, pending_count: 0, waiting_on_deps_count: 0, running_count: 0 },
      paused: false,
    })
  })

  it('says what runs, what waits and what waits for others', async () => {
    const workflow = (more: string) => aFile('sleep 60', `skip_clone: true\n${more}`)['.woodpecker.yaml']
    const repo = await server.repo('ana/several', {
      files: {
        '.woodpecker/a.yaml': workflow(''),
        '.woodpecker/b.yaml': workflow('depends_on: [a]'),
        '.woodpecker/c.yaml': workflow('labels: { platform: plan9/mips }'),
      },
    })
    const { number } = await repo.start()
    await repo.running(number)
    const { pending, waiting_on_deps, running, stats } = await info()
    expect(running).toMatchObject([
      { name: 'a', pipeline_number: number, repo_id: repo.id, agent_id: 1, labels: { repo: 'ana/several' } },
    ])
    expect(running[0]?.agent_name).not.toBe('')
    expect(waiting_on_deps).toMatchObject([{ name: 'b', dependencies: [running[0]?.id], agent_id: 0 }])
    expect(pending).toMatchObject([{ name: 'c', labels: { platform: 'plan9/mips' } }])
    expect(stats).toEqual({ worker_count: 1, pending_count: 1, waiting_on_deps_count: 1, running_count: 1 })
    const idle = boss.get('/api/queue/norunningpipelines')
    await ana.post(`${repo.url}/pipelines/${number}/cancel`)
    expect(await idle).toMatchObject({ status: 204, body: '' })
    expect(await info()).toMatchObject({ pending: [], waiting_on_deps: [], running: [] })
  })

  it('hands nothing out while it is paused', async () => {
    for (const _ of [1, 2])
      expect(await boss.post('/api/queue/pause')).toMatchObject({ status: 204, body: '' })
    const repo = await server.repo('ana/paused')
    const { number } = await repo.start()
    expect(await info()).toMatchObject({ paused: true, pending: [{ pipeline_number: number }], running: [] })
    for (const _ of [1, 2])
      expect(await boss.post('/api/queue/resume')).toMatchObject({ status: 204, body: '' })
    expect(await repo.finished(number)).toMatchObject({ status: 'success' })
    expect(await info()).toMatchObject({ paused: false })
  })
})
