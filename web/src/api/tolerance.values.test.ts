import { renderHook } from '@testing-library/react'
import { PipelineMessage } from '@yaffle/contract/events'
import { events, statuses } from '@yaffle/contract/statuses'
import { describe, expect, it, vi } from 'vitest'

import { config } from '../config.ts'
import { aUser } from '../testing/fixtures.ts'
import {
  queryClient,
  server,
  read,
  hook,
  readPages,
  wirePipeline,
  wireRepo,
  watched,
} from '../testing/wireServer.ts'
import { eventsInto } from './applyEvents.ts'
import { useRunCron } from './crons.ts'
import { feed } from './feed.ts'
import { pipelineOf, pipelinesOf } from './pipelines.ts'
import { queueInfo } from './queue.ts'
import { registriesOf, useCreateRegistry } from './registries.ts'
import { pullRequestsOf, repoOf, reposMine } from './repos.ts'
import { useSessionExpired } from './session.ts'
import { useResetToken } from './token.ts'
import { users } from './users.ts'

/** What real servers send (wire 8.1, about what is in answers). Each group names its rule. */
describe('8.1.7 and 9: statuses and events', () => {
  it.each([...statuses, 'dreaming', ''])('the status %j is read as it is', async (status) => {
    server({ '*': { body: wirePipeline({ status }) } })
    await expect(read(pipelineOf(5, 12))).resolves.toMatchObject({ status })
  })

  it.each([...events, 'telepathy'])('the event %j is read as it is', async (event) => {
    server({ '*': { body: wirePipeline({ event }) } })
    await expect(read(pipelineOf(5, 12))).resolves.toMatchObject({ event })
  })
})

describe('8.1.8 raw pipelines', () => {
  /** As the list has it, and as the event stream has it. */
  const pairs: [string, object, object, object][] = [
    [
      'cron',
      { event: 'cron', cron: 'nightly', message: 'nightly', sender: 'nightly' },
      { event: 'cron', cron: 'nightly', message: '', sender: '' },
      { message: 'nightly', sender: 'nightly' },
    ],
    [
      'tag',
      { event: 'tag', tag_title: 'v1', message: 'created tag v1' },
      { event: 'tag', tag_title: 'v1', message: 'Fix it' },
      { message: 'created tag v1' },
    ],
    [
      'release',
      { event: 'release', release: { title: 'First' }, message: 'created release First', title: 'First' },
      { event: 'release', release: { title: 'First' }, message: 'Fix it', title: '' },
      { message: 'created release First', title: 'First' },
    ],
  ]
  const tell = (pipeline: object) =>
    eventsInto(queryClient)([PipelineMessage.parse({ repo: wireRepo(), pipeline: wirePipeline(pipeline) })])

  it.each(pairs)('an event of a %s keeps the words that are known', async (_what, told, raw, words) => {
    server({ '*': { body: wirePipeline({ ...told, status: 'running', finished: 0 }) } })
    await read(pipelineOf(5, 12))
    tell({ ...raw, status: 'success', updated: 140 })
    expect(queryClient.getQueryData(pipelineOf(5, 12).queryKey)).toMatchObject({
      ...words,
      status: 'success',
    })
  })

  it.each(pairs)('an event of a %s that nobody has seen gets the same words', (_what, _told, raw, words) => {
    queryClient.setQueryData(pipelinesOf(5).queryKey, { pages: [[]], pageParams: [1] })
    tell(raw)
    expect(queryClient.getQueryData(pipelinesOf(5).queryKey)?.pages[0]?.[0]).toMatchObject(words)
  })

  it('a cron job that is run answers a raw one, too', async () => {
    server({ '*': { body: wirePipeline({ event: 'cron', cron: 'nightly', message: '', sender: '' }) } })
    await hook(() => useRunCron(5)).mutateAsync(1)
    expect(queryClient.getQueryData(pipelineOf(5, 12).queryKey)).toMatchObject({ message: 'nightly' })
  })
})

describe('8.1.9 items of the feed', () => {
  it('know less than a pipeline, and take nothing from it', async () => {
    server({
      'GET /api/repos/5/pipelines/12': { body: wirePipeline({ title: 'Title', reviewed_by: 'eve' }) },
      'GET /api/user/feed': { body: [{ repo_id: 5, number: 12, status: 'running' }] },
    })
    await read(pipelineOf(5, 12))
    await read(feed)
    expect(queryClient.getQueryData(pipelineOf(5, 12).queryKey)).toMatchObject({
      title: 'Title',
      reviewed_by: 'eve',
      message: 'Fix it',
      status: 'success',
    })
  })
})

describe('8.1.10 registries of a repository echo what was sent', () => {
  it('so that the list is read again, and the echo is kept nowhere', async () => {
    const scope = { level: 'repo', repoId: 5 } as const
    const echo = {
      id: 0,
      org_id: 0,
      repo_id: 0,
      address: 'r.test',
      username: 'u',
      password: 'p',
      readonly: false,
    }
    const stored = [{ ...echo, id: 9, repo_id: 5, password: '' }]
    server({
      'GET /api/repos/5/registries': [{ body: 'null' }, { body: stored }],
      'POST /api/repos/5/registries': { body: echo },
    })
    const leave = await watched(registriesOf(scope))
    await hook(() => useCreateRegistry(scope)).mutateAsync({
      address: 'r.test',
      username: 'u',
      password: 'p',
    })
    expect(queryClient.getQueryData(registriesOf(scope).queryKey)).toMatchObject([{ id: 9, password: '' }])
    leave()
  })
})

describe('8.1.11 numbers that are text', () => {
  const task = {
    id: '41',
    pid: 1,
    name: 'build',
    labels: null,
    dependencies: ['40'],
    run_on: null,
    dep_status: null,
  }

  it('ids of tasks, of pull requests and of the forge stay text', async () => {
    server({
      '*': {
        body: {
          pending: [],
          waiting_on_deps: [],
          running: [
            { ...task, agent_id: 1, pipeline_id: 128, repo_id: 5, pipeline_number: 12, agent_name: 'a' },
          ],
          stats: { worker_count: 0, pending_count: 0, waiting_on_deps_count: 0, running_count: 1 },
          paused: false,
        },
      },
    })
    await expect(read(queueInfo)).resolves.toMatchObject({
      running: [{ id: '41', dependencies: ['40'], run_on: [], labels: {}, dep_status: {} }],
    })
    server({ '*': { body: [{ index: '7', title: 'Fix' }] } })
    await expect(readPages(pullRequestsOf(5))).resolves.toEqual([{ index: '7', title: 'Fix' }])
    server({ '*': { body: wireRepo({ forge_remote_id: '{6b2f}' }) } })
    await expect(read(repoOf(5))).resolves.toMatchObject({ forge_remote_id: '{6b2f}' })
  })
})

describe('8.1.13 a new token', () => {
  it('ends the session of the one who asked for it, which is noticed', async () => {
    Object.assign(config, { user: aUser() })
    server({
      'DELETE /api/user/token': { type: 'text/plain; charset=utf-8', body: 'new-token' },
      '*': { status: 401 },
    })
    await expect(hook(() => useResetToken()).mutateAsync()).resolves.toBe('new-token')
    const { result } = renderHook(() => useSessionExpired())
    await expect(read(reposMine)).rejects.toMatchObject({ status: 401 })
    await vi.waitFor(() => expect(result.current).toBe(true))
  })
})

describe('8.1.14 and 8.1.16: what a server says of its own failures', () => {
  it('is empty for every call of somebody whose forge is gone', async () => {
    server({ '*': { status: 500 } })
    for (const ask of [() => read(reposMine), () => read(feed), () => read(users)])
      await expect(ask()).rejects.toMatchObject({ status: 500, message: '' })
  })

  it('is shown as it is, noise included', async () => {
    const body = `Error inserting secret %!q(*string=0xc0001). on insert`
    server({ '*': { status: 500, type: 'text/plain; charset=utf-8', body } })
    await expect(read(reposMine)).rejects.toMatchObject({ body, message: body })
  })
})

describe('8.1.12 the order of tasks', () => {
  it('is the one that was sent: nothing rests on it', async () => {
    const task = (id: string) => ({ id, pid: 1, name: 'n', labels: null })
    const info = (ids: string[]) => ({
      pending: [],
      waiting_on_deps: null,
      running: ids.map(task),
      stats: {},
      paused: false,
    })
    server({ '*': [{ body: info(['2', '1']) }, { body: info(['1', '2']) }] })
    await expect(read(queueInfo)).resolves.toMatchObject({
      running: [{ id: '2' }, { id: '1' }],
      waiting_on_deps: [],
    })
    await expect(read(queueInfo)).resolves.toMatchObject({ running: [{ id: '1' }, { id: '2' }] })
  })
})
