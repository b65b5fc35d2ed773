import { sessionToken, userToken } from './simulator/identity.ts'
import { push } from './simulator/scenes.ts'
import { type Simulator, startSimulator } from './simulator/simulator.ts'
import { readEvents } from './support/events.ts'
import { expect, test } from './support/test.ts'

// The simulator is what the other upstream tests believe: here it is held against the wire's own sentences.

let simulator: Simulator
test.beforeAll(async () => {
  simulator = await startSimulator({ root: '/ci' })
})
test.afterAll(() => simulator.stop())
test.beforeEach(() => simulator.violations.splice(0))

const tokenOf = (login: string) => userToken(simulator.world.users.find((user) => user.login === login)!)

async function ask(method: string, path: string, login = '', body?: unknown) {
  const answer = await fetch(simulator.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(login && { authorization: `Bearer ${tokenOf(login)}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const type = answer.headers.get('content-type')
  const text = await answer.text()
  const value: unknown = type?.startsWith('application/json') ? JSON.parse(text) : text
  return { status: answer.status, type, value, headers: answer.headers }
}

const refusals: [who: string, method: string, path: string, status: number, body: string][] = [
  ['', 'GET', '/api/user', 401, 'User not authorized'],
  ['ben', 'GET', '/api/users', 403, 'User not authorized'],
  ['', 'GET', '/api/repos/2', 401, ''],
  ['', 'GET', '/api/repos/99', 401, ''],
  ['ben', 'GET', '/api/repos/99', 404, ''],
  ['ben', 'GET', '/api/repos/2/secrets', 404, ''],
  ['ben', 'PATCH', '/api/repos/2', 403, 'User not authorized'],
  ['ana', 'GET', '/api/repos/x', 400, ''],
  ['ana', 'GET', '/api/repos/3/branches', 404, ''],
  ['ana', 'GET', '/api/orgs/x', 400, 'Invalid organization ID'],
  ['', 'GET', '/api/orgs/99', 404, 'Organization not found'],
  ['ben', 'GET', '/api/orgs/2/secrets', 403, 'user not authorized'],
  ['', 'GET', '/api/orgs/lookup/team', 500, ''],
  ['ana', 'POST', '/api/repos', 400, 'No forge_remote_id provided'],
  ['ana', 'POST', '/api/repos?forge_remote_id=11', 409, 'Repository is already active.'],
  [
    'ana',
    'POST',
    '/api/repos/1/pipelines/1/cancel',
    400,
    'Cannot cancel a non-running or non-pending or non-blocked pipeline',
  ],
  ['ana', 'POST', '/api/repos/1/pipelines/1/decline', 500, ''],
  ['ana', 'POST', '/api/repos/1/pipelines/9', 400, 'cannot restart a pipeline with status blocked'],
  ['ana', 'DELETE', '/api/repos/1/pipelines/9', 422, 'Cannot delete pipeline with status blocked'],
  ['ana', 'GET', '/api/repos/1/pipelines?status=started', 400, ''],
  ['', 'GET', '/metrics', 404, ''],
  ['', 'POST', '/api/hook', 400, 'failure to parse token from hook'],
]

test('refusals have the status and the words of the wire, and often none', async () => {
  for (const [who, method, path, status, body] of refusals) {
    const answer = await ask(method, path, who, method === 'PATCH' ? {} : undefined)
    expect([method, path, answer.status, answer.value]).toEqual([method, path, status, body])
    expect(answer.type).toBe(body === '' ? null : 'text/plain; charset=utf-8')
  }
  expect(simulator.violations).toEqual([])
})

test('lists are null or empty as each of them is, and what is zero is left out', async () => {
  for (const [path, expected] of [
    ['/api/repos/1/secrets', null],
    ['/api/repos/1/registries', null],
    ['/api/repos/1/cron', null],
    ['/api/orgs/2/agents', null],
    ['/api/repos/2/pull_requests', null],
    ['/api/secrets', []],
    ['/api/registries', []],
    ['/api/orgs/2/secrets', []],
  ] as const)
    expect([path, (await ask('GET', path, 'ana')).value]).toEqual([path, expected])
  expect((await ask('GET', '/api/user/feed', 'ben')).value).toBeNull()

  const list = (await ask('GET', '/api/repos/1/pipelines', 'ana')).value as Record<string, unknown>[]
  expect(list.map(({ status }) => status)).toEqual(
    'blocked error created canceled killed success success failure success'.split(' '),
  )
  expect(list[0]).toMatchObject({ errors: null, event_reason: null, from_fork: true })
  expect(list.at(-1)).not.toHaveProperty('workflows')
  expect(list.at(-1)).not.toHaveProperty('from_fork')
  expect(list[4]).toMatchObject({ event: 'cron', message: 'nightly', sender: 'nightly' })
  const feed = (await ask('GET', '/api/user/feed', 'ana')).value as Record<string, unknown>[]
  expect(feed.find(({ event }) => event === 'cron')).not.toHaveProperty('message')
  const users = (await ask('GET', '/api/users', 'ana')).value as Record<string, unknown>[]
  expect(users[1]).not.toHaveProperty('admin')
})

test('what it does not know it answers with its page, and writes it down', async () => {
  for (const [method, path] of [
    ['GET', '/api/no/such/route'],
    ['DELETE', '/api/user'],
    ['HEAD', '/api/user'],
  ] as const) {
    const { status, type } = await ask(method, path, 'ana')
    expect([path, status, type]).toEqual([path, 200, 'text/html; charset=UTF-8'])
  }
  expect(simulator.violations).toHaveLength(3)
})

test('whatever the wire does not have is a violation', async () => {
  const secret = { name: 'a', value: 'b', events: ['push'] }
  await ask('GET', '/api/repos/1/pipelines?events=push', 'ana')
  await ask('GET', '/api/repos/1/branches?page=0', 'ana')
  await ask('POST', '/api/repos/1/secrets', 'ana', { ...secret, colour: 'red' })
  await ask('POST', '/api/repos/1/secrets', 'ana', { ...secret, name: 'c', events: 'push' })
  await ask('POST', '/api/repos/1/repair', 'ana', {})
  await fetch(`${simulator.url}/api/repos/1`, {
    method: 'PATCH',
    body: '{}',
    headers: { authorization: `Bearer ${tokenOf('ana')}` },
  })
  const session = sessionToken(simulator.world, simulator.world.users[0]!)
  const headers = { cookie: `user_sess=${session}` }
  const answer = await fetch(`${simulator.url}/api/user/token`, { method: 'POST', headers })
  expect([answer.status, await answer.text()]).toEqual([401, ''])
  expect(simulator.violations.map((one) => one.replace(/^.*?: /, ''))).toEqual([
    'the query has an unknown "events"',
    '"page" is no number from 1 on',
    'its body has an unknown "colour"',
    '"events" of its body is no strings',
    'there is a body, and the route has none',
    expect.stringMatching(/^its content type is .* and not JSON$/),
    'it has no valid X-CSRF-TOKEN',
  ])
  await ask('DELETE', '/api/repos/1/secrets/a', 'ana')
})

test('a sign-in goes over the forge, with a state that counts once', async () => {
  const begin = await ask('GET', '/authorize?forge_id=1')
  const asked = new URL(begin.headers.get('location') ?? '')
  expect([begin.status, asked.origin]).toEqual([303, simulator.forgeUrl])
  expect(asked.searchParams.get('redirect_uri')).toBe(`${simulator.url}/authorize`)
  const back = `/authorize?code=code-of-ben&state=${asked.searchParams.get('state') ?? ''}`
  const end = await ask('GET', back)
  expect(end.headers.get('location')).toBe('/ci/')
  expect(end.headers.get('set-cookie')).toMatch(/^user_sess=[^;]+; Path=\/; Max-Age=2147483647; HttpOnly$/)
  expect((await ask('GET', back)).headers.get('location')).toBe('/ci/login?error=invalid_state')
  const cookie = end.headers.get('set-cookie')!.split(';')[0]!
  const config = await (await fetch(`${simulator.url}/web-config.js`, { headers: { cookie } })).text()
  expect(config).toMatch(/WOODPECKER_USER = \{[^\n]*"login":"ben"/)
  expect(config).toMatch(/WOODPECKER_CSRF = "csrf\./)
})

test('events are raw, logs resume after what was seen, and both start with a ping', async () => {
  const events = await readEvents(`${simulator.url}/api/stream/events`)
  const run = push(simulator.world, 1, 'Seen by all')
  const steps = run.pipeline.workflows[0]!.children
  const log = `${simulator.url}/api/stream/logs/1/${run.pipeline.number}`
  run.start('test')
  run.log('test', 'one', 'two')
  const first = await readEvents(`${log}/${steps[1]!.id}`)
  const second = await readEvents(`${log}/${steps[1]!.id}`, { 'last-event-id': '1' })
  run.log('test', 'three')
  run.finish('failure')
  expect(await first.all()).toMatch(
    /^: ping\n\nid: 1\ndata: .*\n\nid: 2[^]*id: 3[^]*event: eof\ndata: eof\n\n$/,
  )
  expect((await second.all()).match(/^id: \d/gm)).toEqual(['id: 2', 'id: 3'])
  const late = await readEvents(`${log}/${steps[1]!.id}`)
  expect(await late.all()).toContain('event: error\ndata: step not running (anymore)')
  const told = await events.until(/"status":"failure"/)
  expect(told.match(/"status":"(?:created|pending)"/g)).toHaveLength(3)
  events.close()
})
