import type { Route } from '@yaffle/contract/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { routeTables } from './routeTables.ts'
import { keysOf } from './testing/anyRequest.ts'
import type { Person } from './testing/people.ts'
import { stepOf, type TestRepo } from './testing/repos.ts'
import { testServer, type TestServer } from './testing/testServer.ts'

/** What is wrong with a request is said with a 4xx and changes nothing: every route, asked by somebody who may do all. */
const routes: [string, Route][] = Object.values(routeTables).flatMap((table) =>
  Object.values(table as Record<string, Route>).map((route): [string, Route] => [
    `${route.method} ${route.path}`,
    route,
  ]),
)
const withBody = routes.filter(([, { body }]) => body)
/** A stream answers 200 and tells in an event what is wrong (wire 5.2). */
const withParams = routes.filter(([key]) => /[:*]/.test(key) && !key.includes('/stream/'))

let server: TestServer
let boss: Person
let repo: TestRepo
let ids: Record<string, string>
let tables: { name: string; rows: () => object[] }[]

beforeAll(async () => {
  server = await testServer()
  boss = await server.person('boss')
  await server.person('stranger')
  const team = server.org('team', [[boss, 'admin']])
  repo = await server.repo('team/tool', { by: boss })
  const step = stepOf(await repo.finished((await repo.start()).number))
  server.core.runner.pause()
  for (const scope of [repo.url, `/api/orgs/${team}`, '/api']) {
    await boss.post(`${scope}/secrets`, { name: 's', value: 'x', events: ['push'] })
    await boss.post(`${scope}/registries`, { address: 'docker.io', username: 'a', password: 'b' })
  }
  await boss.post(`${repo.url}/cron`, { name: 'nightly', schedule: '@daily' })
  const made = async (url: string) => (await boss.post(url, { name: 'a' })).json() as { id: number }
  ids = {
    repo_id: String(repo.id),
    org_id: String(team),
    number: '1',
    step_id: String(step.id),
    cron_id: '1',
    forge_id: '1',
    agent_id: String((await made('/api/agents')).id),
    org_agent_id: String((await made(`/api/orgs/${team}/agents`)).id),
    owner: 'team',
    login: 'stranger',
    address: 'docker.io',
    name: 's',
  }
  tables = server.db
    .all<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )()
    .map(({ name }) => ({ name, rows: server.db.all<object>(`SELECT * FROM ${name}`) }))
  // The first time somebody asks, what the forge says of them is stored.
  await boss.get(repo.url)
})
afterAll(() => server.close())

/** The address of what is there; `other` puts something else in the place of one parameter. */
function addressOf({ path }: Route, other: Record<string, string> = {}): string {
  const own: Record<string, string> = {
    ...ids,
    ...(path.startsWith('/api/badges/') && { name: 'tool' }),
    ...(path.startsWith('/api/orgs/:org_id/agents') && { agent_id: ids['org_agent_id'] ?? '' }),
    '*': path.startsWith('/api/repos/') ? repo.full_name : 'team',
  }
  return path.replaceAll(/:(\w+)|\*/g, (star, name: string = star) => other[name] ?? own[name] ?? '')
}

/** Everything the server has stored, but when its agent was last heard of. */
const everything = () =>
  tables.map(({ name, rows }) => [
    name,
    rows().map((row) => ('last_contact' in row ? { ...row, last_contact: 0 } : row)),
  ])

/** Sends what is wrong; fails when anything has changed. Answers with the status. */
async function refused(route: Route, url: string, payload?: string | Buffer, type?: string): Promise<number> {
  const before = everything()
  const { status, body } = await boss.api.request({
    method: route.method,
    url,
    ...(payload !== undefined && { payload }),
    headers: type === undefined ? {} : { 'content-type': type },
  })
  const what = `${type ?? ''} ${String(payload).slice(0, 100)}: ${status} ${body}`
  if (status >= 400) {
    expect(everything(), what).toEqual(before)
    expect(body, what).not.toBe('')
  }
  expect(status, what).toBeLessThan(500)
  return status
}

const json = 'application/json'

describe.each(withBody)('the body of %s', (_key, route) => {
  const send = (payload: string | Buffer, type?: string) => refused(route, addressOf(route), payload, type)

  it('is refused when it is no JSON object, whatever it is called', async () => {
    for (const type of [json, 'application/json; charset=utf-8'])
      for (const text of ['', '{', 'null', '[]', '7', '"x"', 'true', '{"a":1,}', '{"__proto__":{"a":1}}'])
        expect(await send(text, type), text).toBe(400)
  })

  it('is refused when it is of another kind', async () => {
    const wanted = route.bodyType === 'any' ? [400] : [415]
    for (const type of [
      'text/xml',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
    ])
      expect(wanted, type).toContain(await send('name=a&value=b', type))
    expect([400, 415]).toContain(await send('--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'))
    expect(wanted).toContain(await send(Buffer.from([0, 255, 1]), 'application/gzip'))
  })

  it('is refused when it is too large', async () => {
    expect(await send(JSON.stringify({ name: 'x'.repeat(2 << 20) }), json)).toBe(413)
  })

  it('is refused when a field is of a wrong kind', async () => {
    for (const field of keysOf(route.body))
      for (const value of [7, 1.5, true, 'x', [], [[1]], [null], {}, { a: [1] }]) {
        const body = { [field]: value }
        if (route.body?.safeParse(body).success) continue
        expect(await send(JSON.stringify(body), json), JSON.stringify(body)).toBe(400)
      }
  })

  it('may be null in every field: it is taken or refused, and a refusal changes nothing', async () => {
    const fields = keysOf(route.body)
    const nulls = Object.fromEntries(fields.map((field) => [field, null]))
    for (const body of [nulls, ...fields.map((field) => ({ [field]: null }))])
      expect(await send(JSON.stringify(body), json)).toBeLessThan(500)
  })
})

describe.each(withParams)('the address of %s', (_key, route) => {
  const names = [...route.path.matchAll(/:(\w+)|\*/g)].map(([star, name]) => name ?? star)
  const isNumber = (name: string) => /(?:_id|number)$/.test(name)
  const odd = [
    '-1',
    '1.5',
    '1e3',
    '0x1',
    '%31%00',
    '1%2F2',
    '..%2F1',
    '99999999999999999999',
    '%E2%91%A0',
    '%2B1',
  ]

  it.each(names)('is refused when %s is not there, or nonsense', async (name) => {
    const body = route.body ? '{}' : undefined
    const values = [
      isNumber(name) ? '99999' : 'nothing-of-that-name',
      'a%2Fb',
      '%F0%9F%A6%9C',
      ...(isNumber(name) ? odd : []),
    ]
    for (const value of values) {
      const url = addressOf(route, { [name]: value })
      expect([400, 404], url).toContain(await refused(route, url, body, body && json))
    }
  })
})
