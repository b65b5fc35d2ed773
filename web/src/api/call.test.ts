import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { repoRoutes } from '@yaffle/contract/repos'
import { userRoutes } from '@yaffle/contract/users'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { config } from '../config.ts'
import { aRepo, aUser } from '../testing/fixtures.ts'
import { ApiError, call } from './call.ts'

const before = { ...config }
const fetchMock = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => vi.stubGlobal('fetch', fetchMock))
afterEach(() => {
  Object.assign(config, before)
  fetchMock.mockReset()
  vi.unstubAllGlobals()
})

const answer = (body: string | null, init: ResponseInit & { type?: string } = {}) =>
  fetchMock.mockImplementation(async () => {
    const headers = init.type === undefined ? {} : { 'Content-Type': init.type }
    return new Response(body, { ...init, headers })
  })
const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=UTF-8'

const getRepo = (signal?: AbortSignal) => call(repoRoutes.get, { params: { repo_id: '5' } }, signal)
const listPipelines = () => call(pipelineRoutes.list, { params: { repo_id: '5' }, query: {} })
const run = () =>
  call(pipelineRoutes.create, {
    params: { repo_id: '5' },
    body: { branch: 'main', variables: {}, message: '' },
  })
const sent = () => {
  const [address, init] = fetchMock.mock.lastCall ?? []
  return { address, headers: init?.headers as Record<string, string>, init }
}

describe('what a call sends', () => {
  it('goes below the root path with its query sorted and what is undefined left out', async () => {
    Object.assign(config, { rootPath: '/ci' })
    answer('[]', { type: json })
    await call(pipelineRoutes.list, {
      params: { repo_id: '5' },
      query: { status: 'failure', branch: 'a&b', page: undefined },
    })
    expect(sent().address).toBe('/ci/api/repos/5/pipelines?branch=a%26b&status=failure')
  })

  it('carries the CSRF token on everything but reads', async () => {
    Object.assign(config, { csrf: 'csrf-1' })
    answer(null, { status: 204 })
    await run()
    expect(sent().headers['X-CSRF-TOKEN']).toBe('csrf-1')
    answer('[]', { type: json })
    await listPipelines()
    expect(sent().headers).not.toHaveProperty('X-CSRF-TOKEN')
  })

  it('names JSON only where there is a body', async () => {
    answer(null, { status: 204 })
    await run()
    expect(sent().headers['Content-Type']).toBe('application/json')
    expect(sent().init?.body).toBe('{"branch":"main","variables":{},"message":""}')
    await call(pipelineRoutes.cancel, { params: { repo_id: '5', number: '3' } })
    expect(sent().headers).not.toHaveProperty('Content-Type')
  })

  it('speaks for the bearer of a token where one is set', async () => {
    answer('[]', { type: json })
    await listPipelines()
    expect(sent().headers).not.toHaveProperty('Authorization')
    Object.assign(config, { token: 'abc' })
    await listPipelines()
    expect(sent().headers['Authorization']).toBe('Bearer abc')
  })
})

describe('what a call gives back', () => {
  it('mends what real servers leave out', async () => {
    answer('{"id":5,"forge_remote_id":"9"}', { type: json })
    await expect(getRepo()).resolves.toEqual({
      ...aRepo({ id: 5, forge_remote_id: '9' }),
      ...Object.fromEntries(
        [
          'owner',
          'name',
          'full_name',
          'forge_url',
          'clone_url',
          'default_branch',
          'visibility',
          'require_approval',
        ].map((key) => [key, '']),
      ),
      forge_id: 0,
      org_id: 0,
      timeout: 0,
      active: false,
      allow_pr: false,
      pr_enabled: false,
    })
  })

  it.each([
    ['null', json, 200],
    ['[]', json, 200],
    [null, undefined, 204],
  ])('reads %s as an empty list', async (body, type, status) => {
    answer(body, { status, ...(type !== undefined && { type }) })
    await expect(listPipelines()).resolves.toEqual([])
  })

  it.each([
    [null, undefined, 204],
    ['null', json, 200],
  ])('reads %s as no pipeline after a run that had nothing to do', async (body, type, status) => {
    answer(body, { status, ...(type !== undefined && { type }) })
    await expect(run()).resolves.toBeUndefined()
  })

  it('gives plain text as it is', async () => {
    answer('token-text', { type: 'text/plain; charset=utf-8' })
    await expect(call(userRoutes.token, {})).resolves.toBe('token-text')
  })

  it('does not look into the answer of a route that has none', async () => {
    answer('"Ok"', { type: json })
    await expect(
      call(pipelineRoutes.cancel, { params: { repo_id: '5', number: '3' } }),
    ).resolves.toBeUndefined()
  })
})

describe('what a call fails with', () => {
  it.each([
    [404, 'Not Found', '', 'Not Found'],
    [409, 'Conflict', 'Repository is already active.', 'Conflict: Repository is already active.'],
    [500, '', 'boom', 'boom'],
    [500, '', '', ''],
  ])('says %i as status text and body', async (status, statusText, body, message) => {
    answer(body, { status, statusText, type: 'text/plain' })
    const error = await getRepo().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status, body, message })
  })

  it('takes a page in place of an answer for an error', async () => {
    answer('<!doctype html><title>CI</title>', { type: html })
    await expect(getRepo()).rejects.toMatchObject({ message: 'Not an API route' })
  })

  it('keeps a proxy’s error page out of its message', async () => {
    answer('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway', type: html })
    await expect(getRepo()).rejects.toMatchObject({ status: 502, message: 'Bad Gateway' })
  })

  it.each([
    ['{"id":"five"}', json],
    ['{"id":', json],
    ['[]', json],
    ['all is well', 'text/plain'],
  ])('refuses %s as a repository', async (body, type) => {
    answer(body, { type })
    await expect(getRepo()).rejects.toThrow('Unexpected answer')
  })

  it('has status 0 when no answer came', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(getRepo()).rejects.toMatchObject({ status: 0, message: '' })
  })

  it('passes on that it was called off', async () => {
    const stop = new AbortController()
    fetchMock.mockImplementation(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    )
    const result = getRepo(stop.signal)
    stop.abort()
    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('the end of a session', () => {
  it('is noticed by a refusal for somebody signed in, and only then', async () => {
    vi.resetModules()
    const fresh = await import('./call.ts')
    const session = await import('./session.ts')
    const { config } = await import('../config.ts')
    const { renderHook, waitFor } = await import('@testing-library/react')
    const { result } = renderHook(() => session.useSessionExpired())
    const get = () => fresh.call(repoRoutes.get, { params: { repo_id: '5' } }).catch(() => undefined)

    answer('', { status: 401 })
    await get()
    expect(result.current).toBe(false)

    Object.assign(config, { user: aUser() })
    answer('', { status: 403 })
    await get()
    expect(result.current).toBe(false)

    answer('', { status: 401 })
    await get()
    await waitFor(() => expect(result.current).toBe(true))
  })

  it.each([
    ['a visitor', 0, true],
    ['somebody else', 2, true],
    ['the same person', 1, false],
  ])('is noticed when a page of this browser was loaded for %s', async (_, id, isNoticed) => {
    vi.resetModules()
    const session = await import('./session.ts')
    const { config } = await import('../config.ts')
    const { renderHook, waitFor } = await import('@testing-library/react')
    Object.assign(config, { user: aUser({ id: 1 }) })
    const { result } = renderHook(() => session.useSessionExpired())
    const end = session.watchSession()
    const other = new BroadcastChannel('yaffle:session:')
    const heard = vi.fn<() => void>()
    const third = new BroadcastChannel('yaffle:session:')
    third.addEventListener('message', heard)
    other.postMessage(id)
    await waitFor(() => expect(heard).toHaveBeenCalled())
    await waitFor(() => expect(result.current).toBe(isNoticed))
    end()
    other.close()
    third.close()
  })
})
