import { Feed } from '@yaffle/contract/feed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Person } from '../../testing/people.ts'
import type { TestRepo } from '../../testing/repos.ts'
import { aPipeline, manyPipelines, type PipelineFields } from '../../testing/rows.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let boss: Person
let ana: Person
let ben: Person
let one: TestRepo
let two: TestRepo

beforeAll(async () => {
  server = await testServer()
  boss = await server.person('boss')
  ana = await server.person('ana')
  ben = await server.person('ben')
  one = await server.repo('ana/one')
  two = await server.repo('ana/two', { visibility: 'private' })
  await server.repo('ana/zero')
  manyPipelines(server.db, one.id, 60)
})
afterAll(() => server.close())

const row = (repo: TestRepo, fields: PipelineFields) => aPipeline(server.core, repo.id, fields)
const feedOf = async (person: Person, query = '') =>
  (await person.get(`/api/user/feed${query}`)).as(z.array(Feed))

describe('the feed', () => {
  it('is nobody’s without signing in', async () => {
    expect(await server.visitor.get('/api/user/feed')).toMatchObject({
      status: 401,
      body: 'User not authorized',
    })
  })

  it('has the newest 50 pipelines of the repositories that I may push to', async () => {
    const newest = row(two, { message: 'newest' })
    const feed = await feedOf(ana)
    expect(feed).toHaveLength(50)
    expect(feed[0]).toMatchObject({
      repo_id: two.id,
      full_name: 'ana/two',
      number: newest.number,
      message: 'newest',
    })
    expect(feed[1]).toMatchObject({ repo_id: one.id, number: 60 })
    expect(await feedOf(ben)).toEqual([])
    // An administrator may see everything, but it is not their own.
    expect(await feedOf(boss)).toEqual([])
  })

  it('is of those who may push, not of those who may pull', async () => {
    one.grant(ben, 'pull')
    await ben.get(one.url)
    expect(await feedOf(ben)).toEqual([])
    one.grant(ben, 'push')
    await ben.get(one.url)
    expect(await feedOf(ben)).toHaveLength(50)
    one.grant(ben, 'none')
    await ben.get(one.url)
    expect(await feedOf(ben)).toEqual([])
  })

  it('gives tags and releases a message of their own, and cron jobs none', async () => {
    row(one, { event: 'tag', tag_title: 'v1' })
    row(one, { event: 'release', release_json: '{"title":"First"}' })
    row(one, { event: 'cron', cron: 'nightly' })
    const answer = await ana.get('/api/user/feed')
    const rows = answer.json() as object[]
    expect(rows.slice(0, 3)).toMatchObject([
      { event: 'cron' },
      { event: 'release', message: 'created release First', title: 'First' },
      { event: 'tag', message: 'created tag v1' },
    ])
    for (const key of ['message', 'cron', 'started', 'finished', 'workflows', 'updated'])
      expect(rows[0]).not.toHaveProperty(key)
  })

  it('with latest has one row for each active repository, also without a pipeline', async () => {
    const idle = await server.repo('ana/idle')
    await ana.delete(idle.url)
    const answer = await ana.get('/api/user/feed?latest=true')
    expect(answer.json()).toMatchObject([
      { full_name: 'ana/one', number: 63 },
      { full_name: 'ana/two', message: 'newest' },
      { full_name: 'ana/zero' },
    ])
    expect(Object.keys((answer.json() as object[])[2]!).toSorted()).toEqual(['full_name', 'repo_id'])
    expect(await feedOf(ana, '?latest=false')).toHaveLength(50)
  })
})

describe('everything that goes on', () => {
  it('is an administrator’s business', async () => {
    expect((await server.visitor.get('/api/pipelines')).status).toBe(401)
    expect((await ana.get('/api/pipelines')).status).toBe(403)
  })

  it('is what waits and what runs', async () => {
    expect((await boss.get('/api/pipelines')).json()).toEqual([])
    server.core.runner.pause()
    const { number } = await two.start()
    expect((await boss.get('/api/pipelines')).json()).toMatchObject([
      { repo_id: two.id, number, status: 'pending', full_name: 'ana/two' },
    ])
    server.core.runner.resume()
    await two.finished(number)
    expect((await boss.get('/api/pipelines')).json()).toEqual([])
  })
})
