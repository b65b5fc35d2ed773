import { User } from '@yaffle/contract/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { signToken } from '../../http/tokens.ts'
import type { Person } from '../../testing/people.ts'
import { aFile } from '../../testing/repos.ts'
import { testServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let boss: Person
let ana: Person

beforeAll(async () => {
  server = await testServer()
  boss = await server.person('boss')
  ana = await server.person('ana')
})
afterAll(() => server.close())

describe('who I am', () => {
  it('is nobody without signing in', async () => {
    expect(await server.visitor.get('/api/user')).toMatchObject({ status: 401, body: 'User not authorized' })
  })

  it('is told without what is secret, and without what is false', async () => {
    const answer = await ana.get('/api/user')
    expect(answer.json()).toEqual({
      id: ana.user.id,
      forge_id: 1,
      forge_remote_id: ana.remoteId,
      login: 'ana',
      email: 'ana@example.org',
      avatar_url: '',
      org_id: ana.user.org_id,
    })
    expect((await boss.get('/api/user')).json()).toMatchObject({ login: 'boss', admin: true })
  })
})

describe('signing in on requests', () => {
  const ask = (headers: Record<string, string>, url = '/api/user') => server.visitor.request({ url, headers })
  const token = () => signToken('user', ana.user.id, ana.user.hash)
  const session = (expires = 3600) =>
    signToken('sess', ana.user.id, ana.user.hash, Math.floor(Date.now() / 1000) + expires)

  it('works with an API token in every place the wire names', async () => {
    expect((await ask({ authorization: `Bearer ${token()}` })).status).toBe(200)
    expect((await ask({ 'x-gitlab-token': token() })).status).toBe(200)
    expect((await ask({}, `/api/user?access_token=${token()}`)).status).toBe(200)
    expect((await ask({ cookie: `user_sess=${session()}` })).status).toBe(200)
  })

  it.each([
    [
      'another scheme beside a good cookie',
      () => ({ authorization: 'Basic YTpi', cookie: `user_sess=${session()}` }),
    ],
    [
      'a bad token beside a good cookie',
      () => ({ authorization: 'Bearer x', cookie: `user_sess=${session()}` }),
    ],
    ['a session that has expired', () => ({ cookie: `user_sess=${session(-1)}` })],
    ['a CSRF token', () => ({ authorization: `Bearer ${signToken('csrf', ana.user.id, ana.user.hash)}` })],
    ['a token of another key', () => ({ authorization: `Bearer ${signToken('user', ana.user.id, 'x')}` })],
    ['a token of nobody', () => ({ authorization: `Bearer ${signToken('user', 9999, ana.user.hash)}` })],
    ['a small "bearer"', () => ({ authorization: `bearer ${token()}` })],
  ])('does not work with %s', async (_name, headers) => {
    expect((await ask(headers())).status).toBe(401)
  })

  it('with a session needs the CSRF header for all that changes something', async () => {
    const change = (headers: Record<string, string>) =>
      server.visitor.request({ method: 'POST', url: '/api/user/repos/refresh', headers })
    const cookie = `user_sess=${session()}`
    expect(await change({ cookie })).toMatchObject({ status: 401, body: '' })
    expect((await change({ cookie, 'x-csrf-token': token() })).status).toBe(401)
    const other = signToken('csrf', boss.user.id, boss.user.hash)
    expect((await change({ cookie, 'x-csrf-token': other })).status).toBe(401)
    const mine = signToken('csrf', ana.user.id, ana.user.hash)
    expect((await change({ cookie, 'x-csrf-token': mine })).status).toBe(200)
    expect((await change({ authorization: `Bearer ${token()}` })).status).toBe(200)
    // A session is a session wherever it comes from.
    expect((await change({ authorization: `Bearer ${session()}` })).status).toBe(401)
  })
})

describe('my API token', () => {
  it('is for those who are signed in', async () => {
    expect((await server.visitor.post('/api/user/token')).status).toBe(401)
    expect((await server.visitor.delete('/api/user/token')).status).toBe(401)
  })

  it('is the same every time, as plain text', async () => {
    const first = await ana.post('/api/user/token')
    expect(first.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect((await ana.post('/api/user/token')).body).toBe(first.body)
    const asked = await server.visitor.request({
      url: '/api/user',
      headers: { authorization: `Bearer ${first.body}` },
    })
    expect(asked.json()).toMatchObject({ login: 'ana' })
  })

  it('taken back takes every older one and every session along', async () => {
    const before = (await ana.post('/api/user/token')).body
    const cookie = `user_sess=${signToken('sess', ana.user.id, ana.user.hash, Math.floor(Date.now() / 1000) + 60)}`
    const after = await ana.delete('/api/user/token')
    expect(after.headers['content-type']).toBe('text/plain; charset=utf-8')
    const status = async (headers: Record<string, string>) =>
      (await server.visitor.request({ url: '/api/user', headers })).status
    expect(await status({ authorization: `Bearer ${before}` })).toBe(401)
    expect(await status({ cookie })).toBe(401)
    expect(await status({ authorization: `Bearer ${after.body}` })).toBe(200)
  })
})

describe('all users', () => {
  it('are an administrator’s business', async () => {
    for (const [method, url] of [
      ['GET', '/api/users'],
      ['GET', '/api/users/ana'],
      ['POST', '/api/users'],
      ['PATCH', '/api/users/ana'],
      ['DELETE', '/api/users/ana'],
    ] as const) {
      expect(await server.visitor.request({ method, url })).toMatchObject({
        status: 401,
        body: 'User not authorized',
      })
      expect(await ana.request({ method, url })).toMatchObject({ status: 403, body: 'User not authorized' })
    }
  })

  it('are listed by login, with who is an administrator by configuration', async () => {
    const list = await boss.get('/api/users')
    expect(list.json()).toMatchObject([{ login: 'ana' }, { login: 'boss', admin: true, admin_env: true }])
    expect(list.body).not.toContain('hash')
    expect((await boss.get('/api/users?perPage=1&page=2')).as(z.array(User))).toMatchObject([
      { login: 'boss' },
    ])
    expect((await boss.get('/api/users?page=3')).json()).toEqual([])
  })

  it('can be found by login or by their id at the forge', async () => {
    expect((await boss.get('/api/users/ana')).json()).toMatchObject({ id: ana.user.id })
    expect((await boss.get(`/api/users/whoever?forge_remote_id=${ana.remoteId}`)).json()).toMatchObject({
      login: 'ana',
    })
    expect((await boss.get('/api/users/nobody')).status).toBe(404)
    expect((await boss.get('/api/users/ana?forge_id=7')).status).toBe(404)
    expect((await boss.get('/api/users/ana?forge_id=x')).status).toBe(400)
  })

  it.each(['', ' ', 'a b', 'a/b', 'ünal', 'a'.repeat(251)])('cannot be called "%s"', async (login) => {
    expect(await boss.post('/api/users', { login })).toMatchObject({
      status: 400,
      body: 'invalid user login',
    })
  })

  it('are made with an organisation of their own, and never as administrators', async () => {
    const made = await boss.post('/api/users', {
      login: 'new.one',
      email: 'n@x',
      admin: true,
      forge_remote_id: '7',
    })
    expect(made.json()).toMatchObject({ login: 'new.one', email: 'n@x', forge_remote_id: '0', forge_id: 1 })
    expect(made.json()).not.toHaveProperty('admin')
    const { org_id } = made.as(User)
    expect((await boss.get(`/api/orgs/${org_id}`)).json()).toMatchObject({ name: 'new.one', is_user: true })
    expect((await boss.post('/api/users', { login: 'new.one' })).status).toBe(409)
    expect((await boss.post('/api/users', { login: 'new.two' })).status).toBe(200)
    expect((await boss.post('/api/users', { login: 3 })).status).toBe(400)
  })

  it('made beforehand are the ones who sign in later', async () => {
    const { id } = (await boss.get('/api/users/new.one')).as(User)
    const person = await server.person('new.one')
    expect(person.user).toMatchObject({ id, forge_remote_id: person.remoteId })
  })

  it('are changed as a whole', async () => {
    const { user } = await server.person('cas')
    const { hash: _hash, ...plain } = user
    const changed = await boss.patch('/api/users/cas', { ...plain, admin: true, email: 'new@example.org' })
    expect(changed.json()).toMatchObject({ id: user.id, admin: true, email: 'new@example.org' })
    const demoted = await boss.patch('/api/users/cas', { ...plain, admin: false })
    expect(demoted.json()).not.toHaveProperty('admin')
    expect((await boss.patch('/api/users/cas', { ...plain, login: 'boss' })).status).toBe(409)
    expect((await boss.patch('/api/users/cas', { ...plain, login: 'a b' })).status).toBe(400)
    expect((await boss.patch('/api/users/nobody', { login: 'nobody' })).status).toBe(404)
    expect((await boss.patch('/api/users/cas', { ...plain, admin: 'yes' })).status).toBe(400)
  })

  it('are deleted with their organisation and its repositories, what runs is stopped', async () => {
    const dan = await server.person('dan')
    const repo = await server.repo('dan/tool', { files: aFile('sleep 60') })
    const { number } = await repo.start()
    await repo.running(number)
    await dan.post(`/api/orgs/${dan.user.org_id}/secrets`, { name: 's', value: 'v', events: ['push'] })
    await dan.post(`${repo.url}/secrets`, { name: 's', value: 'v', events: ['push'] })
    const { org_id } = dan.user
    expect(await boss.delete('/api/users/dan')).toMatchObject({ status: 204, body: '' })
    expect((await boss.get('/api/users/dan')).status).toBe(404)
    expect((await boss.get(`/api/orgs/${org_id}`)).status).toBe(404)
    expect((await boss.get(repo.url)).status).toBe(404)
    await server.core.runner.whenIdle()
    expect(server.db.all('SELECT 1 FROM secrets')()).toEqual([])
    expect((await boss.delete('/api/users/dan')).status).toBe(404)
  })
})
