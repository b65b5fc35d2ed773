import { Config, Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Answer, Person } from '../../testing/people.ts'
import { aFile, stepOf, type TestRepo } from '../../testing/repos.ts'
import { aPipeline, manyPipelines, type PipelineFields } from '../../testing/rows.ts'
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
const aRow = (repo: TestRepo, fields?: PipelineFields) => aPipeline(server.core, repo.id, fields)

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
