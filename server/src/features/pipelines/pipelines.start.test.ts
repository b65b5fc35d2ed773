import { rm } from 'node:fs/promises'

import { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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

/** As an event of the forge makes it, without the event. */
const create = (repo: TestRepo, wanted: PipelineFields) =>
  server.core.service.create(server.core.repos.get(repo.id)!, {
    repo_id: repo.id,
    event: 'manual',
    status: 'created',
    version: '1',
    ...wanted,
  })
const aRow = (repo: TestRepo, fields?: PipelineFields) => aPipeline(server.core, repo.id, fields)

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
    await server.forge.remove('ana/lost')
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
