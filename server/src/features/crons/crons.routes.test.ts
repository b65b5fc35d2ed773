import { Cron } from '@yaffle/contract/crons'
import { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Calls, Person } from '../../testing/people.ts'
import { aFile, type TestRepo } from '../../testing/repos.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let ana: Person
let ben: Person
let tool: TestRepo
let now = Date.UTC(2026, 0, 5, 12, 0, 30)

beforeAll(async () => {
  server = await testServer({ clock: () => now })
  ana = await server.person('ana')
  ben = await server.person('ben')
  tool = await server.repo('ana/tool')
  tool.grant(ben, 'pull')
})
afterAll(() => server.close())

const seconds = (...parts: Parameters<typeof Date.UTC>) => Date.UTC(...parts) / 1000
const aCron = (fields: object = {}) => ({ name: 'nightly', schedule: '0 2 * * *', enabled: true, ...fields })
const create = (fields?: object, who: Calls = ana) => who.post(`${tool.url}/cron`, aCron(fields))
const one = (id: number | string) => `${tool.url}/cron/${id}`
async function having<Result>(fields: object, work: (cron: Cron) => Promise<Result>) {
  const cron = (await create(fields)).as(Cron)
  try {
    return await work(cron)
  } finally {
    await ana.delete(one(cron.id))
  }
}

describe('crons', () => {
  it('are for those who may push', async () => {
    for (const [method, url] of [
      ['GET', `${tool.url}/cron`],
      ['POST', `${tool.url}/cron`],
      ['GET', one(1)],
      ['POST', one(1)],
      ['PATCH', one(1)],
      ['DELETE', one(1)],
    ] as const) {
      expect((await server.visitor.request({ method, url })).status).toBe(401)
      expect((await ben.request({ method, url })).status).toBe(404)
    }
  })

  it('cannot be reached by a wrong id, nor by another repository', async () => {
    const other = await server.repo('ana/other')
    await having({}, async ({ id }) => {
      for (const [url, status] of [
        [one('x'), 400],
        [one(99_999), 404],
        [`${other.url}/cron/${id}`, 404],
      ] as const) {
        expect((await ana.get(url)).status).toBe(status)
        expect((await ana.post(url)).status).toBe(status)
        expect((await ana.patch(url, {})).status).toBe(status)
        expect((await ana.delete(url)).status).toBe(status)
      }
    })
  })

  it.each([
    [{ name: ' ' }, 422, 'Error inserting cron. validate failed: name is required'],
    [{ schedule: '' }, 422, 'Error inserting cron. validate failed: schedule is required'],
    [{ schedule: 'now and then' }, 422, "can't parse schedule"],
    [{ schedule: '0 0 * * 7' }, 422, "can't parse schedule"],
    [{ schedule: '* * * * * *' }, 422, "can't parse schedule"],
    [{ schedule: '0 0 30 2 *' }, 400, 'schedule could not parsed'],
    [{ timezone: 'Mars/Olympus' }, 422, "can't parse timezone"],
    [{ branch: 'nowhere' }, 400, 'Error inserting cron. branch not resolved'],
    [{ name: 7 }, 400, 'name'],
    [{ variables: { A: 1 } }, 400, 'variables'],
    [{ enabled: 'yes' }, 400, 'enabled'],
  ])('cannot be made with %j', async (fields, status, text) => {
    const answer = await create(fields)
    expect(answer.status).toBe(status)
    expect(answer.body).toContain(text)
    expect((await ana.get(`${tool.url}/cron`)).json()).toEqual([])
  })

  it('say when they run next', async () => {
    const made = await create({
      name: ' nightly ',
      timezone: 'Europe/Berlin',
      branch: 'main',
      variables: { A: 'b' },
    })
    expect(made.json()).toEqual({
      id: expect.any(Number) as number,
      repo_id: tool.id,
      creator_id: ana.user.id,
      name: 'nightly',
      schedule: '0 2 * * *',
      timezone: 'Europe/Berlin',
      branch: 'main',
      enabled: true,
      variables: { A: 'b' },
      next_exec: seconds(2026, 0, 6, 1),
      created: Math.floor(now / 1000),
    })
    const { id } = made.as(Cron)
    expect((await ana.get(one(id))).json()).toEqual(made.json())
    expect((await create()).status).toBe(409)
    expect(await ana.delete(one(id))).toMatchObject({ status: 204, body: '' })
    expect((await ana.get(one(id))).status).toBe(404)
  })

  it('are disabled unless the request says otherwise', async () => {
    const made = await ana.post(`${tool.url}/cron`, { name: 'idle', schedule: '@daily' })
    expect(made.json()).toMatchObject({ enabled: false, timezone: 'UTC', branch: '' })
    await ana.delete(one(made.as(Cron).id))
  })

  it('are listed by name, in pages', async () => {
    await having({ name: 'b' }, () =>
      having({ name: 'a' }, async () => {
        const names = async (query = '') =>
          (await ana.get(`${tool.url}/cron${query}`)).as(z.array(Cron)).map(({ name }) => name)
        expect(await names()).toEqual(['a', 'b'])
        expect(await names('?page=2&perPage=1')).toEqual(['b'])
        expect(await names('?page=3')).toEqual([])
      }),
    )
  })

  it('keep what a change leaves blank', async () => {
    await having({ branch: 'main', variables: { A: 'b' } }, async (cron) => {
      const patch = async (fields: object) => (await ana.patch(one(cron.id), fields)).json()
      expect(await patch({})).toEqual(cron)
      expect(await patch({ name: '', schedule: ' ', timezone: '', branch: '', variables: null })).toEqual(
        cron,
      )
      expect(await patch({ enabled: false })).toEqual({ ...cron, enabled: false })
      expect(await patch({ variables: {} })).toMatchObject({ variables: {}, enabled: false })
      expect(await patch({ schedule: '@hourly', name: 'hourly' })).toMatchObject({
        name: 'hourly',
        next_exec: seconds(2026, 0, 5, 13),
      })
      expect(await patch({ timezone: 'Asia/Kolkata' })).toMatchObject({
        next_exec: seconds(2026, 0, 5, 12, 30),
      })
    })
  })

  it('keep their time unless the change is about it', async () => {
    const before = now
    await having({}, async ({ id, next_exec }) => {
      now += 48 * 3_600_000
      const next = async (fields: object) => ((await ana.patch(one(id), fields)).json() as Cron).next_exec
      expect(await next({ variables: { A: 'b' }, schedule: '0 2 * * *', name: 'renamed' })).toBe(next_exec)
      expect(await next({ enabled: true })).toBe(next_exec + 48 * 3600)
    })
    now = before
  })

  it('are checked again when they are changed', async () => {
    await having({ name: 'other' }, () =>
      having({}, async ({ id }) => {
        const patch = async (fields: object) => (await ana.patch(one(id), fields)).status
        expect(await patch({ schedule: 'x' })).toBe(400)
        expect(await patch({ timezone: 'x' })).toBe(422)
        expect(await patch({ branch: 'nowhere' })).toBe(400)
        expect(await patch({ name: 'other' })).toBe(409)
        expect(await patch({ name: 'nightly' })).toBe(200)
        expect(await patch({ enabled: 'x' })).toBe(400)
        expect((await ana.get(one(id))).json()).toMatchObject({ schedule: '0 2 * * *', timezone: 'UTC' })
      }),
    )
  })
})

describe('running one now', () => {
  it('works for a disabled one too, on its branch with its variables, and leaves its time alone', async () => {
    await tool.commit(aFile('test "$WHO" = cron'), 'work', 'On work')
    await having({ enabled: false, branch: 'work', variables: { WHO: 'cron' } }, async (cron) => {
      const answer = await ana.post(one(cron.id))
      expect(answer.json()).toMatchObject({
        event: 'cron',
        cron: 'nightly',
        branch: 'work',
        message: '',
        author: '',
      })
      expect(await tool.finished(answer.as(Pipeline).number)).toMatchObject({
        status: 'success',
        message: 'nightly',
      })
      expect((await ana.get(one(cron.id))).json()).toMatchObject({ next_exec: cron.next_exec })
    })
  })

  it('makes nothing when no workflow wants to run', async () => {
    await tool.commit(
      { '.woodpecker.yaml': 'when: { event: tag }\nsteps: [{ name: a, image: sh, commands: ls }]' },
      'quiet',
    )
    await having({ branch: 'quiet' }, async ({ id }) => {
      expect(await ana.post(one(id))).toMatchObject({ status: 204, body: '' })
    })
  })
})
