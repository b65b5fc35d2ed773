import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Secret } from '@yaffle/contract/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Calls, Person } from '../../testing/people.ts'
import { aFile, stepOf } from '../../testing/repos.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let dataDir: string
let boss: Person
let ana: Person
let ben: Person
let cas: Person
/** The places where secrets are, and who may write them there. */
const places: Record<string, { url: string; may: Person; ids: { repo_id: number; org_id: number } }> = {}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yaffle-secrets-'))
  server = await testServer({ dataDir })
  boss = await server.person('boss')
  ana = await server.person('ana')
  ben = await server.person('ben')
  cas = await server.person('cas')
  const repo = await server.repo('ana/tool')
  repo.grant(ben, 'pull')
  const org = server.org('team', [
    [ana, 'admin'],
    [ben, 'member'],
  ])
  places['repository'] = { url: `${repo.url}/secrets`, may: ana, ids: { repo_id: repo.id, org_id: 0 } }
  places['organisation'] = { url: `/api/orgs/${org}/secrets`, may: ana, ids: { repo_id: 0, org_id: org } }
  places['server'] = { url: '/api/secrets', may: boss, ids: { repo_id: 0, org_id: 0 } }
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

const value = 'hunter2 — “sésame”'
const aSecret = (fields: object = {}) => ({ name: 'token', value, events: ['push', 'manual'], ...fields })

describe.each(['repository', 'organisation', 'server'])('secrets of a %s', (kind) => {
  const at = () => places[kind]!
  const one = (name: string) => `${at().url}/${encodeURIComponent(name)}`

  const everyCall = (who: Calls) => [
    who.get(at().url),
    who.post(at().url, aSecret()),
    who.get(one('token')),
    who.patch(one('token'), {}),
    who.delete(one('token')),
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

  it.each([
    [{ name: 1 }, 400],
    [{ events: 'push' }, 400],
    [{ images: [3] }, 400],
    [{ events: [] }, 422],
    [{ events: ['party'] }, 422],
    [{ images: ['not an image'] }, 422],
    [{ images: [''] }, 422],
    [{ name: '' }, 422],
    [{ name: '  ' }, 422],
    [{ value: '' }, 422],
    [{ value: null }, 422],
  ])('cannot be made with %j', async (fields, status) => {
    const { may, url } = at()
    expect((await may.post(url, aSecret(fields))).status).toBe(status)
    expect((await may.get(url)).json()).toEqual([])
  })

  it('say which rule was broken, the first of them', async () => {
    const { may, url } = at()
    const body = async (fields: object) =>
      (await may.post(url, aSecret({ name: '', value: '', ...fields }))).body
    expect(await body({ events: ['x'] })).toContain('invalid webhook event: x\ninvalid secret event')
    expect(await body({ events: [] })).toContain('invalid secret event: no event specified')
    expect(await body({ images: ['!'] })).toContain('invalid secret image: ')
    expect(await body({})).toContain('invalid secret name: empty name')
    expect(await body({ name: 'x' })).toContain('invalid secret value: empty value')
  })

  it('are made, read, changed and deleted, and never tell their value', async () => {
    const { may, url, ids } = at()
    const made = await may.post(
      url,
      aSecret({ events: ['push', 'manual', 'push'], images: ['a/b:1'], note: 'n' }),
    )
    expect(made.json()).toEqual({
      ...ids,
      id: expect.any(Number) as number,
      name: 'token',
      events: ['manual', 'push'],
      images: ['a/b:1'],
      note: 'n',
    })
    const answers = [made, await may.get(url), await may.get(one('token'))]
    answers.push(await may.patch(one('token'), { note: 'new', name: 'other', value: '' }))
    expect(answers.at(-1)?.json()).toMatchObject({ name: 'token', note: 'new', events: ['manual', 'push'] })
    answers.push(await may.patch(one('token'), { events: ['tag'], images: null }))
    expect(answers.at(-1)?.json()).toMatchObject({ events: ['tag'], images: ['a/b:1'], note: 'new' })
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).not.toMatch(/hunter2|"value"/)
    }
    expect(await may.delete(one('token'))).toMatchObject({ status: 204, body: '' })
    expect((await may.delete(one('token'))).status).toBe(404)
    expect((await may.get(one('token'))).status).toBe(404)
    expect((await may.patch(one('token'), {})).status).toBe(404)
  })

  it('that are changed are checked like new ones', async () => {
    const { may, url } = at()
    await may.post(url, aSecret())
    expect((await may.patch(one('token'), { events: [] })).status).toBe(422)
    expect((await may.patch(one('token'), { events: ['x'] })).status).toBe(422)
    expect((await may.patch(one('token'), { images: ['a b'] })).status).toBe(422)
    expect((await may.patch(one('token'), { value: 7 })).status).toBe(400)
    expect((await may.get(one('token'))).json()).toMatchObject({ events: ['manual', 'push'] })
    await may.delete(one('token'))
  })

  it('have names of any kind, each once, compared exactly', async () => {
    const { may, url } = at()
    const names = ['Token', 'a/b', 'a b', 'ü%2F', 'token', '..']
    for (const name of names) expect((await may.post(url, aSecret({ name }))).status, name).toBe(200)
    const again = await may.post(url, aSecret())
    expect(again.status).toBe(409)
    expect(again.body).toContain('"token"')
    const list = (await may.get(url)).as(z.array(Secret))
    expect(list.map(({ name }) => name)).toEqual(names.toSorted())
    expect((await may.get(`${url}?page=2&perPage=4`)).json()).toHaveLength(2)
    for (const name of names) {
      const path = name === '..' ? `${url}/%2e%2e` : one(name)
      // A client's URL library takes dots for steps up before they get here.
      if (name === '..') server.db.run(`DELETE FROM secrets WHERE name = '..'`)()
      else {
        expect((await may.get(path)).json(), name).toMatchObject({ name })
        expect((await may.delete(path)).status, name).toBe(204)
      }
    }
    expect((await may.get(url)).json()).toEqual([])
  })
})

describe('what is stored of a secret', () => {
  it('cannot be read in the file of the database', async () => {
    const plain = 'plain-text-in-a-file'
    await boss.post('/api/secrets', aSecret({ name: 'sealed', value: plain }))
    await boss.patch('/api/secrets/sealed', { value: `${plain}-2` })
    const files = ['yaffle.db', 'yaffle.db-wal'].map((name) => readFileSync(join(dataDir, name)))
    expect(Buffer.concat(files).includes('sealed')).toBe(true)
    expect(Buffer.concat(files).includes('plain-text')).toBe(false)
    await boss.delete('/api/secrets/sealed')
  })
})

describe('a pipeline', () => {
  const file = aFile('echo "$WHICH" | rev', 'skip_clone: true')['.woodpecker.yaml'].replace(
    'image: bash',
    'image: bash\n    environment: { WHICH: { from_secret: which } }',
  )

  it('gets the closest secret of a name, for its event', async () => {
    const org = server.org('cas')
    const repo = await server.repo('cas/tool', { files: { '.woodpecker.yaml': file } })
    const make = (who: Person, url: string, text: string, events = ['manual']) =>
      who.post(url, { name: 'which', value: text, events })
    const output = async () => {
      const done = await repo.finished((await repo.start()).number)
      const log = await cas.get(`${repo.url}/logs/${done.number}/${stepOf(done).id}/download`)
      return log.body.split('\n').at(-1)
    }
    await make(boss, '/api/secrets', 'labolg')
    expect(await output()).toBe('global')
    await make(cas, `/api/orgs/${org}/secrets`, 'noitasinagro')
    expect(await output()).toBe('organisation')
    await make(cas, `${repo.url}/secrets`, 'yrotisoper')
    expect(await output()).toBe('repository')
    await cas.patch(`${repo.url}/secrets/which`, { value: '', note: 'kept' })
    expect(await output()).toBe('repository')
    await cas.patch(`${repo.url}/secrets/which`, { value: 'degnahc' })
    expect(await output()).toBe('changed')
    await cas.patch(`${repo.url}/secrets/which`, { events: ['tag'] })
    const { number } = await repo.start()
    expect(await repo.finished(number)).toMatchObject({ status: 'error' })
  })
})
