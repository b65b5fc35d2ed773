import type { QueryClient } from '@tanstack/react-query'
import type { PipelineMessage } from '@yaffle/contract/events'
import { feedRoutes } from '@yaffle/contract/feed'
import { type Pipeline, pipelineRoutes } from '@yaffle/contract/pipelines'
import { repoRoutes } from '@yaffle/contract/repos'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { failure, fakeApi, reply } from '../testing/fakeApi.ts'
import { aMessage, aPipeline, aRepo, aRepoRow } from '../testing/fixtures.ts'
import { aQueryClient } from '../testing/render.tsx'
import { eventsInto } from './applyEvents.ts'
import { feed } from './feed.ts'
import { asRow, feedItemOf } from './merge.ts'
import { pipelineOf, pipelinesOf } from './pipelines.ts'
import { reposMine } from './repos.ts'

/** Answers that were read before an event and arrive after it. */

afterEach(() => vi.unstubAllGlobals())

const repo = aRepo({ id: 1 })
const running = aPipeline({ id: 1, number: 1, status: 'running', started: 100, finished: 0, updated: 100 })
const ended = { ...running, status: 'success', finished: 100 }
const newer = { ...running, id: 2, number: 2 }

interface View {
  name: string
  ask: (queryClient: QueryClient) => Promise<unknown>
  shown: (queryClient: QueryClient) => readonly Pick<Pipeline, 'id' | 'number' | 'status'>[]
  /** Which of the server's pipelines it shows. */
  of: (pipelines: Pipeline[]) => Pipeline[]
}
const list = (name: string, filters: { status?: string }): View => ({
  name,
  ask: (queryClient) => queryClient.fetchInfiniteQuery({ ...pipelinesOf(1, filters), staleTime: 0 }),
  shown: (queryClient) => queryClient.getQueryData(pipelinesOf(1, filters).queryKey)?.pages.flat() ?? [],
  of: (pipelines) => pipelines.filter(({ status }) => !filters.status || status === filters.status),
})
const views: View[] = [
  {
    name: 'the page of a pipeline',
    ask: (queryClient) => queryClient.fetchQuery({ ...pipelineOf(1, 1), staleTime: 0 }),
    shown: (queryClient) => [queryClient.getQueryData(pipelineOf(1, 1).queryKey) ?? []].flat(),
    of: (pipelines) => pipelines.filter(({ number }) => number === 1),
  },
  list('a list', {}),
  list('a list of one state', { status: 'running' }),
  {
    name: 'the repositories',
    ask: (queryClient) => queryClient.fetchQuery({ ...reposMine, staleTime: 0 }),
    shown: (queryClient) =>
      queryClient.getQueryData(reposMine.queryKey)?.flatMap(({ last_pipeline }) => last_pipeline ?? []) ?? [],
    of: (pipelines) => pipelines.slice(0, 1),
  },
  {
    name: 'the feed',
    ask: (queryClient) => queryClient.fetchQuery({ ...feed, staleTime: 0 }),
    shown: (queryClient) => queryClient.getQueryData(feed.queryKey) ?? [],
    of: (pipelines) => pipelines,
  },
]

/** A server whose answers are read when told, and arrive when told. Pipelines newest first. */
function aServer(start: Pipeline[]) {
  const state = { pipelines: start }
  const requests: { read: () => void; arrive: () => void }[] = []
  function later<Answer>(of: (pipelines: Pipeline[]) => Answer) {
    return new Promise<Answer>((resolve) => {
      let answer: (() => Answer) | undefined
      const read = () => {
        const { pipelines } = state
        answer ??= () => of(pipelines)
      }
      const arrive = () => {
        read()
        resolve(Promise.resolve().then(() => answer?.() as Answer))
      }
      requests.push({ read, arrive })
    })
  }
  fakeApi(
    reply(pipelineRoutes.get, ({ params }) =>
      later((known) => known.find(({ number }) => number === params.number) ?? failure(404)),
    ),
    reply(pipelineRoutes.list, ({ query: { status } }) =>
      later((known) => known.filter((one) => !status || one.status === status).map(asRow)),
    ),
    reply(repoRoutes.mine, () =>
      later(([last]) => [aRepoRow({ id: 1, ...(last && { last_pipeline: asRow(last) }) })]),
    ),
    reply(feedRoutes.list, () => later((known) => known.map((one) => feedItemOf(repo, one)))),
  )
  const queryClient = aQueryClient()
  const apply = eventsInto(queryClient)
  let asked: Promise<unknown> = Promise.resolve()
  return {
    state,
    queryClient,
    tell: (...pipelines: Pipeline[]) => apply(pipelines.map((one) => aMessage(repo, one))),
    apply: (messages: PipelineMessage[]) => apply(messages),
    ask: (what: readonly View[] = views) => {
      asked = Promise.all([asked, ...what.map(({ ask }) => ask(queryClient))])
    },
    read: () => requests.forEach(({ read }) => read()),
    async arrive() {
      for (const { arrive } of requests.splice(0)) arrive()
      await asked
    },
  }
}
type Server = ReturnType<typeof aServer>

/** Asked, then read, then the events, then the answer arrives. */
async function overtaken(view: View, before: Pipeline[], events: Pipeline[], isKnown = true) {
  const server = aServer(before)
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

const look = (pipelines: readonly Pick<Pipeline, 'id' | 'number' | 'status'>[]) =>
  pipelines.map(({ id, number, status }) => `#${number} (${id}) ${status}`).toSorted()

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
    const server = aServer([running])
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
  const server = aServer([running])
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

describe('whatever comes before what', () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('create', 'advance', 'remove', 'ask', 'read', 'arrive', 'deliver', 'deliver'),
      pick: fc.nat(5),
    }),
    { maxLength: 40 },
  )
  const next: Record<string, string> = { pending: 'running', running: 'success' }

  /** What happens on the server, each with its event, if there is one. */
  function aStory(server: Server) {
    const { state } = server
    const events: PipelineMessage[] = []
    let id = 1
    let now = 100
    let hasRemoved = false
    const publish = (pipeline: Pipeline) => events.push(aMessage(repo, pipeline))
    return {
      hasRemoved: () => hasRemoved,
      deliver: (count: number) => server.apply(events.splice(0, count)),
      create() {
        id += 1
        const number = (state.pipelines[0]?.number ?? 0) + 1
        const made = { ...running, id, number, status: 'pending', started: 0, created: now, updated: now }
        state.pipelines = [made, ...state.pipelines]
        publish(made)
      },
      /** Within the same second, or in a later one. */
      advance(pick: number) {
        now += pick % 2
        const known = state.pipelines[pick % state.pipelines.length]
        const status = known && next[known.status]
        if (!known || !status) return
        const changed = { ...known, status, updated: now, finished: status === 'success' ? now : 0 }
        state.pipelines = state.pipelines.map((one) => (one === known ? changed : one))
        publish(changed)
      },
      /** Any but the first; no event tells of it. */
      remove(pick: number) {
        const others = state.pipelines.filter(({ number }) => number > 1)
        const gone = others[pick % others.length]
        if (!gone) return
        hasRemoved = true
        state.pipelines = state.pipelines.filter((one) => one !== gone)
      },
    }
  }

  it('every view shows in the end what the server has, and none ever shows an ended pipeline running', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const server = aServer([running])
        const story = aStory(server)
        const done = new Set<number>()
        const check = () => {
          for (const view of views) {
            const shown = view.shown(server.queryClient)
            for (const { id, status } of shown) {
              if (status !== 'success') expect(done, view.name).not.toContain(id)
            }
          }
          for (const { id, status } of views.flatMap(({ shown }) => shown(server.queryClient))) {
            if (status === 'success') done.add(id)
          }
        }
        server.ask()
        for (const { kind, pick } of all) {
          if (kind === 'create') story.create()
          else if (kind === 'advance') story.advance(pick)
          else if (kind === 'remove') story.remove(pick)
          else if (kind === 'ask') server.ask()
          else if (kind === 'read') server.read()
          else if (kind === 'deliver') story.deliver(1 + (pick % 2))
          else await server.arrive()
          check()
        }
        server.read()
        story.deliver(Infinity)
        await server.arrive()
        check()
        if (story.hasRemoved()) {
          server.ask()
          await server.arrive()
        }
        for (const view of views) {
          expect(look(view.shown(server.queryClient)), view.name).toEqual(
            look(view.of(server.state.pipelines)),
          )
        }
      }),
      { numRuns: 150 },
    )
  })
})
