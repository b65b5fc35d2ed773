import { rm } from 'node:fs/promises'

import { Repo } from '@yaffle/contract/repos'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Answer, Person } from '../../testing/people.ts'
import type { TestRepo } from '../../testing/repos.ts'
import { aPipeline, manyPipelines, manyRepos } from '../../testing/rows.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let boss: Person
let ana: Person
let ben: Person
let tool: TestRepo
let hidden: TestRepo

beforeAll(async () => {
  server = await testServer()
  boss = await server.person('boss')
  ana = await server.person('ana')
  ben = await server.person('ben')
  tool = await server.repo('ana/tool')
  hidden = await server.repo('ana/hidden', { visibility: 'private' })
})
afterAll(() => server.close())

const Repos = z.array(Repo)
const namesOf = (answer: Answer) => answer.as(Repos).map(({ full_name }) => full_name)

describe('my repositories', () => {
  it('are nobody’s without signing in', async () => {
    expect(await server.visitor.get('/api/user/repos')).toMatchObject({
      status: 401,
      body: 'User not authorized',
    })
  })

  it('are those I may push to, by name, with their newest pipeline', async () => {
    manyPipelines(server.db, hidden.id, 3)
    const answer = await ana.get('/api/user/repos')
    expect(answer.status).toBe(200)
    expect(namesOf(answer)).toEqual(['ana/hidden', 'ana/tool'])
    expect(answer.json()).toMatchObject([{ last_pipeline: { number: 3 } }, { active: true }])
    expect((answer.json() as object[])[1]).not.toHaveProperty('last_pipeline')
    expect((await ben.get('/api/user/repos')).json()).toEqual([])
  })

  it('are the same as each one by itself, also after a change and with hostile texts', async () => {
    const hostile = '"\\ \u0000\u001f\u2028 <script>alert(1)</script> 😀 \ud800 \',\n'
    const path = `/api/repos/${tool.id}`
    const mine = async () => (await ana.get('/api/user/repos?name=tool')).json() as object[]
    const alone = async (number: number) => {
      const [repo, pipeline] = await Promise.all([ana.get(path), ana.get(`${path}/pipelines/${number}`)])
      const { workflows: _, ...last_pipeline } = pipeline.json() as { workflows?: unknown }
      return [{ ...(repo.json() as object), last_pipeline }]
    }
    const first = aPipeline(server.core, tool.id, {
      message: hostile,
      variables_json: JSON.stringify({ A: hostile }),
    })
    expect(await mine()).toEqual(await alone(first.number))
    for (const allow_deploy of [true, false]) {
      await ana.patch(path, { allow_deploy })
      expect(await mine()).toEqual(await alone(first.number))
    }
    server.db.run(`UPDATE pipelines SET status = 'killed' WHERE id = :id`)({ id: first.id })
    expect(await mine()).toMatchObject([{ last_pipeline: { status: 'killed' } }])
    for (const event of ['cron', 'tag', 'release']) {
      const fields = { event, cron: 'nightly', tag_title: 'v1', release_json: '{"title":"One"}' }
      const { number } = aPipeline(server.core, tool.id, fields)
      expect(await mine()).toEqual(await alone(number))
    }
    server.db.run('DELETE FROM pipelines WHERE repo_id = :id')({ id: tool.id })
    expect((await mine())[0]).not.toHaveProperty('last_pipeline')
  })

  it('can be asked for by name', async () => {
    expect(namesOf(await ana.get('/api/user/repos?name=tool'))).toEqual(['ana/tool'])
    expect(namesOf(await ana.get('/api/user/repos?name=too'))).toEqual([])
  })

  it('with all also lists those of the forge that are not active, and those it has lost', async () => {
    const { remote_id } = await server.forge.create('ana/new')
    const lost = await server.repo('ana/lost')
    await server.forge.remove('ana/lost')
    const rows = (await ana.get('/api/user/repos?all=true')).json() as Partial<Repo>[]
    const row = (name: string) => rows.find(({ full_name }) => full_name === name)
    expect(row('ana/new')).toMatchObject({ forge_remote_id: remote_id, active: false })
    expect(row('ana/new')).not.toHaveProperty('id')
    expect(row('ana/lost')).toMatchObject({ id: lost.id, has_no_forge_repo: true })
    expect(row('ana/tool')).toMatchObject({ id: tool.id, active: true })
    expect(row('ana/tool')).not.toHaveProperty('has_no_forge_repo')
  })

  it('with all says when another repository of the forge has a stored one’s name', async () => {
    const old = await server.repo('ana/twice')
    await server.forge.remove('ana/twice')
    const { remote_id } = await server.forge.create('ana/twice')
    const rows = (await ana.get('/api/user/repos?all=true&name=twice')).json()
    expect(rows).toMatchObject([{ id: old.id, forge_remote_id: remote_id, has_forge_name_conflict: true }])
    expect(await ana.post(`/api/repos?forge_remote_id=${remote_id}`)).toMatchObject({
      status: 409,
      body: expect.stringContaining('Remove the stale repository entry') as string,
    })
  })

  it('follow the forge after a refresh', async () => {
    const shared = await server.repo('ana/shared')
    shared.grant(ben, 'push')
    expect(namesOf(await ben.get('/api/user/repos'))).toEqual([])
    expect(await ben.post('/api/user/repos/refresh')).toMatchObject({ status: 200, body: '"Ok"' })
    expect(namesOf(await ben.get('/api/user/repos'))).toEqual(['ana/shared'])
    shared.grant(ben, 'none')
    await ben.post('/api/user/repos/refresh')
    expect(namesOf(await ben.get('/api/user/repos'))).toEqual([])
  })

  it('come in one list, however many', async () => {
    const cas = await server.person('cas')
    manyRepos(server.db, { org_id: server.org('many'), user_id: cas.user.id }, 5000)
    const rows = (await cas.get('/api/user/repos')).as(Repos)
    expect(rows).toHaveLength(5000)
    expect(rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).toSorted())
  })
})

describe('all repositories', () => {
  it('are an administrator’s business', async () => {
    expect((await server.visitor.get('/api/repos')).status).toBe(401)
    expect(await ana.get('/api/repos')).toMatchObject({ status: 403, body: 'User not authorized' })
  })

  it('come in pages of 50, without a last pipeline', async () => {
    const first = await boss.get('/api/repos')
    expect(first.json()).toHaveLength(50)
    expect(first.body).not.toContain('last_pipeline')
    const second = namesOf(await boss.get('/api/repos?page=2'))
    expect(namesOf(first).at(-1)! < second[0]!).toBe(true)
    expect(namesOf(await boss.get('/api/repos?page=1000'))).toEqual([])
    expect(namesOf(await boss.get('/api/repos?perPage=2'))).toHaveLength(2)
    expect(namesOf(await boss.get('/api/repos?perPage=51&page=x'))).toHaveLength(50)
  })

  it('can leave out those that are disabled', async () => {
    const idle = await server.repo('ana/aaa')
    await ana.delete(idle.url)
    expect(namesOf(await boss.get('/api/repos'))).toContain('ana/aaa')
    expect(namesOf(await boss.get('/api/repos?active=true'))).not.toContain('ana/aaa')
  })
})

describe('a repository', () => {
  it('that is private is hidden like one that is not there', async () => {
    for (const url of [hidden.url, '/api/repos/99999']) {
      expect((await server.visitor.get(url)).status).toBe(401)
      expect((await ben.get(url)).status).toBe(404)
    }
    expect((await boss.get(hidden.url)).status).toBe(200)
  })

  it('needs a number', async () => {
    for (const id of ['x', '-1', '1.5', '1e3', '9'.repeat(16)])
      expect((await ana.get(`/api/repos/${id}`)).status, id).toBe(400)
  })

  it('shows what the wire says and nothing of its owner here', async () => {
    const answer = await server.visitor.get(tool.url)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toMatchObject({
      id: tool.id,
      forge_id: 1,
      forge_remote_id: tool.remote_id,
      full_name: 'ana/tool',
      owner: 'ana',
      name: 'tool',
      default_branch: 'main',
      visibility: 'public',
      private: false,
      active: true,
      timeout: 60,
      require_approval: 'forks',
      allow_pr: true,
      allow_deploy: false,
      cancel_previous_pipeline_events: ['push', 'pull_request'],
      trusted: { network: false, volumes: false, security: false },
      clone_url: `${server.publicUrl()}/git/ana/tool.git`,
    })
    expect(answer.json()).not.toHaveProperty('user_id')
  })

  it('can be looked up by its name, whatever its case', async () => {
    expect((await server.visitor.get('/api/repos/lookup/ana/tool')).json()).toMatchObject({ id: tool.id })
    expect((await server.visitor.get('/api/repos/lookup/ANA/Tool')).json()).toMatchObject({ id: tool.id })
    expect((await server.visitor.get('/api/repos/lookup/ana/hidden')).status).toBe(401)
    expect((await ben.get('/api/repos/lookup/ana/hidden')).status).toBe(404)
    expect((await ben.get('/api/repos/lookup/ana/nothing')).status).toBe(404)
    expect((await ben.get('/api/repos/lookup/ana%2Ftool')).json()).toMatchObject({ id: tool.id })
  })

  it('tells everybody what they may do, also those who may do nothing', async () => {
    const none = { pull: false, push: false, admin: false, synced: 0, created: 0, updated: 0 }
    expect((await server.visitor.get(`${hidden.url}/permissions`)).json()).toEqual(none)
    expect((await ben.get(`${hidden.url}/permissions`)).json()).toMatchObject({ pull: false, push: false })
    expect((await server.visitor.get(`${tool.url}/permissions`)).json()).toMatchObject({ pull: true })
    expect((await ana.get(`${hidden.url}/permissions`)).json()).toMatchObject({
      pull: true,
      push: true,
      admin: true,
      synced: expect.any(Number) as number,
    })
    expect((await boss.get(`${hidden.url}/permissions`)).json()).toMatchObject({ admin: true })
    expect((await server.visitor.get('/api/repos/99999/permissions')).status).toBe(401)
  })

  it('that is internal is for everybody who is signed in', async () => {
    const inside = await server.repo('ana/inside', { visibility: 'internal' })
    expect((await server.visitor.get(inside.url)).status).toBe(401)
    expect((await ben.get(inside.url)).json()).toMatchObject({ visibility: 'internal' })
  })
})

describe('branches and pull requests', () => {
  it('are those of the forge, in pages', async () => {
    const busy = await server.repo('ana/busy')
    for (const branch of ['b2', 'b1', 'feature/x']) await busy.commit({ a: branch }, branch)
    expect((await server.visitor.get(`${busy.url}/branches`)).json()).toEqual([
      'b1',
      'b2',
      'feature/x',
      'main',
    ])
    expect((await server.visitor.get(`${busy.url}/branches?perPage=3&page=2`)).json()).toEqual(['main'])
    expect((await server.visitor.get(`${busy.url}/branches?page=9`)).json()).toEqual([])

    const copy = await busy.clone()
    await copy.commit('Better', { b: '1' })
    await copy.do('push', 'origin', 'HEAD:refs/for/main', '-o', 'topic=fix', '-o', 'title=Fix "it"')
    copy.remove()
    expect((await server.visitor.get(`${busy.url}/pull_requests`)).json()).toEqual([
      { index: '1', title: 'Fix "it"' },
    ])
    expect((await server.visitor.get(`${busy.url}/pull_requests?page=2`)).json()).toEqual([])
  })

  it('of an empty repository are none', async () => {
    const empty = await server.repo('ana/empty', { files: {} })
    expect((await ana.get(`${empty.url}/branches`)).json()).toEqual([])
    expect((await ana.get(`${empty.url}/pull_requests`)).json()).toEqual([])
  })

  it('cannot be asked for while the repository is disabled', async () => {
    const idle = await server.repo('ana/asleep')
    await ana.delete(idle.url)
    expect((await ana.get(`${idle.url}/branches`)).status).toBe(404)
    expect((await ana.get(`${idle.url}/pull_requests`)).status).toBe(404)
    expect((await ana.get(idle.url)).status).toBe(200)
  })

  it('are a clear failure when the forge has lost the repository', async () => {
    const gone = await server.repo('ana/gone')
    await server.forge.remove('ana/gone')
    expect(await ana.get(`${gone.url}/branches`)).toMatchObject({
      status: 500,
      body: expect.stringMatching(/^failed to load branches: /) as string,
    })
    expect(await ana.get(`${gone.url}/pull_requests`)).toMatchObject({
      status: 500,
      body: 'There is no such repository',
    })
  })

  it('do not tell where the data lies when git fails', async () => {
    const damaged = await server.repo('ana/damaged')
    await rm(damaged.path, { recursive: true })
    const answer = await ana.get(`${damaged.url}/branches`)
    expect(answer.status).toBe(500)
    expect(answer.body).not.toContain(server.dataDir)
  })
})
