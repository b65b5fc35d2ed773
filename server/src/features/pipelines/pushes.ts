import type { PipelineSeed } from '../../forge/driver.ts'
import type { RepoRecord } from '../../http/mount.ts'
import { pipelineUrl } from './metadata.ts'
import type { PipelineService } from './pipelines.service.ts'
import type { PipelineStore } from './pipelines.store.ts'
import { fromSeed } from './seed.ts'

interface Deps {
  store: PipelineStore
  service: PipelineService
  repoOf(remoteId: string): RepoRecord | undefined
  /** Takes over what the forge knows of the repository now, such as its default branch. */
  refresh(repo: RepoRecord): Promise<RepoRecord>
  facts(): { publicUrl: string; version: string }
}

/**
 * Makes the pipelines of one push to the local forge. The same push may arrive again after a crash: what it made then
 * stays, what was half made is made anew. Answers with lines for whoever pushed.
 */
export function createPushReceiver({ store, service, repoOf, refresh, facts }: Deps) {
  async function receive(repo: RepoRecord, seed: PipelineSeed, pushId: string): Promise<string[]> {
    const isPull = seed.event.startsWith('pull_request')
    if (isPull && !repo.allow_pr) return []
    const earlier = store.ofPush(repo.id, pushId, seed.event, seed.ref)
    if (earlier && earlier.status !== 'created') return []
    if (earlier) store.remove(earlier)
    const { publicUrl, version } = facts()
    const pipeline = await service.create(repo, { ...fromSeed(repo.id, seed, version), push_id: pushId })
    if (!pipeline) return [`No pipeline wants to run for this ${seed.event}.`]
    return [
      `Pipeline #${pipeline.number} (${pipeline.status}): ${pipelineUrl(publicUrl, repo.id, pipeline.number)}`,
    ]
  }

  return async (remoteId: string, seeds: PipelineSeed[], pushId: string): Promise<string[]> => {
    const known = repoOf(remoteId)
    if (!known?.active || known.user_id === 0) return []
    const repo = await refresh(known)
    const lines: string[] = []
    for (const seed of seeds) lines.push(...(await receive(repo, seed, pushId)))
    return lines
  }
}
