import { InfiniteQueryObserver } from '@tanstack/react-query'
import { type Pipeline, pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { fakeApi, reply } from '../testing/fakeApi.ts'
import { aMessage, aPipeline } from '../testing/fixtures.ts'
import { aLateServer, look, repo, running, type View, views } from '../testing/lateServer.ts'
import { aQueryClient } from '../testing/render.tsx'
import { eventsInto } from './applyEvents.ts'
import { pipelinesOf } from './pipelines.ts'

/** Answers that were read before an event and arrive after it. */

afterEach(() => vi.unstubAllGlobals())

const ended = { ...running, status: 'success', finished: 100 }
const newer = { ...running, id: 2, number: 2 }

/** Asked, then read, then the events, then the answer arrives. */
async function overtaken(view: View, before: Pipeline[], events: Pipeline[], isKnown = true) {
  const server = aLateServer(before)
  if (isKnown) {
    server.ask()
    await server.arrive()
  }
  server.ask([view])
  server.read()
  server.tell(...events)
  await server.arrive()
  return { server, shown: () => view.shown(server.queryClient) }
}

describe.each(views)('$name', (view) => {
  const expected = (pipelines: Pipeline[]) => look(view.of(pipelines))

  it.each([true, false])('keeps what an event told while the answer was on its way: %s', async (isKnown) => {
    const { shown } = await overtaken(view, [running], [ended], isKnown)
    expect(look(shown())).toEqual(expected([ended]))
  })

  it.each([true, false])('keeps a pipeline that is newer than the answer: %s', async (isKnown) => {
    const { shown } = await overtaken(view, [running], [newer], isKnown)
    expect(look(shown())).toEqual(expected([newer, running]))
  })

  it('lets go of what has been deleted, and takes its number given anew', async () => {
    const { server, shown } = await overtaken(view, [running], [newer])
    server.state.pipelines = [ended]
    server.ask()
    await server.arrive()
    expect(look(shown())).toEqual(expected([ended]))

    const another = { ...running, id: 3, number: 1 }
    server.state.pipelines = [another]
    server.ask()
    await server.arrive()
    expect(look(shown())).toEqual(expected([another]))
  })

  it('takes from an event that a number has been given anew, and nothing more of the old one', async () => {
    const another = { ...running, id: 3, number: 1, status: 'running' }
    const { server, shown } = await overtaken(view, [ended], [another])
    expect(look(shown())).toEqual(expected([another]))
    server.tell(ended)
    expect(look(shown())).toEqual(expected([another]))
  })
})

// A list of one state learns it from the event of that change.
it.each(views.filter(({ name }) => name !== 'a list of one state'))(
  '$name takes an answer that is newer than the event',
  async (view) => {
    const server = aLateServer([running])
    server.ask()
    await server.arrive()
    server.ask()
    server.tell({ ...running, updated: 101 })
    server.state.pipelines = [{ ...ended, updated: 102, finished: 102 }]
    await server.arrive()
    expect(look(view.shown(server.queryClient))).toEqual(look(view.of([ended])))
  },
)

it('pages read further down keep what came on top meanwhile', async () => {
  const first = Array.from({ length: 50 }, (_, index) => aPipeline({ number: 51 - index }))
  const queryClient = aQueryClient()
  const apply = eventsInto(queryClient)
  const options = pipelinesOf(1)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  fakeApi(
    reply(pipelineRoutes.list, async ({ query: { page } }) => {
      if (page === 1) return first
      await arrived
      return [aPipeline({ number: 1 })]
    }),
  )
  await queryClient.fetchInfiniteQuery(options)
  const more = queryClient.fetchInfiniteQuery({ ...options, pages: 2, staleTime: 0 })
  apply([aMessage(repo, aPipeline({ number: 52 }))])
  arrive()
  await more
  const numbers = queryClient
    .getQueryData(options.queryKey)
    ?.pages.flat()
    .map(({ number }) => number)
  expect(numbers).toEqual(Array.from({ length: 52 }, (_, index) => 52 - index))
})

it('an event does not make an answer fresh that is to be read again', async () => {
  const server = aLateServer([running])
  server.ask()
  await server.arrive()
  const { queryClient } = server
  const { queryKey } = pipelinesOf(1)
  const answeredAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt
  await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  server.tell(newer)
  vi.restoreAllMocks()
  expect(queryClient.getQueryData(queryKey)?.pages.flat()).toHaveLength(2)
  expect(queryClient.getQueryState(queryKey)).toMatchObject({
    isInvalidated: true,
    dataUpdatedAt: answeredAt,
  })
})

it('a list of one state that goes on does not end where a row has left it', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ ...running, id: 60 - index, number: 60 - index }))
  fakeApi(
    reply(pipelineRoutes.list, ({ query: { page, perPage } }) =>
      rows
        .filter(({ status }) => status === 'running')
        .slice((page - 1) * perPage, page * perPage)
        .map((row) => aPipeline(row)),
    ),
  )
  const queryClient = aQueryClient()
  const apply = eventsInto(queryClient)
  const list = new InfiniteQueryObserver(queryClient, pipelinesOf(1, { status: 'running' }))
  const stop = list.subscribe(() => {})
  await vi.waitFor(() => expect(list.getCurrentResult().data).toHaveLength(50))
  const left = { ...rows[3]!, status: 'success', finished: 100 }
  rows[3] = left
  apply([aMessage(repo, aPipeline(left))])
  await vi.waitFor(() => expect(list.getCurrentResult().data?.at(-1)?.number).toBe(10))
  expect(list.getCurrentResult().hasNextPage).toBe(true)
  await list.fetchNextPage()
  expect(list.getCurrentResult().data).toHaveLength(59)
  stop()
})
