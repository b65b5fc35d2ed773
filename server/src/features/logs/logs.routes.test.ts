import { LogEntry } from '@yaffle/contract/logs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Person } from '../../testing/people.ts'
import { aFile, stepOf, type TestRepo } from '../../testing/repos.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

const printed = Buffer.from('\u001b[31mred\u001b[0m\r\n\né').toString('base64')

let server: TestServer
let ana: Person
let ben: Person
let tool: TestRepo
/** The number of a pipeline that has ended, and its step. */
let number: number
let step: number

beforeAll(async () => {
  server = await testServer()
  ana = await server.person('ana')
  ben = await server.person('ben')
  tool = await server.repo('ana/tool', {
    files: aFile(['echo one', `echo ${printed} | base64 -d`]),
  })
  ;({ number } = await tool.start())
  step = stepOf(await tool.finished(number)).id
})
afterAll(() => server.close())

const textOf = ({ data }: { data: string }) => Buffer.from(data, 'base64').toString()
describe('a stored log', () => {
  it.each(['', '/download'])('is hidden with its repository (%s)', async (more) => {
    const hidden = await server.repo(`ana/hidden${more.length}`, { visibility: 'private' })
    const done = await hidden.finished((await hidden.start()).number)
    const url = `${hidden.url}/logs/${done.number}/${stepOf(done).id}${more}`
    expect((await server.visitor.get(url)).status).toBe(401)
    expect((await ben.get(url)).status).toBe(404)
    expect((await ana.get(url)).status).toBe(200)
  })

  it.each([
    ['x/1', 400],
    ['1/x', 400],
    ['99999/1', 404],
    ['1/99999', 404],
  ])('%s is %i', async (path, status) => {
    expect((await ana.get(`${tool.url}/logs/${path}`)).status).toBe(status)
    expect((await ana.get(`${tool.url}/logs/${path}/download`)).status).toBe(status)
    expect((await ana.delete(`${tool.url}/logs/${path}`)).status).toBe(status)
  })

  it('of another pipeline or repository cannot be had by its step', async () => {
    const other = await server.repo('ana/other')
    const done = await other.finished((await other.start()).number)
    const second = await tool.finished((await tool.start()).number)
    expect((await ana.get(`${tool.url}/logs/${number}/${stepOf(done).id}`)).status).toBe(404)
    expect((await ana.get(`${tool.url}/logs/${number}/${stepOf(second).id}`)).status).toBe(404)
    expect((await ana.get(`${other.url}/logs/${done.number}/${step}`)).status).toBe(404)
  })

  it('is a list of lines in order, each in base64', async () => {
    const answer = await server.visitor.get(`${tool.url}/logs/${number}/${step}`)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const entries = answer.as(z.array(LogEntry))
    expect(entries.map(({ line }) => line)).toEqual(entries.map((_, index) => index))
    expect(entries.map(textOf)).toEqual([
      '+ echo one',
      'one',
      `+ echo ${printed} | base64 -d`,
      '\u001b[31mred\u001b[0m\r',
      '',
      'é',
    ])
    for (const entry of answer.json() as object[])
      expect(Object.keys(entry).toSorted()).toEqual(['data', 'id', 'line', 'step_id', 'time', 'type'])
  })

  it('can be downloaded as it was printed', async () => {
    const answer = await server.visitor.get(`${tool.url}/logs/${number}/${step}/download`)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="ana-tool-${number}-say.log"`,
    })
    expect(answer.body.split('\n').toSpliced(2, 1)).toEqual([
      '+ echo one',
      'one',
      '\u001b[31mred\u001b[0m\r',
      '',
      'é',
    ])
  })

  it('has a file name that no header and no system stumbles over', async () => {
    const name = 'a"b/c\u202e:é*.'
    const file = `when: { event: manual }\nskip_clone: true\nsteps:\n  - name: ${JSON.stringify(name)}\n    image: bash\n    commands: true`
    const odd = await server.repo('ana/odd', { files: { '.woodpecker.yaml': file } })
    const done = await odd.finished((await odd.start()).number)
    const answer = await ana.get(`${odd.url}/logs/${done.number}/${stepOf(done, name).id}/download`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.log"$/)
  })

  it('may be very long', async () => {
    const long = await server.repo('ana/long', { files: aFile('seq 1 25000') })
    const done = await long.finished((await long.start()).number)
    const url = `${long.url}/logs/${done.number}/${stepOf(done).id}`
    expect((await ana.get(url)).as(z.array(LogEntry)).slice(1).map(textOf)).toEqual(
      Array.from({ length: 25_000 }, (_, index) => String(index + 1)),
    )
    expect((await ana.get(`${url}/download`)).body.split('\n')).toHaveLength(25_001)
  })

  it('hides the secrets that the repository can see', async () => {
    const repo = await server.repo('ana/masked', { files: aFile('echo "the hush-hush word"') })
    await ana.post(`${repo.url}/secrets`, { name: 'word', value: 'hush-hush', events: ['push'] })
    const done = await repo.finished((await repo.start()).number)
    const { body } = await ana.get(`${repo.url}/logs/${done.number}/${stepOf(done).id}/download`)
    expect(body).toContain('the ******** word')
    expect(body).not.toContain('hush')
  })
})

describe('deleting logs', () => {
  it('is for those who may push', async () => {
    for (const url of [`${tool.url}/logs/${number}`, `${tool.url}/logs/${number}/${step}`]) {
      expect((await server.visitor.delete(url)).status).toBe(401)
      expect((await ben.delete(url)).status).toBe(404)
    }
  })

  it('of one step leaves the others', async () => {
    const steps = ['one', 'two'].map((name) => ({ name, image: 'bash', commands: [`echo ${name}`] }))
    const file = JSON.stringify({ when: { event: 'manual' }, skip_clone: true, steps })
    const repo = await server.repo('ana/pair', { files: { '.woodpecker.yaml': file } })
    const done = await repo.finished((await repo.start()).number)
    const url = `${repo.url}/logs/${done.number}`
    const [one, two] = [stepOf(done, 'one').id, stepOf(done, 'two').id]
    expect(await ana.delete(`${url}/${one}`)).toMatchObject({ status: 204, body: '' })
    expect((await ana.get(`${url}/${one}`)).json()).toEqual([])
    expect(await ana.get(`${url}/${one}/download`)).toMatchObject({ status: 200, body: '' })
    expect((await ana.get(`${url}/${two}`)).json()).toHaveLength(2)
    expect(await ana.delete(url)).toMatchObject({ status: 204, body: '' })
    expect((await ana.get(`${url}/${two}`)).json()).toEqual([])
    expect((await ana.delete(`${repo.url}/logs/99`)).status).toBe(404)
  })

  it('is refused while they are written', async () => {
    const repo = await server.repo('ana/busy', { files: aFile('sleep 60') })
    const started = await repo.start()
    const running = await repo.running(started.number)
    expect(await ana.delete(`${repo.url}/logs/${started.number}/${running.id}`)).toMatchObject({
      status: 422,
      body: 'Cannot delete logs for a pending or running step',
    })
    expect(await ana.delete(`${repo.url}/logs/${started.number}`)).toMatchObject({
      status: 422,
      body: 'Cannot delete logs for pipeline with status running',
    })
    await ana.post(`${repo.url}/pipelines/${started.number}/cancel`)
  })
})
