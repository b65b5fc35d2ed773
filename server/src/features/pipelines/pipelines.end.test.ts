import { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Person } from '../../testing/people.ts'
import { aFile, stepOf, type TestRepo } from '../../testing/repos.ts'
import { aPipeline, type PipelineFields } from '../../testing/rows.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let ana: Person
let ben: Person
let tool: TestRepo

beforeAll(async () => {
  server = await testServer()
  ana = await server.person('ana')
  ben = await server.person('ben')
  tool = await server.repo('ana/tool')
  tool.grant(ben, 'pull')
})
afterAll(() => server.close())

const aRow = (repo: TestRepo, fields?: PipelineFields) => aPipeline(server.core, repo.id, fields)

describe('cancelling', () => {
  it('is for those who may push', async () => {
    expect((await server.visitor.post(`${tool.url}/pipelines/1/cancel`)).status).toBe(401)
    expect((await ben.post(`${tool.url}/pipelines/1/cancel`)).status).toBe(404)
  })

  it('kills what runs', async () => {
    const repo = await server.repo('ana/cancels', { files: aFile(['echo begun', 'sleep 60']) })
    const { number } = await repo.start()
    await repo.running(number)
    expect(await ana.post(`${repo.url}/pipelines/${number}/cancel`)).toMatchObject({ status: 204, body: '' })
    await server.core.runner.whenIdle()
    const done = await repo.pipeline(number)
    expect(done).toMatchObject({
      status: 'killed',
      cancel_info: { canceled_by_user: 'ana' },
      workflows: [{ state: 'killed' }],
    })
    expect(stepOf(done)).toMatchObject({ state: 'killed' })
  })

  it('of one that waits leaves it canceled', async () => {
    server.core.runner.pause()
    const { number } = await tool.start()
    await ana.post(`${tool.url}/pipelines/${number}/cancel`)
    server.core.runner.resume()
    const done = await tool.pipeline(number)
    expect(done).toMatchObject({ status: 'canceled', workflows: [{ state: 'skipped' }] })
    expect(stepOf(done)).toMatchObject({ state: 'canceled' })
  })

  it('of one that has ended is refused', async () => {
    const row = aRow(tool)
    expect(await ana.post(`${tool.url}/pipelines/${row.number}/cancel`)).toMatchObject({
      status: 400,
      body: 'Cannot cancel a non-running or non-pending or non-blocked pipeline',
    })
  })
})

describe('approval', () => {
  let gated: TestRepo
  let number = 0
  beforeAll(async () => {
    gated = await server.repo('ana/gated')
    await ana.patch(gated.url, { require_approval: 'all_events' })
    const copy = await gated.clone()
    for (const name of ['one', 'two', 'three']) {
      await copy.commit(name, { name })
      await copy.do('push', 'origin', `HEAD:refs/heads/${name}`)
    }
    copy.remove()
  })

  it('is waited for by the whole pipeline', async () => {
    const [first] = (await ana.get(`${gated.url}/pipelines?branch=one`)).as(z.array(Pipeline))
    number = first?.number ?? 0
    const blocked = await gated.pipeline(number)
    expect(blocked).toMatchObject({ status: 'blocked', workflows: [{ state: 'blocked' }] })
    expect(stepOf(blocked)).toMatchObject({ state: 'blocked' })
  })

  it('is for those who may push', async () => {
    for (const verb of ['approve', 'decline']) {
      expect((await server.visitor.post(`${gated.url}/pipelines/${number}/${verb}`)).status).toBe(401)
      expect((await ben.post(`${gated.url}/pipelines/${number}/${verb}`)).status).toBe(404)
      expect((await ana.post(`${gated.url}/pipelines/999/${verb}`)).status).toBe(404)
    }
  })

  it('given starts it, and can be given once', async () => {
    const answer = await ana.post(`${gated.url}/pipelines/${number}/approve`)
    expect(answer.json()).toMatchObject({ status: 'pending', reviewed_by: 'ana' })
    expect(answer.as(Pipeline).reviewed).toBeGreaterThan(0)
    expect(await gated.finished(number)).toMatchObject({ status: 'success' })
    expect(await ana.post(`${gated.url}/pipelines/${number}/approve`)).toMatchObject({
      status: 400,
      body: 'cannot approve a pipeline with status success',
    })
    expect(await ana.post(`${gated.url}/pipelines/${number}/decline`)).toMatchObject({ status: 400 })
  })

  it('refused ends it', async () => {
    const [second] = (await ana.get(`${gated.url}/pipelines?branch=two`)).as(z.array(Pipeline))
    const answer = await ana.post(`${gated.url}/pipelines/${second?.number}/decline`)
    expect(answer.json()).toMatchObject({
      status: 'declined',
      reviewed_by: 'ana',
      workflows: [{ state: 'declined', children: [{ state: 'declined' }] }],
    })
  })

  it('not given can be cancelled', async () => {
    const [third] = (await ana.get(`${gated.url}/pipelines?branch=three`)).as(z.array(Pipeline))
    expect((await ana.post(`${gated.url}/pipelines/${third?.number}/cancel`)).status).toBe(204)
    expect(await gated.pipeline(third?.number ?? 0)).toMatchObject({ status: 'killed' })
  })

  it('is never asked for by hand or of those who are trusted', async () => {
    const byHand = await gated.start()
    expect(byHand.status).toBe('pending')
    await ana.patch(gated.url, { approval_allowed_users: ['ana'] })
    const copy = await gated.clone()
    await copy.commit('trusted', { trusted: '1' })
    await copy.do('push', 'origin', 'HEAD:refs/heads/trusted')
    copy.remove()
    const [pushed] = (await ana.get(`${gated.url}/pipelines?branch=trusted`)).as(z.array(Pipeline))
    for (const one of [byHand, pushed!])
      expect(await gated.finished(one.number)).toMatchObject({ status: 'success' })
  })
})

describe('deleting', () => {
  it('is for admins of the repository', async () => {
    tool.grant(ben, 'push')
    const row = aRow(tool)
    const url = `${tool.url}/pipelines/${row.number}`
    expect((await server.visitor.delete(url)).status).toBe(401)
    expect((await ben.delete(url)).status).toBe(403)
    tool.grant(ben, 'pull')
  })

  it.each(['pending', 'running', 'blocked'])('of one that is %s is refused', async (status) => {
    const row = aRow(tool, { status })
    expect(await ana.delete(`${tool.url}/pipelines/${row.number}`)).toMatchObject({
      status: 422,
      body: `Cannot delete pipeline with status ${status}`,
    })
    server.db.run(`UPDATE pipelines SET status = 'success' WHERE id = :id`)({ id: row.id })
  })

  it('leaves nothing, and the number of the newest is free again', async () => {
    const { number } = await tool.start()
    const done = await tool.finished(number)
    expect(await ana.delete(`${tool.url}/pipelines/${number}`)).toMatchObject({ status: 204, body: '' })
    expect((await ana.get(`${tool.url}/pipelines/${number}`)).status).toBe(404)
    expect(server.db.all('SELECT 1 FROM log_entries WHERE step_id = :id')({ id: stepOf(done).id })).toEqual(
      [],
    )
    expect(aRow(tool).number).toBe(number)
  })
})
