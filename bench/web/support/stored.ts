import type { Logs } from '../../../server/src/runner/logs.ts'
import { manyRepos } from '../../../server/src/testing/rows.ts'
import type { Site } from './site.ts'

/** Repositories with one pipeline each, made in the last day. Answers with the ids of both, oldest first. */
export function storedRepos({ server, ana: { user } }: Pick<Site, 'server' | 'ana'>, count: number) {
  const { db } = server
  manyRepos(db, { org_id: user.org_id, user_id: user.id }, count)
  db.run(
    `INSERT INTO pipelines (repo_id, number, event, status, created, updated, started, finished, branch, ref, "commit",
       author, message)
     SELECT id, 1, 'push', CASE id % 3 WHEN 0 THEN 'failure' ELSE 'success' END, unixepoch() - 86400 + id,
       unixepoch() - 86400 + id, unixepoch() - 86400 + id, unixepoch() - 86340 + id, 'main', 'refs/heads/main',
       printf('%040x', id), 'ana', 'Change ' || id
     FROM repos WHERE forge_remote_id LIKE 'many-%'`,
  )()
  return db.all<{ repo_id: number; id: number }>(
    `SELECT repo_id, pipelines.id FROM pipelines JOIN repos ON repos.id = repo_id
     WHERE forge_remote_id LIKE 'many-%' ORDER BY pipelines.id`,
  )()
}

/** A pipeline of one workflow with one step. Answers with the step's id and the path of its page. */
export function storedStep(site: Pick<Site, 'server'>, repo_id: number, state: 'success' | 'running') {
  const { core } = site.server
  const now = Math.floor(Date.now() / 1000)
  const times = { started: now - 100, finished: state === 'running' ? 0 : now }
  const common = { repo_id, event: 'push', status: state, version: '1', branch: 'main' } as const
  const { id, number } = core.pipelines.insert({ ...common, ...times })
  const [step_id = 0] = storedSteps(site, { id, state, ...times }, ['test'])
  return { step_id, path: `/repos/${repo_id}/pipeline/${number}/2` }
}

/** Gives a pipeline a workflow of such steps, all in one state. Answers with their ids. */
export function storedSteps(
  { server: { db } }: Pick<Site, 'server'>,
  pipeline: { id: number; state: string; started: number; finished: number },
  names: readonly string[],
): number[] {
  db.run(
    `INSERT INTO workflows (pipeline_id, pid, name, state, started, finished)
     VALUES (:id, 1, 'build', :state, :started, :finished)`,
  )(pipeline)
  const insert = db.get<{ id: number }>(
    `INSERT INTO steps (uuid, pipeline_id, pid, ppid, name, state, started, finished, type)
     VALUES ('step ' || :id || '/' || :pid, :id, :pid, 1, :name, :state, :started, :finished, 'commands') RETURNING id`,
  )
  return names.map((name, index) => insert({ ...pipeline, pid: index + 2, name })?.id ?? 0)
}

/** The runner's logs; only itself writes them elsewhere. */
export const logsOf = ({ server }: Pick<Site, 'server'>) => server.core.runner.logs as Logs
