import type { PipelineSeed } from '../../forge/driver.ts'
import type { NewPipeline } from './pipelines.store.ts'

/** What a forge event becomes before it is stored. */
export const fromSeed = (repo_id: number, seed: PipelineSeed, version: string): NewPipeline => ({
  repo_id,
  version,
  status: 'created',
  event: seed.event,
  event_reason_json: JSON.stringify(seed.eventReason),
  author: seed.author,
  author_email: seed.authorEmail ?? '',
  author_avatar: seed.avatarUrl ?? '',
  sender: seed.sender,
  commit: seed.commit,
  branch: seed.branch,
  ref: seed.ref,
  refspec: seed.refspec ?? '',
  title: seed.title ?? '',
  message: seed.message,
  timestamp: seed.timestamp ?? 0,
  forge_url: seed.forgeUrl,
  changed_files_json: JSON.stringify(seed.changedFiles ?? []),
  pr_labels_json: JSON.stringify(seed.pr?.labels ?? []),
  pr_milestone: seed.pr?.milestone ?? '',
  pr_draft: seed.pr?.draft ? 1 : 0,
  from_fork: seed.fromFork ? 1 : 0,
  deploy_to: seed.deployTo ?? '',
  deploy_task: seed.deployTask ?? '',
  release_json: seed.release
    ? JSON.stringify({ title: seed.release.title, is_prerelease: seed.release.isPrerelease })
    : null,
  tag_title: seed.tag ?? '',
})
