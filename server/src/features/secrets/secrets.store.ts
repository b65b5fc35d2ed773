import type { Secret } from '@yaffle/contract/secrets'

import type { Box } from '../../database/box.ts'
import type { Database } from '../../database/database.ts'

/** Whose secrets: a repository's, an organisation's, or everybody's (both 0). */
export interface Scope {
  repo_id: number
  org_id: number
}

export type SecretFields = Pick<Secret, 'name' | 'events' | 'images' | 'note'> & { value: string }

interface SecretRow {
  id: number
  org_id: number
  repo_id: number
  name: string
  images_json: string
  events_json: string
  note: string
  value_enc: Uint8Array
}

const toSecret = (row: SecretRow): Secret => ({
  id: row.id,
  org_id: row.org_id,
  repo_id: row.repo_id,
  name: row.name,
  images: JSON.parse(row.images_json) as string[],
  events: JSON.parse(row.events_json) as string[],
  note: row.note,
})

const place = (scope: Scope, name: string) => `secrets:value:${scope.repo_id}:${scope.org_id}:${name}`

export type SecretStore = ReturnType<typeof createSecretStore>

/** Values are sealed; only `visibleTo` opens them, for a pipeline that is about to run. */
export function createSecretStore(db: Database, box: Box) {
  const where = 'repo_id = :repo_id AND org_id = :org_id'
  const page = db.all<SecretRow>(
    `SELECT * FROM secrets WHERE ${where} ORDER BY name LIMIT :limit OFFSET :offset`,
  )
  const get = db.get<SecretRow>(`SELECT * FROM secrets WHERE ${where} AND name = :name`)
  const insert = db.get<SecretRow>(
    `INSERT INTO secrets (repo_id, org_id, name, value_enc, images_json, events_json, note)
     VALUES (:repo_id, :org_id, :name, :value_enc, :images_json, :events_json, :note)
     ON CONFLICT (org_id, repo_id, name) DO NOTHING RETURNING *`,
  )
  const update = db.get<SecretRow>(
    `UPDATE secrets SET images_json = :images_json, events_json = :events_json, note = :note,
       value_enc = coalesce(:value_enc, value_enc) WHERE ${where} AND name = :name RETURNING *`,
  )
  const remove = db.run(`DELETE FROM secrets WHERE ${where} AND name = :name`)
  const visible = db.all<SecretRow>(
    `SELECT * FROM secrets WHERE (repo_id = :repo_id AND org_id = 0) OR (repo_id = 0 AND org_id = :org_id)
       OR (repo_id = 0 AND org_id = 0) ORDER BY repo_id DESC, org_id DESC, name`,
  )
  const plain = ({ events, images, note }: Pick<SecretFields, 'events' | 'images' | 'note'>) => ({
    events_json: JSON.stringify([...new Set(events)].sort()),
    images_json: JSON.stringify(images),
    note,
  })
  const found = (row: SecretRow | undefined) => row && toSecret(row)

  return {
    list: (scope: Scope, number: number, perPage: number) =>
      page({ ...scope, limit: perPage, offset: (number - 1) * perPage }).map(toSecret),
    get: (scope: Scope, name: string) => found(get({ ...scope, name })),
    /** Undefined when the scope has one of that name. */
    insert: (scope: Scope, { name, value, ...rest }: SecretFields) =>
      found(insert({ ...scope, name, ...plain(rest), value_enc: box.seal(value, place(scope, name)) })),
    /** An empty value keeps the stored one. Undefined when there is none of that name. */
    update: (scope: Scope, { name, value, ...rest }: SecretFields) =>
      found(
        update({
          ...scope,
          name,
          ...plain(rest),
          value_enc: value === '' ? null : box.seal(value, place(scope, name)),
        }),
      ),
    remove: (scope: Scope, name: string) => remove({ ...scope, name }) > 0,

    /** What a repository's pipelines can see, the closest scope of a name (repository, organisation, global). */
    visibleTo(repo: { id: number; org_id: number }) {
      const closest = new Map<string, { name: string; value: string; images: string[]; events: string[] }>()
      for (const row of visible({ repo_id: repo.id, org_id: repo.org_id })) {
        // Two spellings of a name are one secret for the compiler, so the closest spelling wins here already.
        const key = row.name.toLowerCase()
        if (closest.has(key)) continue
        const { name, images, events } = toSecret(row)
        closest.set(key, { name, images, events, value: box.open(row.value_enc, place(row, name)) })
      }
      return [...closest.values()]
    },
  }
}
