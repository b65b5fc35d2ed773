import type { Registry } from '@yaffle/contract/registries'

import type { Box } from '../../database/box.ts'
import type { Database } from '../../database/database.ts'

/** Whose registries: a repository's, an organisation's, or everybody's (both 0). */
export interface Scope {
  repo_id: number
  org_id: number
}

interface RegistryRow {
  id: number
  org_id: number
  repo_id: number
  address: string
  username: string
  password_enc: Uint8Array
}

const toRegistry = ({ id, org_id, repo_id, address, username }: RegistryRow): Registry => ({
  id,
  org_id,
  repo_id,
  address,
  username,
  password: '',
  readonly: false,
})

const place = (id: number) => `registries:password:${id}`

export type RegistryStore = ReturnType<typeof createRegistryStore>

export function createRegistryStore(db: Database, box: Box) {
  const where = 'repo_id = :repo_id AND org_id = :org_id'
  const page = db.all<RegistryRow>(
    `SELECT * FROM registries WHERE ${where} ORDER BY id LIMIT :limit OFFSET :offset`,
  )
  const get = db.get<RegistryRow>(`SELECT * FROM registries WHERE ${where} AND address = :address`)
  const insert = db.get<RegistryRow>(
    `INSERT INTO registries (repo_id, org_id, address, username, password_enc)
     VALUES (:repo_id, :org_id, :address, :username, x'')
     ON CONFLICT (org_id, repo_id, address) DO NOTHING RETURNING *`,
  )
  const setPassword = db.run('UPDATE registries SET password_enc = :password_enc WHERE id = :id')
  const update = db.run('UPDATE registries SET address = :address, username = :username WHERE id = :id')
  const remove = db.run(`DELETE FROM registries WHERE ${where} AND address = :address`)
  const visible = db.all<RegistryRow>(
    `SELECT * FROM registries WHERE (repo_id = :repo_id AND org_id = 0) OR (repo_id = 0 AND org_id IN (0, :org_id))`,
  )
  const found = (row: RegistryRow | undefined) => row && toRegistry(row)

  return {
    list: (scope: Scope, number: number, perPage: number) =>
      page({ ...scope, limit: perPage, offset: (number - 1) * perPage }).map(toRegistry),
    get: (scope: Scope, address: string) => found(get({ ...scope, address })),
    /** Undefined when the scope has one of that address. */
    insert: (scope: Scope, address: string, username: string, password: string) =>
      db.transaction(() => {
        const row = insert({ ...scope, address, username })
        if (row) setPassword({ id: row.id, password_enc: box.seal(password, place(row.id)) })
        return found(row)
      }),
    /** An empty password keeps the stored one. */
    update: (registry: Registry, address: string, username: string, password: string) =>
      db.transaction(() => {
        update({ id: registry.id, address, username })
        if (password) setPassword({ id: registry.id, password_enc: box.seal(password, place(registry.id)) })
        return { ...registry, address, username }
      }),
    /** What a repository's pipelines could use, opened: for hiding it in logs. */
    passwordsVisibleTo: (repo: { id: number; org_id: number }) =>
      visible({ repo_id: repo.id, org_id: repo.org_id }).map((row) =>
        box.open(row.password_enc, place(row.id)),
      ),
    remove: (scope: Scope, address: string) => remove({ ...scope, address }) > 0,
  }
}
