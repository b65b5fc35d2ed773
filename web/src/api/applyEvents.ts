import {
  type dataTagSymbol,
  hashKey,
  notifyManager,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import type { PipelineMessage } from '@yaffle/contract/events'
import type { Feed } from '@yaffle/contract/feed'
import type { Pipeline } from '@yaffle/contract/pipelines'
import type { Repo } from '@yaffle/contract/repos'
import { isActive } from '@yaffle/contract/statuses'

import { feed } from './feed.ts'
import {
  asRow,
  feedItemOf,
  mergeFeedItem,
  mergeLastPipeline,
  mergePipeline,
  mergeRepo,
  withWording,
} from './merge.ts'
import { hasLostRows, mergeIntoPages, type PipelineFilters, type PipelinePages } from './pages.ts'
import { pipelineListsOf, pipelineOf } from './pipelines.ts'
import { repoOf, reposMine } from './repos.ts'
import { unknownReposInto } from './unknownRepos.ts'

/** What a batch of messages says about one repository: the newest of everything. */
interface Change {
  repo: Repo
  pipelines: Map<number, Pipeline>
}
type Changes = Map<number, Change>

function gather(messages: readonly PipelineMessage[], changes: Changes = new Map()): Changes {
  for (const { repo, pipeline } of messages) {
    const change = changes.get(repo.id) ?? { repo, pipelines: new Map<number, Pipeline>() }
    changes.set(repo.id, change)
    change.repo = repo
    if (!pipeline) continue
    const known = change.pipelines.get(pipeline.number)
    change.pipelines.set(pipeline.number, known ? mergePipeline(known, pipeline) : pipeline)
  }
  return changes
}

/**
 * Gives what brings a batch of messages into the cache, so that every list, row and page that shows one of these pipelines
 * follows. Touches each cached answer at most once per batch. Repositories nobody has asked for change nothing by
 * themselves: a public server tells everybody about all of its public repositories. One for each cache, for as long as the cache is there.
 */
export function eventsInto(queryClient: QueryClient) {
  /** What came while a question was under way: its answer may have been read before, and is told it again. */
  const missed = new WeakMap<Query, Changes>()
  const cache = queryClient.getQueryCache()
  cache.subscribe(({ query }) => {
    const changes = missed.get(query)
    if (!changes || query.state.fetchStatus !== 'idle') return
    missed.delete(query)
    apply(queryClient, changes, query)
  })

  const lookAfterUnknown = unknownReposInto(queryClient)

  return (messages: readonly PipelineMessage[]) => {
    for (const query of cache.findAll({ fetchStatus: 'fetching' })) {
      missed.set(query, gather(messages, missed.get(query)))
    }
    const changes = gather(messages)
    apply(queryClient, changes)
    lookAfterUnknown([...changes].flatMap(([id, { pipelines }]) => (pipelines.size > 0 ? [id] : [])))
  }
}

/** To all cached answers, or to `only` one. */
function apply(queryClient: QueryClient, changes: Changes, only?: Query) {
  const patch = patchOf(queryClient, only)
  notifyManager.batch(() => {
    applyToFeed(patch, changes, queryClient.getQueryData(reposMine.queryKey))
    applyToMine(patch, changes)
    for (const [id, change] of changes) {
      applyToRepo(patch, change)
      const lists = queryClient.getQueriesData<PipelinePages>({ queryKey: pipelineListsOf(id) })
      for (const [key, before] of lists) {
        applyToList(patch, key, change)
        // The server's pages have moved up: without its last row the page looks like the end of the list.
        if (hasLostRows(before, queryClient.getQueryData<PipelinePages>(key)))
          void queryClient.invalidateQueries({ queryKey: key, exact: true }, { cancelRefetch: false })
      }
    }
  })
}

/** Changes a cached answer, where there is one. It stays as old as it was: an event tells of one pipeline, not of all. */
type Patch = <Data>(queryKey: QueryKey & { [dataTagSymbol]?: Data }, change: (known: Data) => Data) => void

const patchOf =
  (queryClient: QueryClient, only: Query | undefined): Patch =>
  <Data>(queryKey: QueryKey, change: (known: Data) => Data) => {
    const query = queryClient.getQueryCache().get<Data>(hashKey(queryKey))
    if (query?.state.data === undefined || (only && only.queryHash !== query.queryHash)) return
    const { data, dataUpdatedAt, isInvalidated } = query.state
    const next = change(data)
    if (next === data) return
    queryClient.setQueryData<Data>(queryKey, () => next, { updatedAt: dataUpdatedAt })
    if (isInvalidated) query.invalidate()
  }

function applyToMine(patch: Patch, changes: Changes) {
  patch(reposMine.queryKey, (mine) => {
    if (!mine.some(({ id }) => changes.has(id))) return mine
    return mine.map((known) => {
      const change = changes.get(known.id)
      if (!change) return known
      const newest = Math.max(0, ...change.pipelines.keys())
      return mergeLastPipeline(known, change.repo, change.pipelines.get(newest))
    })
  })
}

/** More than the server sends, so that a long session does not grow without end. */
const feedLimit = 100

function applyToFeed(patch: Patch, changes: Changes, mine: readonly Repo[] | undefined) {
  patch(feed.queryKey, (items) => {
    const known = new Set((mine ?? []).map(({ id }) => id))
    for (const { repo_id } of items) known.add(repo_id)
    const rest = new Map(
      [...changes.values()]
        .filter(({ repo }) => known.has(repo.id))
        .map(({ repo, pipelines }) => [repo.id, { repo, pipelines: new Map(pipelines) }]),
    )
    if (rest.size === 0) return items

    const merged = items.map((item) => {
      const change = rest.get(item.repo_id)
      const pipeline = change?.pipelines.get(item.number)
      if (!change || !pipeline) return item
      change.pipelines.delete(item.number)
      return mergeFeedItem(item, change.repo, pipeline)
    })
    const added = [...rest.values()].flatMap(({ repo, pipelines }) =>
      [...pipelines.values()].map((pipeline) => feedItemOf(repo, pipeline)),
    )
    return limited([...added, ...merged])
  })
}

function limited(items: Feed[]): Feed[] {
  if (items.length <= feedLimit) return items
  const newest = items.toSorted(
    (a, b) => Number(isActive(b.status)) - Number(isActive(a.status)) || b.created - a.created || b.id - a.id,
  )
  return newest.slice(0, feedLimit)
}

function applyToRepo(patch: Patch, { repo, pipelines }: Change) {
  patch(repoOf(repo.id).queryKey, (known) => mergeRepo(known, repo))
  for (const pipeline of pipelines.values()) {
    patch(pipelineOf(repo.id, pipeline.number).queryKey, (known) =>
      mergePipeline(known, withWording(pipeline)),
    )
  }
}

function applyToList(patch: Patch, key: QueryKey, { pipelines }: Change) {
  const filters = (key[4] ?? {}) as PipelineFilters
  const rows = [...pipelines.values()].map((pipeline) => withWording(asRow(pipeline)))
  patch<PipelinePages>(key, (pages) =>
    rows.reduce((known, row) => mergeIntoPages(known, row, filters), pages),
  )
}
