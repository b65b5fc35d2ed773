import { Repo } from '@yaffle/contract/repos'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Answer, Person } from '../../testing/people.ts'
import { aFile, type TestRepo } from '../../testing/repos.ts'
import { manyPipelines } from '../../testing/rows.ts'
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

describe('activating', () => {
  const activate = (person: Person, id: string) => person.post(`/api/repos?forge_remote_id=${id}`)

  it('needs a person', async () => {
    expect((await server.visitor.post('/api/repos?forge_remote_id=1')).status).toBe(401)
  })

  it.each(['/api/repos', '/api/repos?forge_remote_id=', '/api/repos?forge_remote_id=0'])(
    '%s names nothing',
    async (url) => {
      expect(await ana.post(url)).toMatchObject({ status: 400, body: 'No forge_remote_id provided' })
    },
  )

  it('needs admin at the forge', async () => {
    const { remote_id } = await server.forge.create('ana/mine')
    expect(await activate(ben, remote_id)).toMatchObject({
      status: 403,
      body: 'User has to be a admin of this repository',
    })
    expect(await activate(ben, 'nothing')).toMatchObject({ status: 404 })
  })

  it('makes the repository, its organisation and the caller’s right', async () => {
    const { remote_id } = await server.forge.create('team/first')
    server.org('team', [[ben, 'admin']])
    const answer = await activate(ben, remote_id)
    expect(answer.json()).toMatchObject({
      full_name: 'team/first',
      active: true,
      require_approval: 'forks',
      allow_deploy: false,
      timeout: 60,
    })
    const { id, org_id } = answer.as(Repo)
    expect((await ben.get(`/api/orgs/${org_id}`)).json()).toMatchObject({ name: 'team' })
    expect((await ben.get(`/api/repos/${id}/permissions`)).json()).toMatchObject({ admin: true })
    expect(namesOf(await ben.get('/api/user/repos'))).toContain('team/first')
    expect(await activate(ben, remote_id)).toMatchObject({
      status: 409,
      body: 'Repository is already active.',
    })
  })

  it('again keeps settings and history', async () => {
    const back = await server.repo('ana/back')
    await ana.patch(back.url, { timeout: 7, visibility: 'internal' })
    manyPipelines(server.db, back.id, 2)
    expect((await ana.delete(back.url)).json()).toMatchObject({ id: back.id, active: false })
    const again = await activate(ana, back.remote_id)
    expect(again.json()).toMatchObject({ id: back.id, active: true, timeout: 7, visibility: 'internal' })
    expect((await ana.get(`${back.url}/pipelines`)).json()).toHaveLength(2)
    expect((await ana.get(`${back.url}/branches`)).status).toBe(200)
  })
})

describe('settings', () => {
  const patch = (body: object, person = ana) => person.patch(tool.url, body)

  it('are for admins of the repository', async () => {
    tool.grant(ben, 'push')
    expect(await server.visitor.patch(tool.url, {})).toMatchObject({
      status: 401,
      body: 'User not authorized',
    })
    expect(await ben.patch(tool.url, {})).toMatchObject({ status: 403, body: 'User not authorized' })
    expect((await ben.patch(hidden.url, {})).status).toBe(404)
    tool.grant(ben, 'none')
  })

  it.each([
    { timeout: '60' },
    { timeout: 1.5 },
    { allow_pr: 'yes' },
    { netrc_trusted: 'x' },
    { approval_allowed_users: [1] },
    { trusted: true },
    { config_file: 3 },
    [],
    'text',
  ])('cannot be %j', async (body) => {
    const answer = await ana.request({ method: 'PATCH', url: tool.url, payload: body })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  it.each([
    [{ timeout: 0 }, 400, 'Timeout must be at least 1 minute'],
    [{ timeout: 121 }, 403, 'Timeout is not allowed to be higher than max timeout (120 min)'],
    [{ trusted: { network: true } }, 403, 'Insufficient privileges'],
    [{ require_approval: 'maybe' }, 400, 'Invalid require-approval setting'],
    [{ visibility: 'secret' }, 400, 'Invalid visibility type'],
  ])('%j is refused with %i', async (body, status, text) => {
    const before = (await ana.get(tool.url)).body
    expect(await patch({ allow_deploy: true, ...body })).toMatchObject({ status, body: text })
    expect((await ana.get(tool.url)).body).toBe(before)
  })

  it('are kept where a field is absent or null', async () => {
    const before = (await ana.get(tool.url)).json() as object
    const nulls = Object.fromEntries(Object.keys(before).map((key) => [key, null]))
    expect((await patch(nulls)).json()).toEqual(before)
    expect((await patch({})).json()).toEqual(before)
    expect((await patch({ trusted: { network: false }, unknown: 1 })).json()).toEqual(before)
  })

  it('are stored and answered as they are now', async () => {
    const wanted = {
      config_file: 'ci/',
      timeout: 120,
      require_approval: 'all_events',
      visibility: 'internal',
      approval_allowed_users: ['ben'],
      netrc_trusted: ['plugin'],
      cancel_previous_pipeline_events: [],
      allow_pr: false,
      allow_deploy: true,
      config_extension_endpoint: 'https://example.org',
      config_extension_exclusive: true,
    }
    const before = (await ana.get(tool.url)).json() as object
    expect((await patch(wanted)).json()).toMatchObject(wanted)
    expect((await ana.get(tool.url)).json()).toMatchObject(wanted)
    expect((await patch(before)).json()).toEqual(before)
  })

  it('past the limits are a server administrator’s to give', async () => {
    const given = await patch({ timeout: 600, trusted: { volumes: true } }, boss)
    expect(given.json()).toMatchObject({
      timeout: 600,
      trusted: { network: false, volumes: true, security: false },
    })
    // Sending unchanged values back is no change.
    expect((await patch({ trusted: { volumes: true } })).status).toBe(200)
    await patch({ timeout: 60, trusted: { volumes: false } }, boss)
  })
})

describe('removing, repairing, handing over', () => {
  it('are for admins of the repository', async () => {
    for (const [method, url] of [
      ['DELETE', tool.url],
      ['POST', `${tool.url}/repair`],
      ['POST', `${tool.url}/chown`],
      ['POST', `${tool.url}/move?to=ana/other`],
    ] as const) {
      expect((await server.visitor.request({ method, url })).status).toBe(401)
      expect((await ben.request({ method, url })).status).toBe(403)
    }
    expect((await ana.post('/api/repos/repair')).status).toBe(403)
  })

  it('disabling stops what runs', async () => {
    const repo = await server.repo('ana/disabled', { files: aFile('sleep 60') })
    const { number } = await repo.start()
    await repo.running(number)
    expect((await ana.delete(repo.url)).json()).toMatchObject({ active: false })
    expect(await repo.finished(number)).toMatchObject({ status: 'killed' })
    expect(await ana.post(`${repo.url}/pipelines`, {})).toMatchObject({
      status: 500,
      body: 'The repository has no owner: activate it again',
    })
    await server.core.runner.whenIdle()
  })

  it('erasing leaves nothing, not even what runs', async () => {
    const repo = await server.repo('ana/erased', { files: aFile('sleep 60') })
    const { number } = await repo.start()
    await repo.running(number)
    await ana.post(`${repo.url}/secrets`, { name: 's', value: 'v', events: ['push'] })
    expect((await ana.delete(`${repo.url}?remove=true`)).json()).toMatchObject({ id: repo.id, active: true })
    expect((await ana.get(repo.url)).status).toBe(404)
    await server.core.runner.whenIdle()
    for (const table of ['pipelines', 'secrets', 'perms', 'configs'])
      expect(server.db.all(`SELECT 1 FROM ${table} WHERE repo_id = :id`)({ id: repo.id }), table).toEqual([])
    const again = await ana.post(`/api/repos?forge_remote_id=${repo.remote_id}`)
    expect(again.status).toBe(200)
    expect(again.as(Repo).id).not.toBe(repo.id)
  })

  it('repairing finds a repository that was made anew under its name', async () => {
    const repo = await server.repo('ana/renewed')
    await server.forge.remove('ana/renewed')
    expect(await ana.post(`${repo.url}/repair`)).toMatchObject({
      status: 500,
      body: 'There is no such repository',
    })
    const { remote_id } = await server.forge.create('ana/renewed')
    expect(await ana.post(`${repo.url}/repair`)).toMatchObject({ status: 204, body: '' })
    expect((await ana.get(repo.url)).json()).toMatchObject({ forge_remote_id: remote_id })
  })

  it('repairing all tells which could not be', async () => {
    expect(await boss.post('/api/repos/repair')).toMatchObject({ status: 204, body: '' })
    const lost = await server.repo('ana/lost')
    await server.forge.remove('ana/lost')
    const answer = await boss.post('/api/repos/repair')
    expect(answer.status).toBe(500)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.json()).toEqual({ error: expect.any(String) as string, failed_repos: [lost.id] })
  })

  it('handing over makes the caller the one on whose behalf the forge is asked', async () => {
    const repo = await server.repo('ana/handed')
    repo.grant(ben, 'admin')
    expect((await ben.post(`${repo.url}/chown`)).json()).toMatchObject({ id: repo.id })
    expect(server.core.repos.get(repo.id)).toMatchObject({ user_id: ben.user.id })
  })

  it('moving takes over the identity of the target and leaves the old name as a way to it', async () => {
    const repo = await server.repo('ana/before')
    const target = await server.forge.create('ana/after')
    expect(await ana.post(`${repo.url}/move?to=ana/after`)).toMatchObject({ status: 204, body: '' })
    expect((await ana.get(repo.url)).json()).toMatchObject({
      full_name: 'ana/after',
      forge_remote_id: target.remote_id,
    })
    expect((await ana.get('/api/repos/lookup/ana/before')).json()).toMatchObject({ id: repo.id })
    expect((await ana.get('/api/repos/lookup/ana/after')).json()).toMatchObject({ id: repo.id })
  })

  it.each(['', '?to=', '?to=after', '?to=ana/', '?to=ana/nothing', '?to=ben/secret', '?to=ana/tool'])(
    'moving to "%s" is refused',
    async (query) => {
      const repo = await server.repo(`ana/stays${query.replaceAll(/\W/g, '-')}`)
      const { status } = await ana.post(`${repo.url}/move${query}`)
      expect([400, 401, 404, 409]).toContain(status)
      expect((await ana.get(repo.url)).json()).toMatchObject({ full_name: repo.full_name })
    },
  )

  it('moving to what belongs to somebody else is refused', async () => {
    await server.forge.create('ben/his')
    expect((await ana.post(`${tool.url}/move?to=ben/his`)).status).toBe(401)
  })
})
