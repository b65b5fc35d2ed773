import { type Pipeline, pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { fakeApi, reply } from '../testing/fakeApi.ts'
import { aPipeline } from '../testing/fixtures.ts'
import { lastRunBefore } from './lastRun.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const started = 1_000
const ran = (number: number, more: Partial<Pipeline> = {}) =>
  aPipeline({ number, event: 'push', branch: 'main', status: 'success', created: number, started, ...more })

/** A server that lists these, newest first and page by page, and knows no filter but the page. */
function lists(...rows: Pipeline[]) {
  const queries: Record<string, unknown>[] = []
  fakeApi(
    reply(pipelineRoutes.list, ({ query }) => {
      queries.push(query)
      const { page } = query
      return rows.slice((page - 1) * 50, page * 50)
    }),
  )
  return queries
}
const search = (branch = 'main') =>
  lastRunBefore(1, { number: 500, created: 500 }, branch, new AbortController().signal)

describe('the last run before a pipeline', () => {
  it('is the newest earlier one of the branch', async () => {
    const queries = lists(ran(501), ran(500), ran(499), ran(498))
    expect((await search())?.number).toBe(499)
    expect(queries).toMatchObject([
      { branch: 'main', event: 'push,manual,cron', before: '1970-01-01T00:08:21.000Z' },
    ])
  })

  it.each(['success', 'failure', 'running', 'killed'])('may have ended, or not, as %s', async (status) => {
    lists(ran(499, { status }), ran(498))
    expect((await search())?.number).toBe(499)
  })

  it.each<[string, Partial<Pipeline>]>([
    ['was blocked', { status: 'blocked', started: 0 }],
    ['was declined', { status: 'declined', started: 0 }],
    ['was declined, on a server that gives it a start', { status: 'declined' }],
    ['had errors, on a server that gives it a start', { status: 'error' }],
    ['was stopped while it was blocked', { status: 'killed', started: 0 }],
    ['was canceled before it began', { status: 'canceled', started: 0 }],
    ['is still waiting', { status: 'pending', started: 0 }],
    ['is of a pull request to the branch', { event: 'pull_request' }],
    ['is of a closed pull request', { event: 'pull_request_closed' }],
    ['is a deployment, maybe of a pull request', { event: 'deployment' }],
    ['is of another branch', { branch: 'feature' }],
  ])('is none that %s', async (_, more) => {
    lists(ran(499, more), ran(498))
    expect((await search())?.number).toBe(498)
  })

  it('is looked for on further pages, but not for ever', async () => {
    const blocked = Array.from({ length: 70 }, (_, at) => ran(499 - at, { status: 'blocked', started: 0 }))
    expect(lists(...blocked, ran(400))).toEqual([])
    expect((await search())?.number).toBe(400)

    const endless = Array.from({ length: 400 }, (_, at) => ran(499 - at, { status: 'blocked', started: 0 }))
    const queries = lists(...endless, ran(1))
    expect(await search()).toBeNull()
    expect(queries).toHaveLength(4)
  })

  it('is none where there is none, or no branch is known', async () => {
    const queries = lists(ran(500), ran(501))
    expect(await search()).toBeNull()
    expect(await search('')).toBeNull()
    expect(queries).toHaveLength(1)
  })
})
