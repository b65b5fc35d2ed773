import { encoderOf } from '@yaffle/contract/encode'
import type { Pipeline } from '@yaffle/contract/pipelines'
import { RepoLastPipeline } from '@yaffle/contract/repos'

import type { Database } from '../../database/database.ts'
import { Written } from '../../http/mount.ts'
import { type RepoRow, toRepo } from './repos.store.ts'
import { createTextMemo } from './textMemo.ts'

/** Bytes of rows and of what was made of them; some 7,000 repositories fit into half of it. */
const memoSize = 32_000_000

export type Mine = ReturnType<typeof createMine>

/**
 * Active repositories that a user may push to, by name, each with its newest pipeline. Thousands of them are read again
 * and again, while few have changed: SQLite hands over each row as one text, and a row that is known letter for letter has
 * its answer already. The others are made, and checked, like all answers. `toPipeline` reads a row of `pipelines`.
 */
export function createMine<PipelineRow>(db: Database, toPipeline: (row: PipelineRow) => Pipeline) {
  const columnsOf = (table: string) =>
    db
      .all<{ name: string }>('SELECT name FROM pragma_table_info(:table) ORDER BY cid')({ table })
      .map(({ name }) => name)
  const ofRepo = columnsOf('repos')
  const ofPipeline = columnsOf('pipelines')
  const stored = [
    ...ofRepo.map((name) => `repos."${name}"`),
    ...ofPipeline.map((name) => `newest."${name}"`),
  ].join(', ')
  const mine = db.all<{ row: string }>(
    `SELECT json_array(${stored}) AS row FROM perms JOIN repos ON repos.id = perms.repo_id
     LEFT JOIN pipelines newest
       ON newest.repo_id = repos.id AND newest.number = (SELECT max(number) FROM pipelines WHERE repo_id = repos.id)
     WHERE perms.user_id = :user_id AND (perms.push = 1 OR perms.admin = 1) AND repos.active = 1
       AND (:name = '' OR repos.name = :name)
     ORDER BY repos.full_name`,
  )
  const named = (names: readonly string[], values: readonly unknown[]) =>
    Object.fromEntries(names.map((name, index) => [name, values[index]]))
  const encode = encoderOf(RepoLastPipeline)

  function write(row: string): Buffer {
    const values = JSON.parse(row) as unknown[]
    const newest = named(ofPipeline, values.slice(ofRepo.length))
    const json = JSON.stringify(
      encode({
        ...toRepo(named(ofRepo, values) as unknown as RepoRow),
        last_pipeline: newest['id'] === null ? undefined : toPipeline(newest as PipelineRow),
      }),
    )
    return Buffer.from(`,${json}`)
  }
  const written = createTextMemo(write, memoSize)

  return (user_id: number, name = '') => {
    const rows = mine({ user_id, name }).map(({ row }) => written(row))
    if (rows.length === 0) return new Written('[]')
    const json = Buffer.concat([...rows, end])
    // Each row begins with a comma; the first one's becomes the bracket.
    json[0] = open
    return new Written(json)
  }
}

const open = '['.charCodeAt(0)
const end = Buffer.from(']')
