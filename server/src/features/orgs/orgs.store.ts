import type { Org } from '@yaffle/contract/orgs'

import type { Database } from '../../database/database.ts'

export type OrgRecord = Org & { private: boolean }
interface OrgRow {
  id: number
  forge_id: number
  name: string
  is_user: number
  private: number
}

const toOrg = (row: OrgRow): OrgRecord => ({ ...row, is_user: row.is_user === 1, private: row.private === 1 })

export type OrgStore = ReturnType<typeof createOrgStore>

export function createOrgStore(db: Database) {
  const get = db.get<OrgRow>('SELECT * FROM orgs WHERE id = :id')
  const byName = db.get<OrgRow>('SELECT * FROM orgs WHERE forge_id = :forge_id AND name = :name')
  const insert = db.get<OrgRow>(
    `INSERT INTO orgs (forge_id, name) VALUES (:forge_id, :name)
     ON CONFLICT (forge_id, name) DO UPDATE SET name = name RETURNING *`,
  )
  const page = db.all<OrgRow>('SELECT * FROM orgs WHERE is_user = 0 ORDER BY id LIMIT :limit OFFSET :offset')
  const dropRepos = db.run('DELETE FROM repos WHERE org_id = :id')
  const itsRepos = 'SELECT id FROM repos WHERE org_id = :id'
  const dropSecrets = db.run(`DELETE FROM secrets WHERE org_id = :id OR repo_id IN (${itsRepos})`)
  const dropRegistries = db.run(`DELETE FROM registries WHERE org_id = :id OR repo_id IN (${itsRepos})`)
  const drop = db.run('DELETE FROM orgs WHERE id = :id')
  const found = (row: OrgRow | undefined) => row && toOrg(row)
  return {
    get: (id: number) => found(get({ id })),
    byName: (forge_id: number, name: string) => found(byName({ forge_id, name })),
    list: (number: number, perPage: number) =>
      page({ limit: perPage, offset: (number - 1) * perPage }).map(toOrg),
    /** With its repositories, their pipelines and logs, and the secrets and registries of both. */
    remove: (id: number) =>
      db.transaction(() => {
        dropSecrets({ id })
        dropRegistries({ id })
        dropRepos({ id })
        drop({ id })
      }),
    /** The id of an owner's organisation, which is made if there is none yet. */
    ensure(forge_id: number, name: string): number {
      const row = insert({ forge_id, name })
      if (!row) throw new Error('The organisation was not stored')
      return row.id
    },
  }
}
