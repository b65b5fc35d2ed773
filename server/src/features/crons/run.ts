import type { Cron } from '@yaffle/contract/crons'
import type { Pipeline } from '@yaffle/contract/pipelines'

import { type Forges, toForgeRepo } from '../../forge/forges.ts'
import type { RepoRecord } from '../../http/mount.ts'
import type { UserRecord } from '../../http/users.store.ts'

/** What a cron job asks for; the columns of a pipeline that it fills. */
export interface CronPipeline {
  repo_id: number
  version: string
  status: 'created'
  event: 'cron'
  branch: string
  ref: string
  commit: string
  timestamp: number
  forge_url: string
  cron: string
  variables_json: string
}

interface Deps {
  forges: Forges
  userOf(id: number): UserRecord | undefined
  version: string
  create(repo: RepoRecord, pipeline: CronPipeline): Promise<Pipeline | undefined>
}

/** Starting a job's pipeline now, on its branch or the default branch, and checking that a branch is there. */
export function createCronRun({ forges, userOf, version, create }: Deps) {
  function headOf(repo: RepoRecord, branch: string) {
    const owner = userOf(repo.user_id)
    if (!owner) throw new Error('The repository has no owner: activate it again')
    return forges.driver(repo.forge_id).branchHead(forges.ctxOf(owner), toForgeRepo(repo), branch)
  }
  return {
    async checkBranch(repo: RepoRecord, branch: string) {
      await headOf(repo, branch)
    },
    /** Undefined when no workflow wants to run. */
    async run(repo: RepoRecord, cron: Cron): Promise<Pipeline | undefined> {
      const branch = cron.branch || repo.default_branch
      const head = await headOf(repo, branch)
      return create(repo, {
        repo_id: repo.id,
        version,
        status: 'created',
        event: 'cron',
        branch,
        ref: `refs/heads/${branch}`,
        commit: head.sha,
        timestamp: cron.next_exec,
        forge_url: head.url ?? '',
        cron: cron.name,
        variables_json: JSON.stringify(cron.variables),
      })
    },
  }
}
