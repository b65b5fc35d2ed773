import { Readable } from 'node:stream'

import { omitEmpty } from '@yaffle/contract/encode'
import { flag, id, int, text } from '@yaffle/contract/fields'
import { defineRoutes } from '@yaffle/contract/route'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { ForgeError } from '../forge/driver.ts'
import { HttpError } from './errors.ts'
import { mount, setErrorHandler } from './mount.ts'

const Thing = omitEmpty(z.object({ id: int(), name: text(), isOdd: flag() }), ['isOdd'])

const routes = defineRoutes({
  get: {
    method: 'GET',
    path: '/api/things/:id',
    access: 'any',
    params: z.object({ id: id() }),
    response: Thing,
  },
  create: { method: 'POST', path: '/api/things', access: 'any', body: Thing, response: z.void() },
  word: { method: 'GET', path: '/api/word', access: 'any', response: z.string(), produces: 'text' },
})

/** An app with the routes; `get` answers with what it is given. */
function anApp(answer: () => unknown = () => ({ id: 1, name: 'one' })) {
  const logged: unknown[] = []
  const app: FastifyInstance = Fastify({ loggerInstance: aLog(logged) })
  setErrorHandler(app)
  const seen: unknown[] = []
  const nobody = { user: undefined, repo: undefined, perm: undefined, org: undefined }
  mount(app, () => Promise.resolve(nobody), routes, {
    get: ({ params }) => {
      seen.push(params)
      return answer() as { id: number }
    },
    create: ({ body }) => void seen.push(body),
    word: () => 'hello',
  })
  return { app, seen, logged, get: (url = '/api/things/7') => app.inject({ url }) }
}

const throwing = (error: Error) => () => {
  throw error
}

function aLog(lines: unknown[]): FastifyBaseLogger {
  const quiet = () => {}
  const error = (...line: unknown[]) => void lines.push(...line)
  const log = {
    level: 'error',
    silent: quiet,
    fatal: error,
    error,
    warn: quiet,
    info: quiet,
    debug: quiet,
    trace: quiet,
  }
  return { ...log, child: () => aLog(lines) }
}

it('gives handlers what was asked, parsed, and the wire what the contract says', async () => {
  const { get, seen } = anApp(() => ({ id: 7, name: 'seven', isOdd: false, password: 'hidden' }))
  const answer = await get()
  expect(seen).toEqual([{ id: 7 }])
  expect(answer.json()).toEqual({ id: 7, name: 'seven' })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
})

it('answers nothing with 204, and text as text', async () => {
  const { app, seen } = anApp()
  const made = await app.inject({ method: 'POST', url: '/api/things', payload: { id: 3, other: 1 } })
  expect([made.statusCode, made.body, made.headers['content-type']]).toEqual([204, '', undefined])
  expect(seen).toEqual([{ id: 3, name: '', isOdd: false }])
  const word = await app.inject({ url: '/api/word' })
  expect([word.body, word.headers['content-type']]).toEqual(['hello', 'text/plain; charset=utf-8'])
})

it('streams an answer that is too long to hold', async () => {
  const { get } = anApp(() => Readable.from(['{"id":', '1}']))
  const answer = await get()
  expect(answer.json()).toEqual({ id: 1 })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
})

it('says which part of a request is wrong', async () => {
  const { app, get } = anApp()
  expect(await get('/api/things/x')).toMatchObject({
    statusCode: 400,
    body: expect.stringMatching(/^id: /) as string,
  })
  const made = await app.inject({ method: 'POST', url: '/api/things', payload: { id: '1', name: 2 } })
  expect(made.statusCode).toBe(400)
  expect(made.body).toMatch(/id: .*; name: /)
  expect(made.headers['content-type']).toBe('text/plain; charset=utf-8')
})

it.each([
  ['an answer that breaks the contract', () => ({ id: 'one' })],
  ['a bug', throwing(new TypeError('secret detail'))],
])('%s is a failure that tells nothing to the caller and all to the log', async (_name, answer) => {
  const { get, logged } = anApp(answer)
  expect(await get()).toMatchObject({ statusCode: 500, body: 'Internal server error' })
  expect(logged).toHaveLength(1)
})

it.each([
  [new HttpError(409, 'Taken', { 'x-why': 'because' }), 409, 'Taken'],
  [new ForgeError('unreachable', 'The forge does not answer'), 500, 'The forge does not answer'],
])('%s is told as it is', async (error, statusCode, body) => {
  const { get, logged } = anApp(throwing(error))
  const answer = await get()
  expect(answer).toMatchObject({ statusCode, body })
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  if (error instanceof HttpError) expect(answer.headers['x-why']).toBe('because')
  expect(logged).toEqual([])
})
