import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Person } from '../../testing/people.ts'
import type { TestRepo } from '../../testing/repos.ts'
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
})
afterAll(() => server.close())

const add = (fields: PipelineFields) => aPipeline(server.core, tool.id, { branch: 'main', ...fields })
const badge = async (query = '', path = String(tool.id)) =>
  (await server.visitor.get(`/api/badges/${path}/status.svg${query}`)).body
/** The words on the badge, as a screen reader says them. */
const words = (svg: string) => /aria-label="([^"]*)"/.exec(svg)?.[1]
const cc = (path = String(tool.id)) => server.visitor.get(`/api/badges/${path}/cc.xml`)

describe('a badge', () => {
  it('is hidden with its repository', async () => {
    const hidden = await server.repo('ana/hidden', { visibility: 'private' })
    for (const path of [String(hidden.id), 'ana/hidden', '99999', 'no/thing'])
      for (const file of ['status.svg', 'cc.xml']) {
        expect((await server.visitor.get(`/api/badges/${path}/${file}`)).status).toBe(401)
        expect((await ben.get(`/api/badges/${path}/${file}`)).status).toBe(404)
      }
    expect((await ana.get(`/api/badges/${hidden.id}/status.svg`)).status).toBe(200)
  })

  it('refuses events that there are not', async () => {
    expect((await server.visitor.get(`/api/badges/${tool.id}/status.svg?events=party`)).status).toBe(400)
  })

  it('says none before the first pipeline', async () => {
    const answer = await server.visitor.get(`/api/badges/${tool.id}/status.svg`)
    expect(answer.headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect(words(answer.body)).toBe('pipeline: none')
    expect((await cc()).status).toBe(404)
  })

  it.each([
    ['success', 'pipeline: success', '#4c1'],
    ['failure', 'pipeline: failure', '#e05d44'],
    ['pending', 'pipeline: started', '#dfb317'],
    ['running', 'pipeline: started', '#dfb317'],
    ['error', 'pipeline: error', '#9f9f9f'],
    ['killed', 'pipeline: error', '#9f9f9f'],
    ['canceled', 'pipeline: none', '#9f9f9f'],
  ])('of a pipeline that is %s says "%s"', async (status, text, colour) => {
    add({ status })
    const svg = await badge()
    expect(words(svg)).toBe(text)
    expect(svg.toLowerCase()).toMatch(colour === '#4c1' ? /#4c1|#44cc11/ : new RegExp(colour))
    expect(await badge('', 'ana/tool')).toBe(svg)
  })

  it('is about the newest push of the default branch unless it is asked otherwise', async () => {
    add({ status: 'success' })
    add({ status: 'failure', branch: 'dev' })
    add({ status: 'killed', event: 'tag' })
    add({ status: 'blocked' })
    expect(words(await badge())).toBe('pipeline: success')
    expect(words(await badge('?branch=dev'))).toBe('pipeline: failure')
    expect(words(await badge('?events=push,tag'))).toBe('pipeline: error')
    expect(words(await badge('?branch=none'))).toBe('pipeline: none')
  })

  it('can be about a workflow or a step of it', async () => {
    const steps = [
      { name: 'good', image: 'sh', commands: 'true' },
      { name: 'bad', image: 'sh', commands: 'false', failure: 'ignore' },
    ]
    const file = (all: object[]) =>
      JSON.stringify({ skip_clone: true, when: { event: 'manual' }, steps: all })
    const repo = await server.repo('ana/flows', {
      files: {
        '.woodpecker/one.yaml': file(steps),
        '.woodpecker/two.yaml': file([{ ...steps[1], failure: 'fail' }]),
      },
    })
    await repo.finished((await repo.start()).number)
    const of = async (query: string) => words(await badge(`?events=manual${query}`, String(repo.id)))
    expect(await of('')).toBe('pipeline: failure')
    expect(await of('&workflow=one')).toBe('one: success')
    expect(await of('&workflow=two')).toBe('two: failure')
    expect(await of('&workflow=one&step=bad')).toBe('one: bad: failure')
    expect(await of('&workflow=three')).toBe('three: none')
  })

  it('shows no markup that a query brings', async () => {
    const svg = await badge(`?workflow=${encodeURIComponent('</text><script>alert(1)</script>')}`)
    expect(svg).not.toContain('<script')
  })
})

describe('the feed for build monitors', () => {
  it('says what the newest pipeline is', async () => {
    const { number, id } = add({ status: 'success' })
    server.db.run('UPDATE pipelines SET started = 1767614400 WHERE id = :id')({ id })
    const answer = await cc('ana/tool')
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(answer.body).toContain('<Project name="ana/tool" activity="Sleeping" lastBuildStatus="Success"')
    expect(answer.body).toContain(`lastBuildLabel="${number}" lastBuildTime="2026-01-05T12:00:00Z"`)
    expect(answer.body).toContain(`webUrl="${server.publicUrl()}/repos/${tool.id}/pipeline/${number}"`)
    add({ status: 'running' })
    expect((await cc()).body).toContain(
      'activity="Building" lastBuildStatus="Unknown" lastBuildLabel="Unknown"',
    )
    add({ status: 'killed' })
    expect((await cc()).body).toContain('lastBuildStatus="Exception"')
  })
})
