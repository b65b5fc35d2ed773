import { Org } from '@yaffle/contract/orgs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Person } from '../../testing/people.ts'
import { aFile } from '../../testing/repos.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let boss: Person
let ana: Person
let ben: Person
let cas: Person
let team: number

beforeAll(async () => {
  server = await testServer()
  boss = await server.person('boss')
  ana = await server.person('ana')
  ben = await server.person('ben')
  cas = await server.person('cas')
  team = server.org('Team', [
    [ana, 'admin'],
    [ben, 'member'],
  ])
})
afterAll(() => server.close())

const neither = { member: false, admin: false }
const both = { member: true, admin: true }

describe('an organisation', () => {
  it('is for its members', async () => {
    expect(await server.visitor.get(`/api/orgs/${team}`)).toMatchObject({
      status: 401,
      body: 'User not authorized',
    })
    expect(await cas.get(`/api/orgs/${team}`)).toMatchObject({ status: 403, body: 'user not authorized' })
    for (const who of [ana, ben, boss])
      expect((await who.get(`/api/orgs/${team}`)).json()).toEqual({
        id: team,
        forge_id: 1,
        name: 'Team',
        is_user: false,
      })
  })

  it.each([
    ['x', 400, 'Invalid organization ID'],
    ['-1', 400, 'Invalid organization ID'],
    ['99999', 404, 'Organization not found'],
  ])('%s is %i, whoever asks', async (id, status, body) => {
    for (const who of [server.visitor, cas, boss])
      for (const more of ['', '/permissions', '/secrets'])
        expect(await who.get(`/api/orgs/${id}${more}`)).toMatchObject({ status, body })
  })

  it('tells everybody what they may do', async () => {
    const permissions = async (who: { get: Person['get'] }, id: number) =>
      (await who.get(`/api/orgs/${id}/permissions`)).json()
    expect(await permissions(server.visitor, team)).toEqual(neither)
    expect(await permissions(ana, team)).toEqual(both)
    expect(await permissions(ben, team)).toEqual({ member: true, admin: false })
    expect(await permissions(cas, team)).toEqual(neither)
    expect(await permissions(boss, team)).toEqual(both)
  })

  it('of a user is that user’s alone, but an administrator may enter', async () => {
    const id = ana.user.org_id
    expect((await ana.get(`/api/orgs/${id}`)).json()).toMatchObject({ name: 'ana', is_user: true })
    expect((await boss.get(`/api/orgs/${id}`)).status).toBe(200)
    expect((await ben.get(`/api/orgs/${id}`)).status).toBe(403)
    expect((await ana.get(`/api/orgs/${id}/permissions`)).json()).toEqual(both)
    expect((await boss.get(`/api/orgs/${id}/permissions`)).json()).toEqual(neither)
  })

  it('can be looked up by its name, whatever its case', async () => {
    expect((await server.visitor.get('/api/orgs/lookup/Team')).status).toBe(401)
    expect((await cas.get('/api/orgs/lookup/team')).json()).toMatchObject({ id: team })
    expect((await cas.get('/api/orgs/lookup/nothing')).status).toBe(404)
    expect((await cas.get('/api/orgs/lookup/a/b%2Fc')).status).toBe(404)
  })

  it('that is private is found by its members', async () => {
    const id = server.org('quiet', [[ana, 'member']])
    server.db.run('UPDATE orgs SET private = 1 WHERE id = :id')({ id })
    expect((await ana.get('/api/orgs/lookup/quiet')).json()).toMatchObject({ id })
    expect((await boss.get('/api/orgs/lookup/quiet')).status).toBe(200)
    expect((await ben.get('/api/orgs/lookup/quiet')).status).toBe(404)
  })
})

describe('all organisations', () => {
  it('are an administrator’s business', async () => {
    for (const [method, url] of [
      ['GET', '/api/orgs'],
      ['DELETE', `/api/orgs/${team}`],
    ] as const) {
      expect((await server.visitor.request({ method, url })).status).toBe(401)
      expect((await ana.request({ method, url })).status).toBe(403)
    }
    expect((await boss.delete('/api/orgs/x')).status).toBe(400)
    expect((await boss.delete('/api/orgs/99999')).status).toBe(404)
  })

  it('are listed in pages, without those of users', async () => {
    const names = async (query = '') =>
      (await boss.get(`/api/orgs${query}`)).as(z.array(Org)).map(({ name }) => name)
    expect(await names()).toEqual(['Team', 'quiet'])
    expect(await names('?perPage=1&page=2')).toEqual(['quiet'])
  })

  it('are deleted with their repositories and secrets, what runs is stopped', async () => {
    const id = server.org('gone', [[ana, 'admin']])
    const repo = await server.repo('gone/tool', { by: ana, files: aFile('sleep 60') })
    const { number } = await repo.start()
    await repo.running(number)
    await ana.post(`/api/orgs/${id}/secrets`, { name: 's', value: 'v', events: ['push'] })
    await ana.post(`${repo.url}/secrets`, { name: 's', value: 'v', events: ['push'] })
    await ana.post(`/api/orgs/${id}/registries`, { address: 'a', username: 'b', password: 'c' })
    await ana.post(`${repo.url}/registries`, { address: 'a', username: 'b', password: 'c' })
    await ana.post(`/api/orgs/${id}/agents`, { name: 'theirs' })
    expect(await boss.delete(`/api/orgs/${id}`)).toMatchObject({ status: 204, body: '' })
    expect((await boss.get(`/api/orgs/${id}`)).status).toBe(404)
    expect((await boss.get(repo.url)).status).toBe(404)
    await server.core.runner.whenIdle()
    for (const table of ['secrets', 'registries', 'pipelines'])
      expect(server.db.all(`SELECT 1 FROM ${table}`)(), table).toEqual([])
  })
})
