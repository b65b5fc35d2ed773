import { DatabaseSync } from 'node:sqlite'

import { payloads } from '../../web/src/testing/hostile.ts'

/** Columns that people, forges and pipelines fill, by table. The server trusts none of them to be harmless. */
const columns: Readonly<Record<string, readonly string[]>> = {
  users: ['login', 'email', 'avatar_url'],
  orgs: ['name'],
  repos: [
    'owner',
    'name',
    'full_name',
    'avatar_url',
    'forge_url',
    'clone_url',
    'default_branch',
    'config_file',
  ],
  pipelines: [
    'author',
    'deploy_to',
    'deploy_task',
    'branch',
    'title',
    'message',
    'sender',
    'author_avatar',
    'author_email',
    'forge_url',
    'reviewed_by',
    'pr_milestone',
    'version',
    'tag_title',
  ],
  workflows: ['name', 'error', 'platform'],
  steps: ['name', 'error'],
  configs: ['name', 'data'],
  log_entries: ['data'],
  agents: ['name', 'platform', 'backend', 'version'],
  secrets: ['name', 'note'],
  registries: ['address', 'username'],
  crons: ['name', 'branch'],
}

/** The same for what holds lists and maps. */
const lists: Readonly<Record<string, readonly string[]>> = {
  repos: ['approval_allowed_users_json', 'netrc_trusted_json'],
  pipelines: ['changed_files_json', 'pr_labels_json'],
  secrets: ['images_json'],
}
const maps: Readonly<Record<string, readonly string[]>> = {
  pipelines: ['variables_json', 'cancel_info_json'],
  workflows: ['environ_json'],
  agents: ['custom_labels_json'],
  crons: ['variables_json'],
}

const oneKey = { cancel_info_json: 'canceled_by_user' } as Readonly<Record<string, string>>

/**
 * Fills a stopped server's database with hostile texts, another one in each column of each row. `seed` turns them on.
 * Where a table allows each text once only, a number follows it.
 */
export function poison(file: string, seed: number) {
  const db = new DatabaseSync(file)
  const blobs = new Set(['data'])
  let next = seed
  let from = seed
  /** The texts of a row are the same however many rows the tables have by chance. */
  const begin = (row: number) => {
    next = from + row * 3
  }
  const payload = (row: number) => {
    next += 1
    const text = payloads[next % payloads.length] ?? ''
    // What is unique stays unique, and a lone surrogate is nothing that SQLite can hold.
    return `${text.toWellFormed()}${'\u200b'.repeat(row % 3)} ${row}`
  }
  const write = (table: string, column: string, textFor: (row: number) => string) => {
    const keys = db.prepare(`PRAGMA table_info(${table})`).all() as { name: string; pk: number }[]
    const key = keys.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`)
    const all = db.prepare(`SELECT ${key.join(', ')} FROM ${table}`).all()
    const change = db.prepare(
      `UPDATE ${table} SET "${column}" = ? WHERE ${key.map((one) => `${one} = ?`).join(' AND ')}`,
    )
    from += 1
    for (const [row, values] of all.entries()) {
      begin(row)
      const text = textFor(row)
      change.run(
        blobs.has(column) ? Buffer.from(text) : text,
        ...(Object.values(values) as (string | number)[]),
      )
    }
  }
  for (const [table, names] of Object.entries(columns)) for (const name of names) write(table, name, payload)
  for (const [table, names] of Object.entries(lists))
    for (const name of names)
      write(table, name, (row) => JSON.stringify([payload(row), payload(row), payload(row)]))
  for (const [table, names] of Object.entries(maps)) {
    for (const name of names)
      write(table, name, (row) =>
        JSON.stringify({
          [oneKey[name] ?? payload(row)]: payload(row),
          ...(oneKey[name] ? {} : { [payload(row)]: payload(row) }),
        }),
      )
  }
  write('pipelines', 'errors_json', (row) =>
    JSON.stringify(
      [true, false].map((is_warning) => ({
        type: payload(row),
        message: payload(row),
        is_warning,
        data: { file: payload(row), field: payload(row), docs: payload(row) },
      })),
    ),
  )
  db.close()
}
