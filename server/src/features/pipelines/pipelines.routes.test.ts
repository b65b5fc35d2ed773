import { rm } from 'node:fs/promises'

import { Config, Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { removeRepo } from '../../forge/local/manageRepos.ts'
import type { Answer, Person } from '../../testing/people.ts'
import { aFile, stepOf, type TestRepo } from '../../testing/repos.ts'
import { manyPipelines } from '../../testing/rows.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let ana: Person
let ben: Person
let tool: TestRepo
let hidden: TestRepo

beforeAll(async () => {
  server = await testServer()
  ana = await server.person('ana')
  ben = await server.person('ben')
  tool = await server.repo('ana/tool')
  hidden = await server.repo('ana/hidden', { visibility: 'private' })
  tool.grant(ben, 'pull')
})
afterAll(() => server.close())

const numbersOf = (answer: Answer) => answer.as(z.array(Pipeline)).map(({ number }) => number)
type Wanted = Partial<Parameters<TestServer['core']['service']['create']>[1]>
/** As an event of the forge makes it, without the event. */
const create = (repo: TestRepo, wanted: Wanted) =>
  server.core.service.create(server.core.repos.get(repo.id)!, {
    repo_id: repo.id,
    event: 'manual',
    status: 'created',
    version: '1',
    ...wanted,
  })
/** A row that ended long ago. */
function aRow(repo: TestRepo, fields: Wanted = {}) {
  return server.core.pipelines.insert({
    repo_id: repo.id,
    event: 'push',
    status: 'success',
    version: '1',
    ...fields,
  })
}

describe('the list', () => {
  let many: TestRepo
  beforeAll(async () => {
    many = await server.repo('ana/many')
    manyPipelines(server.db, many.id, 120)
    aRow(many, { event: 'tag', ref: 'refs/tags/v1', tag_title: 'v1', branch: '' })
    aRow(many, { event: 'cron', cron: 'nightly', branch: 'main', status: 'killed' })
    aRow(many, { event: 'release', release_json: '{"title":"First","is_prerelease":true}' })
  })
  const list = (query: string) => server.visitor.get(`${many.url}/pipelines?${query}`)

  it('is hidden with its repository', async () => {
    expect((await server.visitor.get(`${hidden.url}/pipelines`)).status).toBe(401)
    expect((await ben.get(`${hidden.url}/pipelines`)).status).toBe(404)
  })

  it.each([
    'event=party',
    'event=push,party',
    'status=fine',
    'before=yesterday',
    'after=2026-13-45T00:00:00Z',
  ])('refuses %s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })

  it('is by number, newest first, in pages of 50, without workflows', async () => {
    const first = await list('')
    expect(numbersOf(first)).toEqual(Array.from({ length: 50 }, (_, index) => 123 - index))
    expect(first.body).not.toContain('workflows')
    expect(numbersOf(await list('page=3'))).toEqual(Array.from({ length: 23 }, (_, index) => 23 - index))
    expect(numbersOf(await list('page=4'))).toEqual([])
    expect(numbersOf(await list('perPage=2&page=2'))).toEqual([121, 120])
  })

  it.each([
    ['branch=branch-3&perPage=2', [113, 103]],
    ['branch=branch', []],
    ['event=tag', [121]],
    ['event=tag,cron', [122, 121]],
    ['event=%20release', [123]],
    ['status=failure&perPage=2', [120, 117]],
    ['status=killed', [122]],
    ['ref=tags/', [121]],
    ['ref=%25', []],
    ['branch=branch-3&status=failure&event=push&perPage=1', [93]],
    // Rows are made at 1000001, 1000002, … seconds.
    ['before=1970-01-12T13:46:43Z', [2, 1]],
    ['after=1970-01-12T13:46:41Z&before=1970-01-12T13:46:44Z', [3, 2]],
    ['after=1970-01-12T14:46:41%2B01:00&before=1970-01-12T13:46:44Z', [3, 2]],
  ])('with %s holds %j', async (query, numbers) => {
    expect(numbersOf(await list(query))).toEqual(numbers)
  })

  it('ignores filters that are empty or unknown', async () => {
    expect(numbersOf(await list('branch=&event=&status=&ref=&before=&events=tag&perPage=1'))).toEqual([123])
  })

  it('gives cron, tag and release a message of their own', async () => {
    expect((await list('perPage=3')).json()).toMatchObject([
      { message: 'created release First', title: 'First', is_prerelease: true, release: { title: 'First' } },
      { message: 'nightly', sender: 'nightly', cron: 'nightly' },
      { message: 'created tag v1' },
    ])
  })

  it('says false, 0 and empty where the wire does, and leaves out where it does', async () => {
    const [plain] = (await list('page=3&perPage=50')).json() as object[]
    expect(plain).toMatchObject({ parent: 0, deploy_to: '', event_reason: [], errors: [], reviewed: 0 })
    for (const key of [
      'cancel_info',
      'variables',
      'pr_draft',
      'from_fork',
      'cron',
      'release',
      'changed_files',
    ])
      expect(plain).not.toHaveProperty(key)
    expect(plain).not.toHaveProperty('repo_id')
    expect(plain).not.toHaveProperty('push_id')
  })
})

describe('one pipeline', () => {
  it('has its workflows and steps', async () => {
    const { number } = await tool.start()
    const done = await tool.finished(number)
    expect(done).toMatchObject({ status: 'success', workflows: [{ name: 'woodpecker', state: 'success' }] })
    expect(stepOf(done)).toMatchObject({ state: 'success', exit_code: 0, type: 'commands', ppid: 1 })
    expect((await server.visitor.get(`${tool.url}/pipelines/${number}`)).json()).toMatchObject({ number })
  })

  it.each([
    ['x', 400],
    ['-1', 400],
    ['1.0', 400],
    ['99999', 404],
    ['0', 404],
    ['1%2F2', 400],
  ])('%s is %i', async (number, status) => {
    expect((await ana.get(`${tool.url}/pipelines/${number}`)).status).toBe(status)
    expect((await ana.get(`${tool.url}/pipelines/${number}/config`)).status).toBe(status)
  })

  it('of another repository cannot be had by its number', async () => {
    const other = await server.repo('ana/other')
    aRow(other)
    expect((await ana.get(`${other.url}/pipelines/1`)).status).toBe(200)
    expect((await ana.get(`${other.url}/pipelines/2`)).status).toBe(404)
  })

  it('called latest is the newest push of a branch', async () => {
    const repo = await server.repo('ana/latest')
    expect((await ana.get(`${repo.url}/pipelines/latest`)).status).toBe(404)
    aRow(repo, { branch: 'main' })
    aRow(repo, { branch: 'dev' })
    aRow(repo, { branch: 'main', event: 'manual' })
    const latest = async (query = '') => (await ana.get(`${repo.url}/pipelines/latest${query}`)).json()
    expect(await latest()).toMatchObject({ number: 1 })
    expect(await latest('?branch=dev')).toMatchObject({ number: 2 })
    expect((await ana.get(`${repo.url}/pipelines/latest?branch=none`)).status).toBe(404)
  })

  it('keeps the files it was made of', async () => {
    const files = {
      '.woodpecker/b.yaml': aFile('echo b')['.woodpecker.yaml'],
      '.woodpecker/a.yml': aFile('echo a')['.woodpecker.yaml'],
    }
    const repo = await server.repo('ana/files', { files })
    const { number } = await repo.start()
    await repo.commit({ '.woodpecker/a.yml': 'broken: [' })
    const configs = (await ana.get(`${repo.url}/pipelines/${number}/config`)).as(z.array(Config))
    expect(configs.map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
    const a = configs.find(({ name }) => name === 'a')
    expect(Buffer.from(a?.data ?? '', 'base64').toString()).toBe(files['.woodpecker/a.yml'])
    expect(a?.hash).toMatch(/^[0-9a-f]{64}$/)
    await repo.finished(number)
  })

  it('has a metadata document for those who may push', async () => {
    const { number } = await tool.start({ message: 'with "quotes"' })
    const url = `${tool.url}/pipelines/${number}/metadata`
    expect((await server.visitor.get(url)).status).toBe(401)
    expect((await ben.get(url)).status).toBe(404)
    expect((await ana.get(url)).json()).toMatchObject({
      repo: { name: 'tool', owner: 'ana', id: tool.id, remote_id: tool.remote_id, trusted: {} },
      curr: { number, event: 'manual', commit: { branch: 'main', message: 'MANUAL: with "quotes" @ main' } },
      prev: { number: number - 1 },
      sys: { name: 'woodpecker', version: '1.2.3', url: server.publicUrl() },
      forge: { type: 'addon' },
    })
    await tool.finished(number)
  })
})

describe('a run by hand', () => {
  const start = (body: object, person = ana) => person.post(`${tool.url}/pipelines`, body)

  it('is for those who may push', async () => {
    expect((await server.visitor.post(`${tool.url}/pipelines`, {})).status).toBe(401)
    expect((await start({}, ben)).status).toBe(404)
  })

  it.each([{ branch: 1 }, { variables: [] }, { variables: { A: 1 } }, { message: {} }])(
    'cannot be %j',
    async (body) => {
      expect((await start(body)).status).toBe(400)
    },
  )

  it('of a branch that is not there is refused', async () => {
    expect(await start({ branch: 'nowhere' })).toMatchObject({
      status: 400,
      body: 'There is no branch "nowhere"',
    })
    expect((await start({ branch: '--upload-pack=x' })).status).toBe(400)
    expect((await start({ branch: '../../x' })).status).toBe(400)
  })

  it('has branch, variables, message and author', async () => {
    await tool.commit(aFile('test "$GREETING" = "hello world"'), 'dev', 'On dev')
    const answer = await start({ branch: 'dev', variables: { GREETING: 'hello world' }, message: 'try it' })
    expect(answer.status).toBe(200)
    const pipeline = answer.as(Pipeline)
    expect(pipeline).toMatchObject({
      event: 'manual',
      status: 'pending',
      branch: 'dev',
      ref: 'refs/heads/dev',
      message: 'MANUAL: try it @ dev',
      author: 'ana',
      author_email: 'ana@example.org',
      variables: { GREETING: 'hello world' },
    })
    expect(await tool.finished(pipeline.number)).toMatchObject({ status: 'success' })
  })

  it('needs a body that is JSON', async () => {
    expect((await ana.post(`${tool.url}/pipelines`)).status).toBe(400)
    const url = `${tool.url}/pipelines`
    const headers = { 'content-type': 'application/json' }
    for (const payload of ['', '{', 'null', '"main"', '[]'])
      expect((await ana.request({ method: 'POST', url, headers, payload })).status, payload).toBe(400)
  })

  it.each([
    ['no pipeline file', { 'README.md': 'hello' }],
    [
      'only workflows for other events',
      { '.woodpecker.yaml': 'when: { event: tag }\nsteps: [{ name: a, image: bash, commands: ls }]\n' },
    ],
    [
      'only steps for other events',
      {
        '.woodpecker.yaml':
          'skip_clone: true\nsteps: [{ name: a, image: bash, commands: ls, when: { event: tag } }]\n',
      },
    ],
    ['an empty file', { '.woodpecker.yaml': '' }],
  ])('with %s makes nothing and says so', async (name, files) => {
    const repo = await server.repo(`ana/${name.replaceAll(' ', '-')}`, { files })
    const answer = await ana.post(`${repo.url}/pipelines`, {})
    expect(answer).toMatchObject({ status: 204, body: '' })
    expect(answer.headers['pipeline-filtered']).toBe('true')
    expect(answer.headers['content-type']).toBeUndefined()
    expect((await ana.get(`${repo.url}/pipelines`)).json()).toEqual([])
  })

  it.each([
    ['YAML that cannot be read', 'steps: [', /./],
    ['a file without steps', 'when: { event: manual }\n', /step/i],
    ['steps of a wrong kind', 'when: { event: manual }\nsteps: 7\n', /step/i],
  ])('with %s is an error with reasons', async (name, text, reason) => {
    const repo = await server.repo(`ana/${name.replaceAll(' ', '-')}`, {
      files: { '.woodpecker.yaml': text },
    })
    const answer = await ana.post(`${repo.url}/pipelines`, {})
    expect(answer.status).toBe(200)
    const pipeline = answer.as(Pipeline)
    expect(pipeline).toMatchObject({ status: 'error', number: 1 })
    const { errors } = (await ana.get(`${repo.url}/pipelines/1`)).as(Pipeline)
    const fatal = errors.filter(({ is_warning }) => !is_warning)
    expect(fatal.length).toBeGreaterThan(0)
    expect(fatal[0]?.message).toMatch(reason)
    expect(fatal[0]?.message).not.toMatch(/\/src\/|node_modules| at /)
  })

  it('fails clearly when the forge has lost the repository', async () => {
    const repo = await server.repo('ana/lost')
    await removeRepo({ db: server.db, dataDir: server.dataDir, clock: Date.now }, 'ana/lost')
    expect((await ana.post(`${repo.url}/pipelines`, {})).status).toBe(400)
    expect((await ana.get(`${repo.url}/pipelines`)).json()).toEqual([])
  })

  it('with a file past all bounds is an error that says so', async () => {
    const repo = await server.repo('ana/huge', { files: { '.woodpecker.yaml': '#'.repeat(11 << 20) } })
    expect((await ana.post(`${repo.url}/pipelines`, {})).json()).toMatchObject({
      status: 'error',
      errors: [
        { message: expect.stringMatching(/could not be read.*larger than/) as string, is_warning: false },
      ],
    })
  })

  it('is an error when git fails, and tells nobody where the data lies', async () => {
    const repo = await server.repo('ana/damaged')
    const { number } = await repo.start()
    const { commit } = await repo.finished(number)
    await rm(repo.path, { recursive: true })
    const answer = await ana.post(`${repo.url}/pipelines`, {})
    expect(answer.status).toBe(500)
    expect(answer.body).not.toContain(server.dataDir)
    await create(repo, { event: 'push', commit })
    const failed = await ana.get(`${repo.url}/pipelines/${number + 1}`)
    expect(failed.json()).toMatchObject({ status: 'error', errors: [{ is_warning: false }] })
    expect(failed.body).toContain('The pipeline files could not be read')
    expect(failed.body).not.toContain(server.dataDir)
  })

  it('is an error also when the server itself fails', async () => {
    const { commit, number } = await tool.finished((await tool.start()).number)
    await expect(create(tool, { commit, globals_json: 'no JSON' })).rejects.toThrow(SyntaxError)
    expect(await tool.pipeline(number + 1)).toMatchObject({
      status: 'error',
      errors: [{ message: 'The server failed to make this pipeline; its log tells why.' }],
    })
  })

  it('clones the repository at the commit it is about', async () => {
    const repo = await server.repo('ana/cloned', {
      files: { ...aFile('cat greeting.txt', ''), 'greeting.txt': 'salve' },
    })
    const { number } = await repo.start()
    const done = await repo.finished(number)
    expect(done).toMatchObject({ status: 'success' })
    expect(stepOf(done, 'clone')).toMatchObject({ state: 'success', type: 'clone' })
    const log = await ana.get(`${repo.url}/logs/${number}/${stepOf(done).id}/download`)
    expect(log.body).toContain('salve')
  })
})

describe('a restart', () => {
  it('is for those who may push', async () => {
    aRow(tool)
    expect((await server.visitor.post(`${tool.url}/pipelines/1`)).status).toBe(401)
    expect((await ben.post(`${tool.url}/pipelines/1`)).status).toBe(404)
    expect((await ana.post(`${tool.url}/pipelines/99999`)).status).toBe(404)
    expect((await ana.post(`${tool.url}/pipelines/x`)).status).toBe(400)
  })

  it('is a new pipeline from the old files, with the query as variables', async () => {
    const file = aFile('echo "got $COLOUR and ${COLOUR}"')
    const repo = await server.repo('ana/again', { files: file })
    const { number } = await repo.start({ variables: { KEPT: 'yes' } })
    await repo.finished(number)
    await repo.commit(aFile('false'))
    const answer = await ana.post(`${repo.url}/pipelines/${number}?fork=true&COLOUR=blue`)
    expect(answer.json()).toMatchObject({
      number: number + 1,
      parent: number,
      rerun_count: 1,
      status: 'pending',
      started: 0,
      finished: 0,
      event: 'manual',
      variables: { KEPT: 'yes' },
      workflows: [{ state: 'pending' }],
    })
    const done = await repo.finished(number + 1)
    expect(done).toMatchObject({ status: 'success' })
    const log = await ana.get(`${repo.url}/logs/${number + 1}/${stepOf(done).id}/download`)
    expect(log.body).toContain('blue')
    expect((await ana.get(`${repo.url}/pipelines/${number + 1}/config`)).body).toBe(
      (await ana.get(`${repo.url}/pipelines/${number}/config`)).body,
    )
  })

  it('never makes a variable of a token in the query', async () => {
    const row = aRow(tool)
    const token = (await ana.post('/api/user/token')).body
    const answer = await server.visitor.post(
      `${tool.url}/pipelines/${row.number}?access_token=${encodeURIComponent(token)}`,
    )
    expect(answer.status).toBe(200)
    const stored = server.db.get<{ globals_json: string }>('SELECT * FROM pipelines WHERE id = :id')({
      id: answer.as(Pipeline).id,
    })
    expect(stored?.globals_json).toBe('{}')
  })

  it('of one that waits for approval is refused', async () => {
    const row = aRow(tool, { status: 'blocked' })
    expect(await ana.post(`${tool.url}/pipelines/${row.number}`)).toMatchObject({
      status: 400,
      body: 'cannot restart a pipeline with status blocked',
    })
    await ana.post(`${tool.url}/pipelines/${row.number}/cancel`)
  })

  it('of one without files is an error', async () => {
    const row = aRow(tool)
    expect((await ana.post(`${tool.url}/pipelines/${row.number}`)).json()).toMatchObject({
      status: 'error',
      parent: row.number,
      errors: [{ message: 'pipeline definition not found', is_warning: false }],
    })
  })

  it('takes nothing over of how the old one ended', async () => {
    const row = aRow(tool, {
      status: 'killed',
      cancel_info_json: '{"canceled_by_user":"ben"}',
      reviewed_by: 'ben',
      reviewed: 7,
    })
    const fresh = (await ana.post(`${tool.url}/pipelines/${row.number}`)).json()
    expect(fresh).toMatchObject({ reviewed_by: '', reviewed: 0 })
    expect(fresh).not.toHaveProperty('cancel_info')
  })

  it('in a repository that is disabled is refused', async () => {
    const repo = await server.repo('ana/idle')
    aRow(repo)
    await ana.delete(repo.url)
    expect((await ana.post(`${repo.url}/pipelines/1`)).status).toBe(404)
  })
})

describe('a deployment', () => {
  it('needs the repository’s leave, and is the only event that can be asked for', async () => {
    const repo = await server.repo('ana/deploys', {
      files: aFile('test "$CI_PIPELINE_DEPLOY_TARGET/$CI_PIPELINE_DEPLOY_TASK" = prod/migrate'),
    })
    const { number } = await repo.start()
    await repo.finished(number)
    const url = `${repo.url}/pipelines/${number}`
    expect((await ana.post(`${url}?event=tag`)).status).toBe(400)
    expect((await ana.post(`${url}?event=`)).status).toBe(400)
    expect((await ana.post(`${url}?event=deployment&deploy_to=prod`)).status).toBe(403)
    await ana.patch(repo.url, { allow_deploy: true })
    const answer = await ana.post(`${url}?event=deployment&deploy_to=prod&deploy_task=migrate`)
    expect(answer.json()).toMatchObject({
      event: 'deployment',
      deploy_to: 'prod',
      deploy_task: 'migrate',
      parent: number,
    })
    expect(await repo.finished(number + 1)).toMatchObject({ status: 'success' })
  })
})

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
