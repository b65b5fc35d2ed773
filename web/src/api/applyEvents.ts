import { notifyManager, type QueryClient } from '@tanstack/react-query'
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
import { mergeIntoPages, type PipelineFilters, type PipelinePages } from './pages.ts'
import { pipelineListsOf, pipelineOf } from './pipelines.ts'
import { repoOf, reposMine } from './repos.ts'

/** What a batch of messages says about one repository: the newest of everything. */
interface Change {
  repo: Repo
  pipelines: Map<number, Pipeline>
}
type Changes = Map<number, Change>

function gather(messages: readonly PipelineMessage[]): Changes {
  const changes: Changes = new Map()
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
 * Brings a batch of messages into the cache, so that every list, row and page that shows one of these pipelines follows.
 * Touches each cached answer at most once per batch. Repositories nobody has asked for are ignored: a public server
 * tells everybody about all of its public repositories.
 */
export function applyEvents(queryClient: QueryClient, messages: readonly PipelineMessage[]) {
  const changes = gather(messages)
  notifyManager.batch(() => {
    applyToFeed(queryClient, changes)
    applyToMine(queryClient, changes)
    for (const change of changes.values()) applyToRepo(queryClient, change)
  })
}

function applyToMine(queryClient: QueryClient, changes: Changes) {
  queryClient.setQueryData(reposMine.queryKey, (mine) => {
    if (!mine?.some(({ id }) => changes.has(id))) return mine
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

function applyToFeed(queryClient: QueryClient, changes: Changes) {
  const mine = queryClient.getQueryData(reposMine.queryKey)
  queryClient.setQueryData(feed.queryKey, (items) => {
    if (!items) return items
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
    (a, b) => Number(isActive(b.status)) - Number(isActive(a.status)) || b.created - a.created,
  )
  return newest.slice(0, feedLimit)
}

function applyToRepo(queryClient: QueryClient, { repo, pipelines }: Change) {
  queryClient.setQueryData(repoOf(repo.id).queryKey, (known) => known && mergeRepo(known, repo))
  for (const pipeline of pipelines.values()) {
    queryClient.setQueryData(pipelineOf(repo.id, pipeline.number).queryKey, (known) =>
      known ? mergePipeline(known, pipeline) : undefined,
    )
  }
  const rows = [...pipelines.values()].map((pipeline) => withWording(asRow(pipeline)))
  for (const [key, pages] of queryClient.getQueriesData<PipelinePages>({
    queryKey: pipelineListsOf(repo.id),
  })) {
    if (!pages) continue
    const filters = (key[4] ?? {}) as PipelineFilters
    const merged = rows.reduce((known, row) => mergeIntoPages(known, row, filters), pages)
    if (merged !== pages) queryClient.setQueryData(key, merged)
  }
}
