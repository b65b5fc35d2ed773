import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Forge } from '@yaffle/contract/forges'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Person } from '../../testing/people.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let dataDir: string
let boss: Person
let ana: Person

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yaffle-forges-'))
  server = await testServer({ dataDir })
  boss = await server.person('boss')
  ana = await server.person('ana')
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

const aForge = (fields: object = {}) => ({
  type: 'gitea',
  url: 'https://git.example.org',
  client: 'client-id',
  oauth_client_secret: 'client-secret-in-a-file',
  ...fields,
})

describe('forges', () => {
  it('are told to everybody, as far as signing in needs it', async () => {
    const local = { id: 1, type: 'addon', url: server.publicUrl() }
    for (const who of [server.visitor, ana, boss])
      expect((await who.get('/api/forges')).json()).toEqual([local])
    expect((await server.visitor.get('/api/forges/1')).json()).toEqual(local)
    expect((await server.visitor.get('/api/forges/x')).status).toBe(400)
    expect((await server.visitor.get('/api/forges/99')).status).toBe(404)
  })

  it('are changed by administrators', async () => {
    for (const [method, url] of [
      ['POST', '/api/forges'],
      ['PATCH', '/api/forges/1'],
      ['DELETE', '/api/forges/1'],
    ] as const) {
      expect((await server.visitor.request({ method, url })).status).toBe(401)
      expect((await ana.request({ method, url })).status).toBe(403)
    }
  })

  it.each([
    { type: 'addon' },
    { type: '' },
    { type: 7 },
    { url: '' },
    { url: 'http://' },
    { client: ' ' },
    { oauth_client_secret: '' },
    { oauth_host: 'https://' },
    { orgs: 'x' },
    { additional_options: [] },
  ])('cannot be made with %j', async (fields) => {
    expect((await boss.post('/api/forges', aForge(fields))).status).toBe(400)
    expect((await boss.get('/api/forges')).json()).toHaveLength(1)
  })

  it('are made, changed and deleted, and never tell what is secret', async () => {
    const options = { 'git-username': 'bot', 'git-password': 'git-password-in-a-file' }
    const made = await boss.post('/api/forges', aForge({ orgs: ['team'], additional_options: options }))
    const { id } = made.as(Forge)
    const shown = {
      id,
      type: 'gitea',
      url: 'https://git.example.org',
      client: 'client-id',
      orgs: ['team'],
      additional_options: { 'git-username': 'bot' },
    }
    expect(made.json()).toEqual(shown)
    expect((await boss.get(`/api/forges/${id}`)).json()).toEqual(shown)
    expect((await ana.get(`/api/forges/${id}`)).json()).toEqual({
      id,
      type: 'gitea',
      url: 'https://git.example.org',
    })
    const changed = await boss.patch(
      `/api/forges/${id}`,
      aForge({ oauth_client_secret: '', skip_verify: true }),
    )
    expect(changed.json()).toMatchObject({ id, skip_verify: true })
    expect(changed.json()).not.toHaveProperty('orgs')
    expect((await boss.get('/api/forges?page=2&perPage=1')).json()).toMatchObject([{ id }])
    const files = ['yaffle.db', 'yaffle.db-wal'].map((name) => readFileSync(join(dataDir, name)))
    expect(Buffer.concat(files).includes('git.example.org')).toBe(true)
    expect(Buffer.concat(files).includes('in-a-file')).toBe(false)
    expect(await boss.delete(`/api/forges/${id}`)).toMatchObject({ status: 204, body: '' })
    expect((await boss.delete(`/api/forges/${id}`)).status).toBe(404)
    expect((await boss.patch(`/api/forges/${id}`, aForge())).status).toBe(404)
  })

  it('keep the local one as it is', async () => {
    expect((await boss.patch('/api/forges/1', aForge())).status).toBe(409)
    expect((await boss.delete('/api/forges/1')).status).toBe(409)
  })

  it('that somebody needs stay', async () => {
    const { id } = (await boss.post('/api/forges', aForge())).as(Forge)
    await boss.post('/api/users', { login: 'remote', forge_id: id })
    expect((await boss.delete(`/api/forges/${id}`)).status).toBe(409)
    expect((await boss.delete(`/api/users/remote?forge_id=${id}`)).status).toBe(204)
    expect((await boss.delete(`/api/forges/${id}`)).status).toBe(204)
  })
})

describe('the server', () => {
  it('says that it is well, and which version it is', async () => {
    expect(await server.visitor.get('/healthz')).toMatchObject({ status: 204, body: '' })
    expect((await server.visitor.get('/version')).json()).toMatchObject({ version: '1.2.3' })
  })

  it('knows no address below /api but its routes', async () => {
    expect((await boss.get('/api/nothing')).status).toBe(404)
    expect((await boss.request({ method: 'PUT', url: '/api/repos' })).status).toBe(404)
    expect((await boss.delete('/api/version')).status).toBe(404)
  })
})
