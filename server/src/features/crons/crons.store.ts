import type { Cron } from '@yaffle/contract/crons'

import type { Database } from '../../database/database.ts'

interface CronRow {
  id: number
  repo_id: number
  creator_id: number
  name: string
  schedule: string
  timezone: string
  branch: string
  enabled: number
  variables_json: string
  next_exec: number
  created: number
}

const toCron = ({ enabled, variables_json, ...row }: CronRow): Cron => ({
  ...row,
  enabled: enabled === 1,
  variables: JSON.parse(variables_json) as Record<string, string>,
})

type CronFields = Omit<Cron, 'id' | 'repo_id' | 'created'>

const bound = ({ enabled, variables, ...fields }: CronFields) => ({
  creator_id: fields.creator_id,
  name: fields.name,
  schedule: fields.schedule,
  timezone: fields.timezone,
  branch: fields.branch,
  next_exec: fields.next_exec,
  enabled: enabled ? 1 : 0,
  variables_json: JSON.stringify(variables),
})

export type CronStore = ReturnType<typeof createCronStore>

export function createCronStore(db: Database, clock: () => number) {
  const get = db.get<CronRow>('SELECT * FROM crons WHERE repo_id = :repo_id AND id = :id')
  const named = db.get<CronRow>('SELECT * FROM crons WHERE repo_id = :repo_id AND name = :name')
  const page = db.all<CronRow>(
    'SELECT * FROM crons WHERE repo_id = :repo_id ORDER BY name LIMIT :limit OFFSET :offset',
  )
  const insert = db.get<CronRow>(
    `INSERT INTO crons (repo_id, creator_id, name, schedule, timezone, branch, enabled, variables_json, next_exec, created)
     VALUES (:repo_id, :creator_id, :name, :schedule, :timezone, :branch, :enabled, :variables_json, :next_exec, :created)
     ON CONFLICT (repo_id, name) DO NOTHING RETURNING *`,
  )
  const update = db.get<CronRow>(
    `UPDATE crons SET creator_id = :creator_id, name = :name, schedule = :schedule, timezone = :timezone, branch = :branch,
       enabled = :enabled, variables_json = :variables_json, next_exec = :next_exec
     WHERE repo_id = :repo_id AND id = :id RETURNING *`,
  )
  const remove = db.run('DELETE FROM crons WHERE repo_id = :repo_id AND id = :id')
  const due = db.all<CronRow>(
    `SELECT crons.* FROM crons JOIN repos ON repos.id = crons.repo_id AND repos.active = 1
     WHERE crons.enabled = 1 AND crons.next_exec <= :now ORDER BY crons.next_exec LIMIT 10`,
  )
  const advance = db.run('UPDATE crons SET next_exec = :next WHERE id = :id AND next_exec = :seen')
  const found = (row: CronRow | undefined) => row && toCron(row)

  return {
    get: (repo_id: number, id: number) => found(get({ repo_id, id })),
    byName: (repo_id: number, name: string) => found(named({ repo_id, name })),
    list: (repo_id: number, number: number, perPage: number) =>
      page({ repo_id, limit: perPage, offset: (number - 1) * perPage }).map(toCron),
    /** Undefined when the repository has one of that name. */
    insert: (repo_id: number, fields: CronFields) =>
      found(insert({ repo_id, ...bound(fields), created: Math.floor(clock() / 1000) })),
    update: (repo_id: number, id: number, fields: CronFields) =>
      found(update({ repo_id, id, ...bound(fields) })),
    remove: (repo_id: number, id: number) => remove({ repo_id, id }) > 0,
    /** Enabled ones of active repositories whose time has come, ten at a time. */
    due: (now: number) => due({ now }).map(toCron),
    /** False when somebody else was faster: the run is theirs. */
    advance: ({ id, next_exec }: Cron, next: number) => advance({ id, next, seen: next_exec }) === 1,
  }
}
