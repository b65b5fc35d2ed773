import type { Database } from '../../database/database.ts'

/** How much there is of what, for the metrics. */
export function createCounts(db: Database) {
  const read = db.get<{ repos: number; users: number; pipelines: number }>(
    `SELECT (SELECT count(*) FROM repos WHERE active = 1) AS repos, (SELECT count(*) FROM users) AS users,
       (SELECT count(*) FROM pipelines) AS pipelines`,
  )
  return () => read() ?? { repos: 0, users: 0, pipelines: 0 }
}
