import { Agent } from '@yaffle/contract/agents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Person } from '../../testing/people.ts'
import { aFile } from '../../testing/repos.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let boss: Person
let ana: Person
let ben: Person
let team: number

beforeAll(async () => {
  server = await testServer()
  boss = await server.person('boss')
  ana = await server.person('ana')
  ben = await server.person('ben')
  team = server.org('team', [
    [ana, 'admin'],
    [ben, 'member'],
  ])
})
afterAll(() => server.close())

const builtIn = async () => (await boss.get('/api/agents')).as(z.array(Agent))[0]!

describe('agents', () => {
  it('are an administrator’s business', async () => {
    for (const [method, url] of [
      ['GET', '/api/agents'],
      ['POST', '/api/agents'],
      ['GET', '/api/agents/1'],
      ['GET', '/api/agents/1/tasks'],
      ['PATCH', '/api/agents/1'],
      ['DELETE', '/api/agents/1'],
    ] as const) {
      expect((await server.visitor.request({ method, url })).status).toBe(401)
      expect((await ana.request({ method, url })).status).toBe(403)
    }
  })

  it('begin with the one that is built in', async () => {
    expect(await builtIn()).toMatchObject({
      owner_id: -1,
      org_id: -1,
      backend: 'local',
      version: '1.2.3',
      capacity: 2,
      no_schedule: false,
      token: '',
    })
  })

  it.each(['GET', 'PATCH', 'DELETE'] as const)('cannot be reached by a wrong id (%s)', async (method) => {
    const payload = {}
    expect((await boss.request({ method, url: '/api/agents/x', payload })).status).toBe(400)
    expect((await boss.request({ method, url: '/api/agents/99999', payload })).status).toBe(404)
  })

  it('are made, changed and deleted, and show their token once', async () => {
    expect((await boss.post('/api/agents', { name: 1 })).status).toBe(400)
    const made = (await boss.post('/api/agents', { name: 'big one', no_schedule: true })).as(Agent)
    expect(made).toMatchObject({ name: 'big one', no_schedule: true, org_id: -1, owner_id: boss.user.id })
    expect(made.token).toMatch(/^[\w-]{32,}$/)
    const url = `/api/agents/${made.id}`
    expect((await boss.get(url)).json()).toMatchObject({ id: made.id, token: '' })
    expect((await boss.get('/api/agents')).body).not.toContain(made.token)
    expect((await boss.patch(url, { name: 'small' })).json()).toMatchObject({
      name: 'small',
      no_schedule: false,
      token: '',
    })
    expect((await boss.get(`${url}/tasks`)).json()).toEqual([])
    expect(await boss.delete(url)).toMatchObject({ status: 204, body: '' })
    expect((await boss.delete(url)).status).toBe(404)
  })

  it('that work show on what, and cannot be deleted', async () => {
    const repo = await server.repo('ana/busy', { files: aFile('sleep 60') })
    const { number } = await repo.start()
    await repo.running(number)
    const { id } = await builtIn()
    const pipeline = await repo.pipeline(number)
    expect((await boss.get(`/api/agents/${id}/tasks`)).json()).toMatchObject([
      {
        id: String(pipeline.workflows?.[0]?.id),
        name: 'woodpecker',
        agent_id: id,
        repo_id: repo.id,
        pipeline_id: pipeline.id,
      },
    ])
    expect(await boss.delete(`/api/agents/${id}`)).toMatchObject({
      status: 409,
      body: 'Agent has running tasks',
    })
    await ana.post(`${repo.url}/pipelines/${number}/cancel`)
    await server.core.runner.whenIdle()
  })

  it('that are taken out of the schedule get nothing until they are put back', async () => {
    const { id, name } = await builtIn()
    await boss.patch(`/api/agents/${id}`, { name, no_schedule: true })
    const repo = await server.repo('ana/waits')
    const { number } = await repo.start()
    expect((await boss.get('/api/queue/info')).json()).toMatchObject({
      stats: { worker_count: 0, pending_count: 1, running_count: 0 },
    })
    expect(await repo.pipeline(number)).toMatchObject({ status: 'pending' })
    await boss.patch(`/api/agents/${id}`, { name, no_schedule: false })
    expect(await repo.finished(number)).toMatchObject({ status: 'success' })
  })
})

describe('agents of an organisation', () => {
  const at = () => `/api/orgs/${team}/agents`

  it('are for its administrators', async () => {
    for (const [method, url] of [
      ['GET', at()],
      ['POST', at()],
      ['PATCH', `${at()}/1`],
      ['DELETE', `${at()}/1`],
    ] as const) {
      expect((await server.visitor.request({ method, url })).status).toBe(401)
      expect((await ben.request({ method, url })).status).toBe(403)
    }
  })

  it('are only its own', async () => {
    expect((await ana.get(at())).json()).toEqual([])
    const made = (await ana.post(at(), { name: 'ours' })).as(Agent)
    expect(made).toMatchObject({ name: 'ours', org_id: team, owner_id: ana.user.id })
    expect(made.token).not.toBe('')
    expect((await ana.get(at())).json()).toMatchObject([{ id: made.id, token: '' }])
    const { id } = await builtIn()
    for (const strange of [id, 99999, 'x']) {
      const status = strange === 'x' ? 400 : 404
      expect((await ana.patch(`${at()}/${strange}`, { name: 'mine' })).status).toBe(status)
      expect((await ana.delete(`${at()}/${strange}`)).status).toBe(status)
    }
    const other = server.org('other', [[ana, 'admin']])
    expect((await ana.delete(`/api/orgs/${other}/agents/${made.id}`)).status).toBe(404)
    expect((await ana.patch(`${at()}/${made.id}`, { no_schedule: true })).json()).toMatchObject({
      name: '',
      no_schedule: true,
    })
    expect((await boss.get('/api/agents')).as(z.array(Agent)).map(({ id }) => id)).toContain(made.id)
    expect(await ana.delete(`${at()}/${made.id}`)).toMatchObject({ status: 204, body: '' })
  })

  it('are not there when the operator does not want them', async () => {
    const without = await testServer({ areUserAgents: false })
    const person = await without.person('boss')
    const { org_id } = person.user
    expect((await person.get(`/api/orgs/${org_id}/agents`)).status).toBe(404)
    expect((await person.get('/api/agents')).status).toBe(200)
    await without.close()
  })
})
