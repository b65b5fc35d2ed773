import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Answer, Person } from './testing/people.ts'
import type { TestRepo } from './testing/repos.ts'
import { made, reading, type StockedServer, stockedServer } from './testing/stock.ts'

/** What other clients of this wire rest on, row by row of its list (8.2); the holes not to copy are in `wireHoles.test.ts`. */
let server: StockedServer['server']
let boss: Person
let ana: Person
let ben: Person
let repo: TestRepo
let team: number
let ids: Record<string, string>
let addressOf: StockedServer['addressOf']

beforeAll(async () => {
  ;({ server, boss, ana, ben, repo, team, ids, addressOf } = await stockedServer())
})
afterAll(() => server.close())

const read = async (url: string, who = boss) => (await who.get(url)).json()

/** Every value under a key, however deep. */
function valuesOf(json: unknown, key: RegExp): unknown[] {
  if (json === null || typeof json !== 'object') return []
  return Object.entries(json).flatMap(([name, value]) => [
    ...(!Array.isArray(json) && key.test(name) ? [value] : []),
    ...valuesOf(value, key),
  ])
}

describe('types of content', () => {
  it.each(reading.map((route) => [route.path, route] as const))(
    '%s is called what it is',
    async (_path, route) => {
      const answer = await boss.get(addressOf(route))
      const type = String(answer.headers['content-type'] ?? '')
      if (route.produces === undefined || route.produces === 'json') {
        if (answer.status === 204) return
        expect([answer.status, type]).toEqual([200, 'application/json; charset=utf-8'])
        expect(() => answer.json()).not.toThrow()
      } else if (route.produces === 'text') expect(type).toBe('text/plain; charset=utf-8')
      else expect(type).toMatch(/^(?:text\/plain|image\/svg\+xml|application\/xml)/)
    },
  )

  it('tokens and the public key are text', async () => {
    for (const answer of [await ana.post('/api/user/token'), await ana.get('/api/signature/public-key')]) {
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(answer.body).not.toMatch(/^"/)
    }
  })
})

describe('types of values', () => {
  it('ids and numbers are numbers, the ids of others are text', async () => {
    for (const route of reading.filter(({ produces }) => produces === undefined)) {
      const { status, json } = await boss.get(addressOf(route))
      // Words of the queue and of the engine: their ids are text.
      if (status !== 200 || /queue|tasks|metadata/.test(route.path)) continue
      for (const value of valuesOf(json(), /^id$|_id$|^number$|^p?pid$/).filter((one) => one !== undefined))
        if (!valuesOf(json(), /^forge_remote_id$/).includes(value))
          expect(value, route.path).toBeTypeOf('number')
      for (const value of valuesOf(json(), /^forge_remote_id$/))
        expect(value, route.path).toBeTypeOf('string')
    }
    expect(await read(`${repo.url}/pull_requests`)).toEqual([{ index: '1', title: 'Fix' }])
  })

  it('tasks of the queue have text for an id', async () => {
    server.core.runner.pause()
    const { number } = await repo.start()
    const { pending } = (await read('/api/queue/info')) as {
      pending: { id: unknown; pipeline_id: unknown }[]
    }
    expect(pending.map(({ id }) => typeof id)).toEqual(['string'])
    expect(pending.map(({ pipeline_id }) => typeof pipeline_id)).toEqual(['number'])
    server.core.runner.resume()
    await repo.finished(number)
  })

  it('logs and files are in base64', async () => {
    const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
    const pipelines = `${repo.url}/pipelines/${ids['number']}`
    const [config] = (await read(`${pipelines}/config`)) as { data: string; hash: string; name: string }[]
    expect(config?.data).toMatch(base64)
    expect(Buffer.from(config?.data ?? '', 'base64').toString()).toContain('echo hello')
    expect(config).toMatchObject({
      name: 'woodpecker',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    const log = (await read(`${repo.url}/logs/${ids['number']}/${ids['step_id']}`)) as { data: string }[]
    for (const { data } of log) expect(data).toMatch(base64)
    expect(log.map(({ data }) => Buffer.from(data, 'base64').toString())).toContain('hello')
  })

  it('events and images of secrets are lists, the capacity of agents fits into 32 bits', async () => {
    for (const scope of [repo.url, `/api/orgs/${team}`, '/api'])
      expect(await read(`${scope}/secrets`)).toMatchObject([{ events: ['cron', 'push'], images: [] }])
    for (const { capacity } of (await read('/api/agents')) as { capacity: number }[])
      expect(capacity).toBeLessThan(2 ** 31)
  })

  it('empty lists are lists, branches of an empty repository too', async () => {
    const empty = await server.repo('ana/empty', { files: {} })
    const lists = ['branches', 'pull_requests', 'pipelines', 'secrets', 'registries', 'cron']
    for (const name of lists) expect(await read(`${empty.url}/${name}`, ana), name).toEqual([])
    for (const url of ['/api/user/feed', '/api/user/repos', '/api/user/repos?all=true'])
      expect(await read(url, ben), url).toBeInstanceOf(Array)
  })
})

describe('whole objects with empty values, unknown keys and nulls', () => {
  const extra = { surprise: { deep: [1] }, pipeline_counter: null }

  it('a repository is changed by an object whose other fields are null', async () => {
    const before = (await read(repo.url)) as { timeout: number }
    const answer = await boss.api.patch(repo.url, {
      config_file: null,
      require_approval: null,
      timeout: 77,
      visibility: null,
      allow_pr: null,
      trusted: null,
      netrc_trusted: null,
      ...extra,
    })
    expect([answer.status, answer.json()]).toEqual([200, { ...before, timeout: 77 }])
  })

  it.each(['', '/api/orgs/:org', '/api'])('secrets and registries of %j', async (scope) => {
    const base = scope === '' ? repo.url : scope.replace(':org', String(team))
    const secret = {
      id: 0,
      org_id: 0,
      repo_id: 0,
      name: 'go',
      value: 'v',
      events: ['push'],
      images: null,
      note: '',
    }
    expect((await boss.api.post(`${base}/secrets`, { ...secret, ...extra })).status).toBe(200)
    const changed = await boss.api.patch(`${base}/secrets/go`, { ...secret, value: '', note: 'n', ...extra })
    expect(changed.json()).toMatchObject({ name: 'go', note: 'n', events: ['push'], images: [] })
    const registry = { id: 0, org_id: 0, repo_id: 0, address: 'go.example.org', username: 'u', password: 'p' }
    expect(
      (await boss.api.post(`${base}/registries`, { ...registry, readonly: false, ...extra })).status,
    ).toBe(200)
    const other = { ...registry, username: 'w', password: '' }
    expect((await boss.api.patch(`${base}/registries/go.example.org`, other)).json()).toMatchObject({
      username: 'w',
      password: '',
    })
  })

  it('cron jobs, agents, users', async () => {
    const cron = {
      id: 0,
      repo_id: 0,
      creator_id: 0,
      next_exec: 0,
      created: 0,
      timezone: '',
      branch: '',
      variables: null,
    }
    const job = await boss.api.post(`${repo.url}/cron`, { ...cron, name: 'go', schedule: '@daily', ...extra })
    expect(job.status).toBe(200)
    const zeros = { ...cron, name: '', schedule: '', enabled: true }
    expect((await boss.api.patch(`${repo.url}/cron/${made(job)}`, zeros)).json()).toMatchObject({
      name: 'go',
      schedule: '@daily',
      enabled: true,
    })
    const agent = { id: 0, name: 'go', token: '', custom_labels: null, capacity: 0, no_schedule: false }
    const added = await boss.api.post('/api/agents', { ...agent, ...extra })
    expect(added.status).toBe(200)
    const renamed = await boss.api.patch(`/api/agents/${made(added)}`, { ...agent, name: 'gone' })
    expect(renamed.json()).toMatchObject({ name: 'gone' })
    const user = { id: 0, login: 'go', email: '', avatar_url: '', active: false, admin: false, hash: null }
    expect((await boss.api.post('/api/users', { ...user, ...extra })).status).toBe(200)
    expect(
      (await boss.api.patch('/api/users/go', { ...user, email: 'go@example.org' })).json(),
    ).toMatchObject({
      login: 'go',
      email: 'go@example.org',
    })
  })

  it('a run by hand', async () => {
    const answer = await boss.api.post(`${repo.url}/pipelines`, { branch: 'main', variables: null, ...extra })
    expect(answer.status).toBe(200)
    await repo.finished((answer.json() as { number: number }).number)
  })
})

describe('who is asking', () => {
  it('a bearer token needs nothing else, a cookie needs the token of the page', async () => {
    const url = '/api/user/repos/refresh'
    expect((await ana.api.post(url)).status).toBe(200)
    expect((await ana.post(url)).status).toBe(200)
    const refused = await ana.request({ method: 'POST', url, headers: { 'x-csrf-token': '' } })
    expect(refused.status).toBe(401)
  })

  it('learns about a repository that is hidden that there is nothing to see', async () => {
    const hidden = await server.repo('ana/hidden', { visibility: 'private' })
    for (const who of [ben, server.visitor])
      expect(await who.get(`${hidden.url}/permissions`)).toMatchObject({ status: 200 })
    expect(await read(`${hidden.url}/permissions`, ben)).toMatchObject({
      pull: false,
      push: false,
      admin: false,
    })
  })
})

describe('what goes wrong', () => {
  it('is never a 2xx, and has its words as plain text', async () => {
    const wrong: [string, Promise<Answer>, number][] = [
      ['an unknown route', boss.get('/api/nothing'), 404],
      ['a wrong method', boss.request({ method: 'PUT', url: '/api/user' }), 404],
      ['an unknown pipeline', boss.get(`${repo.url}/pipelines/9999`), 404],
      ['an unknown secret', boss.get('/api/secrets/none'), 404],
      ['a secret twice', boss.post('/api/secrets', { name: 's', value: 'x', events: ['push'] }), 409],
      ['a decline of what is not blocked', boss.post(`${repo.url}/pipelines/${ids['number']}/decline`), 400],
      [
        'an approval of what is not blocked',
        boss.post(`${repo.url}/pipelines/${ids['number']}/approve`),
        400,
      ],
      ['a stop of what has ended', boss.post(`${repo.url}/pipelines/${ids['number']}/cancel`), 400],
      ['a status that is none', boss.get(`${repo.url}/pipelines?status=dreaming`), 400],
      ['a visitor', server.visitor.get('/api/user'), 401],
      ['no admin', ana.get('/api/users'), 403],
    ]
    for (const [what, asked, status] of wrong) {
      const answer = await asked
      expect([what, answer.status]).toEqual([what, status])
      expect(answer.headers['content-type'], what).toBe('text/plain; charset=utf-8')
      expect(answer.body, what).not.toBe('')
    }
  })

  it('nothing to run is nothing to say', async () => {
    const idle = await server.repo('ana/idle', { files: { 'README.md': 'x' } })
    const answer = await ana.api.post(`${idle.url}/pipelines`, { branch: 'main' })
    expect(answer).toMatchObject({ status: 204, body: '' })
  })

  it('an address of no API is the page, which reads its settings first', async () => {
    for (const url of ['/repos/1/settings', '/nothing/at/all']) {
      const answer = await server.visitor.get(url)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=UTF-8'])
      expect(answer.body).toContain('/web-config.js')
    }
    expect((await server.visitor.get('/web-config.js')).headers['content-type']).toBe(
      'text/javascript; charset=utf-8',
    )
  })
})
