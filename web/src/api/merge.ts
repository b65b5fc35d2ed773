import { isEmpty } from '@yaffle/contract/encode'
import type { Feed } from '@yaffle/contract/feed'
import type { Pipeline } from '@yaffle/contract/pipelines'
import type { Repo, RepoLastPipeline } from '@yaffle/contract/repos'
import { isActive } from '@yaffle/contract/statuses'

/**
 * Rules for bringing a pipeline of the event stream together with what is already known. Events carry raw pipelines:
 * no message for crons, none of the server's wording for tags and releases. Feed items carry fewer fields still.
 */

/** Fields whose emptiness is news. In every other field nothing known is ever replaced by nothing. */
const emptinessIsNews: ReadonlySet<string> = new Set(['status', 'started', 'finished', 'errors'])

/** Words the server puts into its answers but not into its events. */
const wording: ReadonlySet<string> = new Set(['message', 'title', 'sender'])
const isReworded = (event: string) => event === 'tag' || event === 'release' || event === 'cron'

/**
 * An event may be overtaken by an answer read after it was sent. Numbers of deleted pipelines are given anew, ids are not:
 * the higher one is the newer pipeline.
 */
function isStale(known: Pick<Pipeline, 'id' | 'status' | 'finished' | 'updated'>, next: Pipeline): boolean {
  if (next.id !== known.id) return next.id < known.id
  if (next.updated > 0 && next.updated < known.updated) return true
  // Within one second the times do not tell, but a pipeline that ended never starts again; one that waits for approval may.
  if (known.status === 'blocked') return false
  return known.finished > 0 && !isActive(known.status) && isActive(next.status)
}

/** What is known of a pipeline after `next` arrived. Returns `known` itself when nothing changes. */
export function mergePipeline(known: Pipeline, next: Pipeline): Pipeline {
  if (isStale(known, next)) return known
  if (next.id !== known.id) return next
  const keepsWords = isReworded(known.event)
  const merged: Record<string, unknown> = { ...known }
  for (const [key, value] of Object.entries(next)) {
    if (isEmpty(value) && !emptinessIsNews.has(key)) continue
    if (keepsWords && wording.has(key) && !isEmpty(merged[key])) continue
    merged[key] = value
  }
  return merged as Pipeline
}

/** A pipeline first seen in an event, with the words the server would have put into an answer. */
export function withWording(pipeline: Pipeline): Pipeline {
  if (pipeline.event === 'cron') {
    return {
      ...pipeline,
      message: pipeline.message || pipeline.cron,
      sender: pipeline.sender || pipeline.cron,
    }
  }
  if (pipeline.event === 'tag' && pipeline.tag_title) {
    return { ...pipeline, message: `created tag ${pipeline.tag_title}` }
  }
  if (pipeline.event === 'release' && pipeline.release?.title) {
    const { title } = pipeline.release
    return { ...pipeline, message: `created release ${title}`, title }
  }
  return pipeline
}

/** A row of a list: workflows are only kept where one pipeline is shown. */
export function asRow(pipeline: Pipeline): Pipeline {
  if (!pipeline.workflows) return pipeline
  const { workflows: _, ...row } = pipeline
  return row as Pipeline
}

/** Repositories in events are complete; only what the wire leaves out while empty must not erase what is known. */
export function mergeRepo<Known extends Repo>(known: Known, next: Repo): Known {
  return {
    ...known,
    ...next,
    avatar_url: next.avatar_url || known.avatar_url,
    forge_url: next.forge_url || known.forge_url,
    clone_url: next.clone_url || known.clone_url,
    default_branch: next.default_branch || known.default_branch,
  }
}

/** The repository's row with its newest pipeline: the one with the highest number, whatever order events come in. */
export function mergeLastPipeline(
  known: RepoLastPipeline,
  next: Repo,
  pipeline: Pipeline | undefined,
): RepoLastPipeline {
  const merged = mergeRepo(known, next)
  const last = known.last_pipeline
  if (!pipeline || (last && pipeline.number < last.number)) return merged
  const row = asRow(pipeline)
  return {
    ...merged,
    last_pipeline: last?.number === row.number ? mergePipeline(last, withWording(row)) : withWording(row),
  }
}

type FeedKey = Exclude<keyof Feed, 'repo_id' | 'full_name'>
const feedKeys = [
  'id',
  'number',
  'event',
  'status',
  'created',
  'started',
  'finished',
  'commit',
  'branch',
  'ref',
  'refspec',
  'title',
  'message',
  'author',
  'author_avatar',
  'author_email',
  'release',
  'tag_title',
] as const satisfies readonly FeedKey[]

export function feedItemOf(repo: Repo, pipeline: Pipeline): Feed {
  const worded = withWording(pipeline)
  const picked = Object.fromEntries(feedKeys.map((key) => [key, worded[key]]))
  return { repo_id: repo.id, full_name: repo.full_name, ...picked } as Feed
}

/** As `mergePipeline`; feed items do not know when they were updated, so only an ended one refuses to start again. */
export function mergeFeedItem(known: Feed, repo: Repo, pipeline: Pipeline): Feed {
  if (isStale({ ...known, updated: 0 }, pipeline)) return known
  const next = feedItemOf(repo, pipeline)
  if (next.id !== known.id) return next
  const merged: Record<string, unknown> = { ...known }
  const keepsWords = isReworded(known.event)
  for (const [key, value] of Object.entries(next)) {
    if (isEmpty(value) && !emptinessIsNews.has(key)) continue
    if (keepsWords && wording.has(key) && !isEmpty(merged[key])) continue
    merged[key] = value
  }
  return merged as Feed
}
