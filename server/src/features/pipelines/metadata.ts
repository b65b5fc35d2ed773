import type { Metadata, PipelineFacts } from '../../engine/types.ts'
import type { RepoRecord } from '../../http/mount.ts'
import type { PipelineRow } from './pipelines.rows.ts'

export interface ServerFacts {
  publicUrl: string
  version: string
  /** `os/arch` in Go's naming. */
  platform: string
}

const texts = (json: string) => JSON.parse(json) as string[]

/** What the engine is told about a pipeline, its predecessor on the branch, its repository and this server. */
export const metadataOf = (
  repo: RepoRecord,
  curr: PipelineRow,
  prev: PipelineRow | undefined,
  server: ServerFacts,
  forge: { type: string; url: string },
): Metadata => ({
  repo: {
    id: repo.id,
    name: repo.name,
    owner: repo.owner,
    org_id: repo.org_id,
    remote_id: repo.forge_remote_id,
    forge_url: repo.forge_url,
    clone_url: repo.clone_url,
    clone_url_ssh: repo.clone_url_ssh,
    private: repo.private,
    default_branch: repo.default_branch,
    trusted: repo.trusted,
  },
  curr: factsOf(repo, curr, server),
  prev: prev && factsOf(repo, prev, server),
  sys: {
    name: 'woodpecker',
    host: new URL(server.publicUrl).host,
    url: server.publicUrl,
    platform: server.platform,
    version: server.version,
  },
  forge,
})

/** The page of a pipeline. */
export const pipelineUrl = (publicUrl: string, repo_id: number, number: number) =>
  `${publicUrl}/repos/${repo_id}/pipeline/${number}`

function factsOf(repo: RepoRecord, row: PipelineRow, { publicUrl }: ServerFacts): PipelineFacts {
  const release =
    row.release_json === null ? undefined : (JSON.parse(row.release_json) as PipelineFacts['release'])
  return {
    number: row.number,
    created: row.created,
    started: row.started,
    finished: row.finished,
    status: row.status,
    event: row.event,
    event_reason: texts(row.event_reason_json),
    forge_url: row.forge_url,
    target: row.deploy_to,
    task: row.deploy_task,
    parent: row.parent,
    rerun_count: row.rerun_count,
    cron: row.cron,
    release,
    author: row.author,
    avatar: row.author_avatar,
    url: pipelineUrl(publicUrl, repo.id, row.number),
    commit: {
      sha: row.commit,
      ref: row.ref,
      refspec: row.refspec,
      branch: row.branch,
      message: row.message,
      timestamp: row.timestamp,
      author: { name: row.author, email: row.author_email },
      changed_files: texts(row.changed_files_json),
      labels: texts(row.pr_labels_json),
      milestone: row.pr_milestone,
      draft: row.pr_draft === 1,
    },
  }
}
