import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Calls, Person } from '../../testing/people.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let dataDir: string
let boss: Person
let ana: Person
let ben: Person
const places: Record<
  string,
  { url: string; may: Person; ids: object; refused: [create: number, update: number]; canMove: boolean }
> = {}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yaffle-registries-'))
  server = await testServer({ dataDir })
  boss = await server.person('boss')
  ana = await server.person('ana')
  ben = await server.person('ben')
  const repo = await server.repo('ana/tool')
  repo.grant(ben, 'pull')
  const org = server.org('team', [
    [ana, 'admin'],
    [ben, 'member'],
  ])
  places['repository'] = {
    url: `${repo.url}/registries`,
    may: ana,
    ids: { repo_id: repo.id, org_id: 0 },
    refused: [400, 422],
    canMove: false,
  }
  places['organisation'] = {
    url: `/api/orgs/${org}/registries`,
    may: ana,
    ids: { repo_id: 0, org_id: org },
    refused: [422, 422],
    canMove: true,
  }
  places['server'] = {
    url: '/api/registries',
    may: boss,
    ids: { repo_id: 0, org_id: 0 },
    refused: [400, 400],
    canMove: true,
  }
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

const aRegistry = (fields: object = {}) => ({
  address: 'docker.example.org',
  username: 'bot',
  password: 'pass-word-in-a-file',
  ...fields,
})

describe.each(['repository', 'organisation', 'server'])('registries of a %s', (kind) => {
  const at = () => places[kind]!
  const one = (address: string) => `${at().url}/${encodeURIComponent(address)}`

  const everyCall = (who: Calls) => [
    who.get(at().url),
    who.post(at().url, aRegistry()),
    who.get(one('docker.example.org')),
    who.patch(one('docker.example.org'), aRegistry()),
    who.delete(one('docker.example.org')),
  ]

  it('are hidden from visitors', async () => {
    for (const answer of await Promise.all(everyCall(server.visitor))) expect(answer.status).toBe(401)
  })

  it('are closed to those who may not write', async () => {
    const [list, create, get, update, remove] = await Promise.all(everyCall(ben))
    const refused = kind === 'repository' ? 404 : 403
    const reading = kind === 'server' ? [200, 404] : [refused, refused]
    expect([list, get].map((answer) => answer?.status)).toEqual(reading)
    expect([create, update, remove].map((answer) => answer?.status)).toEqual([refused, refused, refused])
  })

  it.each([{ address: 1 }, { username: [] }, { password: {} }])('cannot be %j', async (fields) => {
    expect((await at().may.post(at().url, aRegistry(fields))).status).toBe(400)
  })

  it.each([
    [{ address: '' }, 'invalid registry address'],
    [{ address: 'a b' }, 'invalid registry address'],
    [{ address: 'http://' }, 'invalid registry address'],
    [{ username: '' }, 'invalid registry username'],
    [{ password: '' }, 'invalid registry password'],
    [{ password: null }, 'invalid registry password'],
  ])('cannot be made with %j', async (fields, reason) => {
    const answer = await at().may.post(at().url, aRegistry(fields))
    expect(answer.status).toBe(at().refused[0])
    expect(answer.body).toContain(reason)
    expect((await at().may.get(at().url)).json()).toEqual([])
  })

  it('are made, read, changed and deleted, and never tell their password', async () => {
    const { may, url, ids } = at()
    const expected = { ...ids, address: 'docker.example.org', username: 'bot', password: '', readonly: false }
    const made = await may.post(url, aRegistry())
    expect(made.json()).toMatchObject(expected)
    expect((await may.get(one('docker.example.org'))).json()).toMatchObject(expected)
    expect((await may.get(url)).json()).toMatchObject([expected])
    expect((await may.post(url, aRegistry())).status).toBe(409)
    const changed = await may.patch(one('docker.example.org'), { username: 'robot', password: '' })
    expect(changed.json()).toMatchObject({ ...expected, username: 'robot' })
    expect((await may.patch(one('docker.example.org'), {})).json()).toMatchObject({ username: 'robot' })
    expect((await may.patch(one('unknown'), {})).status).toBe(404)
    expect(await may.delete(one('docker.example.org'))).toMatchObject({ status: 204, body: '' })
    expect((await may.delete(one('docker.example.org'))).status).toBe(404)
  })

  it('move to another address where the wire lets them', async () => {
    const { may, url, canMove, refused } = at()
    await may.post(url, aRegistry({ address: 'https://a.example.org/v1/' }))
    await may.post(url, aRegistry({ address: 'b.example.org:5000' }))
    const moved = await may.patch(one('https://a.example.org/v1/'), { address: 'c.example.org' })
    const address = canMove ? 'c.example.org' : 'https://a.example.org/v1/'
    expect(moved.json()).toMatchObject({ address })
    expect((await may.get(one(address))).status).toBe(200)
    if (canMove) {
      expect((await may.patch(one(address), { address: 'b.example.org:5000' })).status).toBe(409)
      expect((await may.patch(one(address), { address: 'a b' })).status).toBe(refused[1])
    }
    expect((await may.get(`${url}?perPage=1&page=2`)).json()).toMatchObject([
      { address: 'b.example.org:5000' },
    ])
    for (const each of [address, 'b.example.org:5000']) expect((await may.delete(one(each))).status).toBe(204)
  })
})

it('what is stored of a registry cannot be read in the file of the database', async () => {
  await boss.post('/api/registries', aRegistry({ address: 'sealed.example.org' }))
  const files = ['yaffle.db', 'yaffle.db-wal'].map((name) => readFileSync(join(dataDir, name)))
  expect(Buffer.concat(files).includes('sealed.example.org')).toBe(true)
  expect(Buffer.concat(files).includes('pass-word')).toBe(false)
})
