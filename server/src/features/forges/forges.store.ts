import type { Forge } from '@yaffle/contract/forges'

import type { Database } from '../../database/database.ts'

interface ForgeRow {
  id: number
  type: string
  url: string
  client: string
  skip_verify: number
  oauth_host: string
  orgs_json: string
  options_json: string
}

const toForge = ({ orgs_json, options_json, skip_verify, ...row }: ForgeRow): Forge => ({
  ...row,
  skip_verify: skip_verify === 1,
  orgs: JSON.parse(orgs_json) as string[],
  additional_options: JSON.parse(options_json) as Record<string, unknown>,
})

export type ForgeStore = ReturnType<typeof createForgeStore>

export function createForgeStore(db: Database) {
  const get = db.get<ForgeRow>('SELECT * FROM forges WHERE id = :id')
  const page = db.all<ForgeRow>('SELECT * FROM forges ORDER BY id LIMIT :limit OFFSET :offset')
  const setLocal = db.run(
    `INSERT INTO forges (id, type, url) VALUES (1, 'addon', :url) ON CONFLICT (id) DO UPDATE SET url = :url`,
  )
  return {
    get(id: number): Forge | undefined {
      const row = get({ id })
      return row && toForge(row)
    },
    list: (number: number, perPage: number) =>
      page({ limit: perPage, offset: (number - 1) * perPage }).map(toForge),
    /** Forge 1 is the local one; its address follows the settings at every start. */
    setLocal: (url: string) => void setLocal({ url }),
  }
}
