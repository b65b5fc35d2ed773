import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { userToken } from './simulator/identity.ts'
import { type Simulator, startSimulator } from './simulator/simulator.ts'
import { expect, test } from './support/test.ts'

const command = join(import.meta.dirname, '../server/src/commands/main.ts')

let simulator: Simulator
test.beforeAll(async () => {
  simulator = await startSimulator({ root: '/ci' })
})
test.afterAll(() => simulator.stop())
test.beforeEach(() => simulator.violations.splice(0))

/** Runs the command as a person does; the token comes by the environment, as the documentation says. */
async function doctor(upstream: string, token = '', env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [command, 'doctor', '--upstream', upstream], {
    env: { ...process.env, YAFFLE_TOKEN: token, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number]
  return {
    code,
    output,
    rows: output.split('\n').filter((row) => /^(?:ok|differs|refused|skipped) /.test(row)),
  }
}

async function called(method: string, path: string, body: unknown) {
  const headers = { authorization: `Bearer ${tokenOf('ana')}`, 'content-type': 'application/json' }
  const answer = await fetch(simulator.url + path, { method, headers, body: JSON.stringify(body) })
  expect([path, answer.status]).toEqual([path, 200])
}
const tokenOf = (login: string) => userToken(simulator.world.users.find((user) => user.login === login)!)
const words = (rows: readonly string[], verdict: string) =>
  rows.filter((row) => row.startsWith(verdict)).map((row) => row.split(/\s+/)[1])

test('a server that keeps to the wire differs in nothing, and is asked for nothing else', async () => {
  for (const base of ['/api', '/api/repos/1', '/api/orgs/1']) {
    await called('POST', `${base}/secrets`, { name: 'token', value: 'v', events: ['push'] })
    await called('POST', `${base}/registries`, { address: 'docker.io/library', username: 'u', password: 'p' })
  }
  await called('POST', '/api/repos/1/cron', { name: 'nightly', schedule: '@daily', enabled: true })

  const { code, output, rows } = await doctor(simulator.url, tokenOf('ana'))
  expect([code, words(rows, 'differs'), words(rows, 'skipped')], output).toEqual([0, [], []])
  expect(words(rows, 'ok').length).toBeGreaterThan(45)
  expect(output).not.toContain(tokenOf('ana'))
  expect(simulator.violations).toEqual([])
})

test('who may see less gets fewer rows, and a bad token is told', async () => {
  const visitor = await doctor(simulator.url)
  expect([visitor.code, words(visitor.rows, 'ok')]).toEqual([
    0,
    ['system.version', 'forges.list', 'forges.get', 'events.stream', 'system.publicKey', 'system.healthz'],
  ])
  const stale = await doctor(simulator.url, 'user.1.0.stale')
  expect([stale.code, stale.output]).toEqual([1, expect.stringContaining('does not accept the token')])
  expect(simulator.violations).toEqual([])
})

test('a server that answers otherwise is told row by row', async () => {
  const { world } = simulator
  world.areUserAgents = false
  const [agent] = world.agents
  Object.assign(agent!, { capacity: '2', colour: 'red' })
  const { code, rows } = await doctor(simulator.url, tokenOf('ana'))
  world.areUserAgents = true
  Object.assign(agent!, { capacity: 2, colour: undefined })
  expect(code).toBe(1)
  expect(rows.filter((row) => row.startsWith('differs'))).toEqual([
    expect.stringMatching(/org_agents\.list .*no JSON but text\/html.*may not have it/),
    expect.stringMatching(/agents\.list .*unknown \[\]\.colour, wrong \[\]\.capacity/),
    expect.stringMatching(/agents\.get .*unknown colour, wrong capacity/),
  ])
})

test('what is no Woodpecker server of a known version ends with 2 and says why', async () => {
  const other = createServer((_request, response) => response.end('<p>Hello</p>'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  simulator.world.version = '2.8.3'
  const [page, old, nobody] = await Promise.all([
    doctor(urlOf(other)),
    doctor(simulator.url, tokenOf('ana')),
    doctor('http://127.0.0.1:9'),
  ])
  simulator.world.version = '3.17.0'
  other.close()
  expect([page.code, page.output]).toEqual([2, expect.stringMatching(/^not-woodpecker: .*Is its path right/)])
  expect([nobody.code, nobody.output]).toEqual([2, expect.stringMatching(/^unreachable: /)])
  expect([old.code, old.output]).toEqual([2, expect.stringMatching(/^version: .*2\.8\.3/)])
  expect(old.rows.length, 'it still says what fits').toBeGreaterThan(40)
})

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
