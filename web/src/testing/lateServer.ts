import type { QueryClient } from '@tanstack/react-query'
import type { PipelineMessage } from '@yaffle/contract/events'
import { feedRoutes } from '@yaffle/contract/feed'
import { type Pipeline, pipelineRoutes } from '@yaffle/contract/pipelines'
import { repoRoutes } from '@yaffle/contract/repos'

import { eventsInto } from '../api/applyEvents.ts'
import { feed } from '../api/feed.ts'
import { asRow, feedItemOf } from '../api/merge.ts'
import { pipelineOf, pipelinesOf } from '../api/pipelines.ts'
import { reposMine } from '../api/repos.ts'
import { failure, fakeApi, reply } from './fakeApi.ts'
import { aMessage, aPipeline, aRepo, aRepoRow } from './fixtures.ts'
import { aQueryClient } from './render.tsx'

/** The server's only one. */
export const repo = aRepo({ id: 1 })
export const running = aPipeline({
  id: 1,
  number: 1,
  status: 'running',
  started: 100,
  finished: 0,
  updated: 100,
})

export interface View {
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
export const views: View[] = [
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
export function aLateServer(start: Pipeline[]) {
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
export type LateServer = ReturnType<typeof aLateServer>

/** To be compared, whatever the order. */
export const look = (pipelines: readonly Pick<Pipeline, 'id' | 'number' | 'status'>[]) =>
  pipelines.map(({ id, number, status }) => `#${number} (${id}) ${status}`).toSorted()
