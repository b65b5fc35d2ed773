import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { agentRoutes } from '@yaffle/contract/agents'
import { cronRoutes } from '@yaffle/contract/crons'
import { feedRoutes } from '@yaffle/contract/feed'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { globalRegistryRoutes } from '@yaffle/contract/registries'
import { repoRoutes } from '@yaffle/contract/repos'
import { globalSecretRoutes } from '@yaffle/contract/secrets'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fakeApi, reply } from '../testing/fakeApi.ts'
import { fakeEvents } from '../testing/fakeEvents.ts'
import { aFeedItem, aMessage, aPipeline, aRepo, aRepoRow, aWorkflow } from '../testing/fixtures.ts'
import { aQueryClient } from '../testing/render.tsx'
import { agentsOf } from './agents.ts'
import { cronsOf } from './crons.ts'
import { startEvents } from './events.ts'
import { feed } from './feed.ts'
import { configOf, pipelineOf, pipelinesOf } from './pipelines.ts'
import { registriesOf } from './registries.ts'
import { repoOf, reposMine } from './repos.ts'
import { secretsOf } from './secrets.ts'

let source: ReturnType<typeof fakeEvents>
let queryClient: QueryClient
const ending: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', undefined)
  source = fakeEvents()
  queryClient = aQueryClient()
})
afterEach(() => {
  for (const end of ending.splice(0)) end()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const start = () => ending.push(startEvents(queryClient))
const send = (...args: Parameters<typeof aMessage>) => source()?.send(aMessage(...args))
const running = { status: 'running', finished: 0, updated: 1_700_000_020 } as const

describe('a message of the event stream', () => {
  it('reaches the list of repositories, the feed, the list of pipelines and the pipeline’s page', async () => {
    queryClient.setQueryData(reposMine.queryKey, [aRepoRow({ last_pipeline: aPipeline(running) })])
    queryClient.setQueryData(feed.queryKey, [aFeedItem({ status: 'running', finished: 0 })])
    queryClient.setQueryData(pipelinesOf(1).queryKey, { pages: [[aPipeline(running)]], pageParams: [1] })
    queryClient.setQueryData(pipelineOf(1, 128).queryKey, aPipeline({ ...running, workflows: [aWorkflow()] }))
    start()
    send(aRepo(), aPipeline({ status: 'failure', message: '' }))

    await vi.waitFor(() =>
      expect(queryClient.getQueryData(pipelineOf(1, 128).queryKey)?.status).toBe('failure'),
    )
    const message = expect.stringContaining('retry uploads') as string
    const expected = { status: 'failure', message }
    expect(queryClient.getQueryData(reposMine.queryKey)?.[0]?.last_pipeline).toMatchObject(expected)
    expect(queryClient.getQueryData(feed.queryKey)?.[0]).toMatchObject({ status: 'failure' })
    expect(queryClient.getQueryData(pipelinesOf(1).queryKey)?.pages[0]?.[0]).toMatchObject(expected)
    expect(queryClient.getQueryData(pipelineOf(1, 128).queryKey)).toMatchObject({
      ...expected,
      workflows: [aWorkflow()],
    })
  })

  it('brings a new pipeline into the feed and on top of the list, but only where the filters want it', async () => {
    queryClient.setQueryData(reposMine.queryKey, [aRepoRow()])
    queryClient.setQueryData(feed.queryKey, [])
    queryClient.setQueryData(pipelinesOf(1).queryKey, { pages: [[aPipeline()]], pageParams: [1] })
    const filtered = pipelinesOf(1, { branch: 'release' }).queryKey
    queryClient.setQueryData(filtered, { pages: [[]], pageParams: [1] })
    start()
    send(aRepo(), aPipeline({ ...running, number: 129 }))

    await vi.waitFor(() => expect(queryClient.getQueryData(feed.queryKey)).toHaveLength(1))
    const pages = queryClient.getQueryData(pipelinesOf(1).queryKey)?.pages
    expect(pages?.[0]?.map(({ number }) => number)).toEqual([129, 128])
    expect(queryClient.getQueryData(filtered)?.pages).toEqual([[]])
    expect(queryClient.getQueryData(reposMine.queryKey)?.[0]?.last_pipeline?.number).toBe(129)
  })

  it('of somebody else’s repository changes nothing', async () => {
    queryClient.setQueryData(reposMine.queryKey, [aRepoRow()])
    queryClient.setQueryData(feed.queryKey, [aFeedItem()])
    start()
    send(aRepo({ id: 99, full_name: 'public/other' }), aPipeline(running))
    send(aRepo(), aPipeline({ number: 129 }))
    await vi.waitFor(() => expect(queryClient.getQueryData(feed.queryKey)).toHaveLength(2))
    expect(queryClient.getQueryData(feed.queryKey)?.map(({ repo_id }) => repo_id)).toEqual([1, 1])
    expect(queryClient.getQueryData(repoOf(99).queryKey)).toBeUndefined()
    expect(queryClient.getQueryData(pipelineOf(99, 128).queryKey)).toBeUndefined()
  })

  it('without a pipeline only changes the repository', async () => {
    queryClient.setQueryData(repoOf(1).queryKey, aRepo({ visibility: 'private' }))
    start()
    send(aRepo({ visibility: 'internal' }))
    await vi.waitFor(() => expect(queryClient.getQueryData(repoOf(1).queryKey)?.visibility).toBe('internal'))
  })

  it('that cannot be read does not stop the next', async () => {
    queryClient.setQueryData(repoOf(1).queryKey, aRepo({ name: 'old' }))
    start()
    for (const noise of ['{', 'null', '{}', '{"repo":null}', '{"repo":{"id":"one"}}', '[]'])
      source()?.send(noise)
    send(aRepo({ name: 'new' }))
    await vi.waitFor(() => expect(queryClient.getQueryData(repoOf(1).queryKey)?.name).toBe('new'))
  })

  it('is drawn together with its neighbours', async () => {
    const key = pipelineOf(1, 128).queryKey
    queryClient.setQueryData(key, aPipeline(running))
    const drawn = vi.fn<() => void>()
    ending.push(new QueryObserver(queryClient, { ...pipelineOf(1, 128), enabled: false }).subscribe(drawn))
    start()
    for (let second = 21; second <= 120; second += 1) {
      send(aRepo(), aPipeline({ ...running, updated: 1_700_000_000 + second }))
    }
    await vi.waitFor(() => expect(queryClient.getQueryData(key)?.updated).toBe(1_700_000_120))
    await vi.waitFor(() => expect(drawn).toHaveBeenCalled())
    expect(drawn.mock.calls.length).toBeLessThan(5)
  })
})

describe('the feed', () => {
  it('does not grow without end, and forgets what is neither new nor running', async () => {
    queryClient.setQueryData(feed.queryKey, [
      aFeedItem({ number: 1, status: 'running', finished: 0, created: 1 }),
    ])
    start()
    for (let number = 2; number <= 150; number += 1) send(aRepo(), aPipeline({ number, created: number }))
    const shown = () => queryClient.getQueryData(feed.queryKey)?.map(({ number }) => number) ?? []
    await vi.waitFor(() => expect(shown()).toContain(150))
    const numbers = shown()
    expect(numbers).toHaveLength(100)
    expect(numbers).toContain(1)
    expect(numbers).not.toContain(2)
  })
})

describe('what may have been missed', () => {
  function onScreen() {
    const { calls } = fakeApi(
      reply(repoRoutes.mine, () => [aRepoRow()]),
      reply(feedRoutes.list, () => [aFeedItem()]),
      reply(pipelineRoutes.config, () => []),
    )
    const watch = (observer: { subscribe: (listener: () => void) => () => void }) =>
      ending.push(observer.subscribe(() => undefined))
    watch(new QueryObserver(queryClient, reposMine))
    watch(new QueryObserver(queryClient, configOf(1, 1)))
    const reads = (path: string) => calls.filter((made) => made.endsWith(path)).length
    return { mine: () => reads('/user/repos'), config: () => reads('/config'), feed: () => reads('/feed') }
  }

  it('is read again after the connection was lost: what is on the screen, and nothing that never changes', async () => {
    start()
    source()?.open()
    const reads = onScreen()
    await vi.waitFor(() => expect(reads.mine()).toBe(1))
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    source()?.fail()
    source()?.open()
    await vi.waitFor(() => expect(reads.mine()).toBe(2))
    expect(reads.config()).toBe(1)
    expect(reads.feed()).toBe(0)
  })

  it('is read again when somebody comes back to the tab, lists that no event tells of included', async () => {
    const options = [
      secretsOf({ level: 'global' }),
      registriesOf({ level: 'global' }),
      agentsOf({ level: 'global' }),
      cronsOf(1),
      reposMine,
    ]
    const routes = [globalSecretRoutes, globalRegistryRoutes, agentRoutes, cronRoutes]
    const { calls } = fakeApi(
      ...routes.map(({ list }) => reply(list, () => [])),
      reply(repoRoutes.mine, () => []),
    )
    for (const one of options) {
      const observer = new QueryObserver<unknown>(queryClient, one as never)
      ending.push(observer.subscribe(() => undefined))
    }
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    start()
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(calls).toHaveLength(2 * options.length))
    expect(new Set(calls).size).toBe(options.length)
  })

  it('is read again when it was answered before the stream began', async () => {
    const reads = onScreen()
    await vi.waitFor(() => expect(reads.config()).toBe(1))
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    start()
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 1_000)
    source()?.open()
    await vi.waitFor(() => expect(reads.mine()).toBe(2))
  })

  it('is read again when the tab comes back, but not for every glance', async () => {
    start()
    const reads = onScreen()
    await vi.waitFor(() => expect(reads.mine()).toBe(1))
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now')
    const look = async (seconds: number) => {
      clock.mockReturnValue(now + seconds * 1_000)
      document.dispatchEvent(new Event('visibilitychange'))
      await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    }
    await look(60)
    expect(reads.mine()).toBe(2)
    await look(61)
    expect(reads.mine()).toBe(2)
    await look(120)
    expect(reads.mine()).toBe(3)
  })
})
