import { fastifyFormbody } from '@fastify/formbody'
import Fastify from 'fastify'
import { beforeEach, expect, it } from 'vitest'

import { openDatabase } from '../database/database.ts'
import { setErrorHandler } from './mount.ts'
import { callerOf, mountSession } from './session.ts'
import { signToken } from './tokens.ts'
import { createUserStore } from './users.store.ts'

const now = 1_800_000_000

function anApp() {
  const users = createUserStore(openDatabase(':memory:'))
  const user = users.signIn({ forgeId: 1, forgeUser: { remoteId: '1', login: 'ana' }, admins: [], now })
  const other = users.signIn({ forgeId: 1, forgeUser: { remoteId: '2', login: 'bo' }, admins: [], now })
  const app = Fastify()
  setErrorHandler(app)
  mountSession(app, { userById: users.byId, clock: () => now * 1000 })
  app.register(fastifyFormbody)
  app.all('/who', (request, reply) => {
    const caller = callerOf(request)
    return reply.send(caller ? `${caller.user.login} by ${caller.tokenType}` : 'a visitor')
  })
  app.post('/form', { config: { hasOwnCsrf: true } }, (request, reply) =>
    reply.send(callerOf(request)?.user.login ?? 'a visitor'),
  )
  return {
    app,
    users,
    user,
    api: signToken('user', user.id, user.hash),
    session: signToken('sess', user.id, user.hash, now + 60),
    csrf: signToken('csrf', user.id, user.hash),
    othersApi: signToken('user', other.id, other.hash),
    othersCsrf: signToken('csrf', other.id, other.hash),
  }
}

let world: ReturnType<typeof anApp>
beforeEach(() => (world = anApp()))

const who = async (headers: Record<string, string>, url = '/who') =>
  (await world.app.inject({ url, headers })).body

it('takes somebody who says nothing for a visitor', async () => {
  expect(await who({})).toBe('a visitor')
})

it('knows the holder of each kind of token from each place', async () => {
  const { api, session } = world
  expect(await who({ authorization: `Bearer ${api}` })).toBe('ana by user')
  expect(await who({ authorization: `Bearer ${session}` })).toBe('ana by sess')
  expect(await who({ 'x-gitlab-token': api })).toBe('ana by user')
  expect(await who({}, `/who?access_token=${api}`)).toBe('ana by user')
  expect(await who({ cookie: `a=b; user_sess=${session}` })).toBe('ana by sess')
})

it('listens to the first place that says anything, even if that is no use', async () => {
  const { api, session, othersApi } = world
  const cookie = `user_sess=${session}`
  expect(await who({ cookie, authorization: `Bearer ${othersApi}` })).toBe('bo by user')
  expect(await who({ cookie, authorization: `Basic ${api}` })).toBe('a visitor')
  expect(await who({ cookie, authorization: `bearer ${api}` })).toBe('a visitor')
  expect(await who({ cookie, authorization: `Bearer  ${api}` })).toBe('a visitor')
  expect(await who({ cookie, 'x-gitlab-token': 'nonsense' })).toBe('a visitor')
  expect(await who({ cookie }, '/who?access_token=nonsense')).toBe('a visitor')
  expect(await who({ cookie }, '/who?access_token=')).toBe('ana by sess')
  expect(await who({ 'x-gitlab-token': othersApi }, `/who?access_token=${api}`)).toBe('bo by user')
})

it('takes the holder of an expired, foreign or wrong token for a visitor', async () => {
  const { user, csrf } = world
  expect(await who({ cookie: `user_sess=${signToken('sess', user.id, user.hash, now)}` })).toBe('a visitor')
  expect(await who({ cookie: `user_sess=${signToken('sess', user.id, 'wrong', now + 60)}` })).toBe(
    'a visitor',
  )
  expect(await who({ cookie: `user_sess=${signToken('user', 999, user.hash)}` })).toBe('a visitor')
  expect(await who({ authorization: `Bearer ${csrf}` })).toBe('a visitor')
})

it('forgets every token of a user whose key was renewed', async () => {
  world.users.renewHash(world.user.id)
  expect(await who({ cookie: `user_sess=${world.session}` })).toBe('a visitor')
  expect(await who({ authorization: `Bearer ${world.api}` })).toBe('a visitor')
})

it.each(['POST', 'PATCH', 'DELETE', 'PUT', 'HEAD'] as const)(
  'refuses a %s of a session without its CSRF token',
  async (method) => {
    const answer = await world.app.inject({
      method,
      url: '/who',
      headers: { cookie: `user_sess=${world.session}` },
    })
    expect([answer.statusCode, answer.body]).toEqual([401, ''])
  },
)

it('refuses it before it looks whether there is such a route', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/nowhere',
    headers: { cookie: `user_sess=${world.session}` },
  })
  expect(answer.statusCode).toBe(401)
})

it('refuses the CSRF token of somebody else, of another kind, and nonsense', async () => {
  for (const csrf of [world.othersCsrf, world.api, world.session, 'nonsense', '']) {
    const headers = { cookie: `user_sess=${world.session}`, 'x-csrf-token': csrf }
    expect((await world.app.inject({ method: 'POST', url: '/who', headers })).statusCode).toBe(401)
  }
})

it('asks for it wherever a session token comes from', async () => {
  const answer = await world.app.inject({ method: 'POST', url: `/who?access_token=${world.session}` })
  expect(answer.statusCode).toBe(401)
})

it('lets a session write with its CSRF token', async () => {
  const headers = { cookie: `user_sess=${world.session}`, 'x-csrf-token': world.csrf }
  expect((await world.app.inject({ method: 'POST', url: '/who', headers })).body).toBe('ana by sess')
})

it('asks neither visitors nor API tokens for it', async () => {
  expect((await world.app.inject({ method: 'POST', url: '/who' })).body).toBe('a visitor')
  const headers = { authorization: `Bearer ${world.api}` }
  expect((await world.app.inject({ method: 'POST', url: '/who', headers })).body).toBe('ana by user')
})

it('leaves a form that has its own proof alone', async () => {
  const headers = { cookie: `user_sess=${world.session}` }
  expect((await world.app.inject({ method: 'POST', url: '/form', headers })).body).toBe('ana')
})

const form = (cookie: string, payload: string) => ({
  method: 'POST' as const,
  url: '/who',
  headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  payload,
})

it('prefers the field of a form to the cookie', async () => {
  const answer = await world.app.inject(form(`user_sess=${world.session}`, `access_token=${world.othersApi}`))
  expect(answer.body).toBe('bo by user')
})

it('refuses a form of a session without its CSRF token', async () => {
  expect((await world.app.inject(form(`user_sess=${world.session}`, 'a=b'))).statusCode).toBe(401)
  expect((await world.app.inject(form('', `access_token=${world.session}`))).statusCode).toBe(401)
  expect((await world.app.inject(form('', 'a=b'))).body).toBe('a visitor')
})
