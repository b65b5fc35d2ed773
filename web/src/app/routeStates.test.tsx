import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { feedRoutes } from '@yaffle/contract/feed'
import { forgeRoutes } from '@yaffle/contract/forges'
import { orgRoutes } from '@yaffle/contract/orgs'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { repoRoutes } from '@yaffle/contract/repos'
import type { Route } from '@yaffle/contract/route'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { config } from '../config.ts'
import { changeUserConfig } from '../domain/userConfig.ts'
import { paths, patterns } from '../paths.ts'
import { failure, fakeApi, never, reply } from '../testing/fakeApi.ts'
import {
  aConfig,
  aFeedItem,
  aForge,
  anError,
  anOrg,
  aPerm,
  aPipeline,
  aRepo,
  aRepoRow,
  aStep,
  aUser,
  aWorkflow,
} from '../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../testing/hostile.ts'
import { aQueryClient } from '../testing/render.tsx'
import { App } from './App.tsx'
import { createAppRouter } from './router.tsx'
import { type Caller, callers, oldAddresses, type RouteRow, routeRows, words } from './testing/routeRows.ts'

/*
 * Every screen of a repository, a pipeline and of the way in, in every state, within the whole page. What each does
 * besides is in the tests beside it.
 */

vi.mock(import('../features/pipelines/log/LogPane.tsx'), () => ({
  // The log has tests of its own, in browsers with workers.
  LogPane: ({ step }) => <p>{`Log of ${step.name}`}</p>,
}))
vi.setConfig({ testTimeout: 60_000 })

const before = { ...config }
beforeEach(() => localStorage.clear())
afterEach(() => {
  Object.assign(config, before)
  changeUserConfig({ isPipelineFeedOpen: false })
  vi.unstubAllGlobals()
})

const rows = Object.entries(routeRows).flatMap(([name, row]): [string, RouteRow][] =>
  'at' in row ? [[name, row]] : [],
)

const steps = aWorkflow({ children: [aStep({ pid: 2, name: 'test' })] })
const pipeline = aPipeline({
  status: 'failure',
  changed_files: ['src/upload.ts', 'README.md'],
  errors: [anError({ is_warning: true, data: { file: 'f', field: 'g', docs: 'https://docs.test/' } })],
  variables: { TARGET: 'staging' },
  pr_labels: ['bug'],
  deploy_to: 'production',
  cancel_info: { canceled_by_user: 'bob', superseded_by: 0, canceled_by_step: '' },
  from_fork: true,
  workflows: [steps],
})

/** Everything the server would answer, each answer changed by `spoil`. */
function answers(caller: Caller, spoil: <Answer>(answer: Answer) => Answer) {
  const can = (least: Caller) => callers.indexOf(caller) >= callers.indexOf(least)
  const perm = aPerm({ pull: true, push: can('pusher'), admin: can('admin') })
  return [
    reply(repoRoutes.permissions, () => perm),
    reply(repoRoutes.get, () => spoil(aRepo())),
    reply(repoRoutes.mine, () => [spoil(aRepoRow({ last_pipeline: aPipeline() }))]),
    reply(repoRoutes.branches, () => ['main', 'release'].map(spoil)),
    reply(repoRoutes.pullRequests, () => [spoil({ index: '5', title: 'Add a cache' })]),
    reply(pipelineRoutes.list, ({ query: { ref } }) => [
      spoil(aPipeline(ref ? { event: 'pull_request', ref: 'refs/pull/5/head' } : {})),
    ]),
    reply(pipelineRoutes.get, () => spoil(pipeline)),
    reply(pipelineRoutes.config, () => [spoil(aConfig())]),
    reply(forgeRoutes.list, () => [spoil(aForge())]),
    reply(forgeRoutes.get, () => spoil(aForge())),
    reply(feedRoutes.list, () => [spoil(aFeedItem())]),
    reply(orgRoutes.get, () => spoil(anOrg())),
    reply(orgRoutes.permissions, () => ({ member: can('reader'), admin: can('admin') })),
  ]
}

interface Visit {
  caller?: Caller
  /** Replies that come before the usual ones. */
  instead?: ReturnType<typeof reply>[]
  spoil?: <Answer>(answer: Answer) => Answer
}

async function visit(at: string, { caller = 'admin', instead = [], spoil = (answer) => answer }: Visit = {}) {
  Object.assign(config, { user: caller === 'visitor' ? null : spoil(aUser()) })
  globalThis.history.replaceState(null, '', at)
  document.title = left
  fakeApi(...instead, ...answers(caller, spoil))
  const queryClient = aQueryClient()
  const router = createAppRouter(queryClient)
  await act(async () => {
    render(<App router={router} queryClient={queryClient} />)
    await router.load()
  })
  return { user: userEvent.setup(), address: () => router.state.location.publicHref }
}
/** The title of the page one comes from. A page that keeps it also tells nobody that it is another one. */
const left = 'Left · Yaffle'
const isNamed = () =>
  waitFor(() => {
    expect(document.title).toMatch(/ · Yaffle$/)
    expect(document.title).not.toBe(left)
  })
const main = () => screen.findByRole('main')
/** These words are somewhere in the page's own part. */
const says = async (text: string | RegExp) =>
  waitFor(async () => expect((await main()).textContent).toMatch(text instanceof RegExp ? text : plain(text)))
const plain = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

const callerOf = ({ at }: RouteRow): Caller => (at === '/login' ? 'visitor' : 'admin')
const withCall = rows.flatMap(([name, row]): [string, RouteRow & { call: Route }][] =>
  row.call ? [[name, { ...row, call: row.call }]] : [],
)

describe('the table', () => {
  it('has every address of the router', () => {
    const known = Object.keys(createAppRouter(aQueryClient()).routesByPath)
    const pages = known.filter((path) => !oldAddresses.includes(path)).sort()
    expect(pages).toEqual(Object.values(patterns).sort())
  })

  it('names tests that exist', () => {
    const tests = Object.keys(import.meta.glob('../**/*.test.tsx')).map((path) =>
      path.replace(/^\.\.\//, '').replace(/^\.\//, 'app/'),
    )
    const named = Object.values(routeRows).flatMap((row) => ('tests' in row ? [row.tests] : []))
    expect(tests).toEqual(expect.arrayContaining(named))
  })
})

describe.each(rows)('%s', (_, row) => {
  it('shows what is there', async () => {
    await visit(row.at, { caller: callerOf(row) })
    await says(row.ready)
    await isNamed()
    expect(within(await main()).getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })

  it.each(callers.filter((caller) => row.at !== '/login' || caller === 'visitor'))(
    'is for a %s what it should be',
    async (caller) => {
      const { address } = await visit(row.at, { caller })
      if (caller === 'visitor' && row.isForUsers) {
        const url = row.at === '/' ? paths.repos().to : row.at
        await waitFor(() => expect(address()).toBe(`/login?${new URLSearchParams({ url })}`))
        return
      }
      const isBelow = row.closed && callers.indexOf(caller) < callers.indexOf(row.closed.below)
      await says(isBelow && row.closed ? row.closed.words : row.ready)
      for (const [name, least] of Object.entries(row.offers ?? {})) {
        const found = ['link', 'button'].flatMap((role) => screen.queryAllByRole(role, { name }))
        const isOffered = least !== undefined && callers.indexOf(caller) >= callers.indexOf(least)
        expect([name, found.length > 0]).toEqual([name, isOffered])
      }
    },
  )

  it('shows hostile texts as text', async () => {
    for (const seed of [0, 5, 10, 15]) {
      changeUserConfig({ isPipelineFeedOpen: true })
      await visit(row.at, { caller: callerOf(row), spoil: (answer) => makeHostile(answer, seed) })
      await waitFor(async () =>
        expect(within(await main()).getAllByRole('heading', { level: 1 })).toHaveLength(1),
      )
      await waitFor(async () => expect((await main()).textContent).not.toContain(words.loading))
      expect(harmOn(document.body)).toEqual([])
      cleanup()
    }
    expect(payloads).toHaveLength(19)
  })
})

describe.each(withCall)('%s', (_, row) => {
  const caller = callerOf(row)

  it('says that it loads', async () => {
    await visit(row.at, { caller, instead: [{ route: row.call, answer: never }] })
    await says(words.loading)
    expect((await main()).textContent).not.toMatch(row.ready instanceof RegExp ? row.ready : plain(row.ready))
  })

  it('says that it could not be loaded, and tries again', async () => {
    let isDown = true
    const real = answers(caller, (answer) => answer).find(({ route }) => route === row.call)
    const answer = (input: never) => (isDown ? failure(500, 'no database') : real?.answer(input))
    const { user } = await visit(row.at, { caller, instead: [{ route: row.call, answer }] })
    await says('no database')
    await isNamed()
    isDown = false
    for (const button of within(await main()).getAllByRole('button', { name: words.retry })) {
      await user.click(button)
    }
    await says(row.ready)
  })
})

describe.each(withCall)('%s', (_, row) => {
  it('says in words that there is no server', async () => {
    const answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await visit(row.at, { caller: callerOf(row), instead: [{ route: row.call, answer }] })
    await says(words.offline)
  })
})

describe.each(rows.filter(([, { empty }]) => empty))('%s', (_, row) => {
  it('explains itself when there is nothing', async () => {
    const { call, empty } = row
    if (!call || !empty) return
    await visit(row.at, { caller: callerOf(row), instead: [{ route: call, answer: () => empty.answer }] })
    await says(empty.words)
  })
})

describe('the tab is named', () => {
  const broken = (call: Route, status: number) => [
    { route: call, answer: () => failure(status, 'no database') },
  ]
  const { permissions, get } = repoRoutes

  it.each([
    ['of a repository that cannot be read', '/repos/1/branches', broken(get, 500)],
    ['of a repository of which nobody knows whose it is', '/repos/1/settings', broken(permissions, 500)],
    ['of no repository', '/repos/1', broken(permissions, 404)],
    ['of a repository that is not for the caller', '/repos/1', broken(permissions, 401)],
    ['of a repository with no number', '/repos/0', []],
    ['of a pipeline that cannot be read', '/repos/1/pipeline/128/config', broken(pipelineRoutes.get, 500)],
    ['of no pipeline', '/repos/1/pipeline/128', broken(pipelineRoutes.get, 404)],
    ['of a pipeline with no number', '/repos/1/pipeline/x', []],
    ['of an organization that cannot be read', '/orgs/3', broken(orgRoutes.permissions, 500)],
    ['of no organization', '/orgs/3', broken(orgRoutes.permissions, 404)],
    ['of an organization with no number', '/orgs/x', []],
    ['of the settings of an organization', '/orgs/3/settings/secrets', broken(orgRoutes.get, 500)],
    ['of no settings', '/orgs/3/settings/nothing', []],
    ['of no page', '/login/nothing', []],
  ])('where there is something else instead %s', async (_, at, instead) => {
    await visit(at, { instead })
    await isNamed()
  })
})
