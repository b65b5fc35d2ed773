import type { Core } from '../core.ts'
import type { Database } from '../database/database.ts'

/** What a pipeline may be given when it is stored without having run. */
export type PipelineFields = Partial<Parameters<Core['pipelines']['insert']>[0]>

/** A pipeline that never ran: a successful push unless told otherwise. */
export const aPipeline = (core: Core, repo_id: number, fields: PipelineFields = {}) =>
  core.pipelines.insert({ repo_id, event: 'push', status: 'success', version: '1', ...fields })

const counted = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)'

/** Finished push pipelines, numbered on from those that are there: for lists that are long. */
export function manyPipelines(db: Database, repo_id: number, count: number) {
  db.run(
    `${counted} INSERT INTO pipelines (repo_id, number, event, status, created, updated, started, finished, branch, ref,
       "commit", author, message)
     SELECT :repo_id, coalesce((SELECT max(number) FROM pipelines WHERE repo_id = :repo_id), 0) + i, 'push',
       CASE i % 3 WHEN 0 THEN 'failure' ELSE 'success' END, 1000000 + i, 1000000 + i, 1000000 + i, 1000060 + i,
       'branch-' || (i % 10), 'refs/heads/branch-' || (i % 10), printf('%040x', i), 'ana', 'Change ' || i FROM n`,
  )({ repo_id, count })
}

/** Active public repositories `many/repo-00001` … of the organisation, on which the user may push. */
export function manyRepos(db: Database, owner: { org_id: number; user_id: number }, count: number) {
  db.transaction(() => {
    db.run(
      `${counted} INSERT INTO repos (forge_id, forge_remote_id, org_id, user_id, owner, name, full_name, visibility, active)
       SELECT 1, 'many-' || i, :org_id, :user_id, 'many', printf('repo-%05d', i), printf('many/repo-%05d', i), 'public', 1 FROM n`,
    )({ ...owner, count })
    db.run(
      `INSERT INTO perms (user_id, repo_id, pull, push, admin, synced, created, updated)
       SELECT :user_id, id, 1, 1, 0, unixepoch(), 0, 0 FROM repos WHERE forge_remote_id LIKE 'many-%'`,
    )({ user_id: owner.user_id })
  })
}
