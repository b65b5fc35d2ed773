import type { Forge, ForgeInput } from '@yaffle/contract/forges'
import type * as z from 'zod/mini'

import type { Box } from '../../database/box.ts'
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

type Input = z.output<typeof ForgeInput>
const secretOption = 'git-password'

const toForge = (row: ForgeRow): Forge => ({
  id: row.id,
  type: row.type,
  url: row.url,
  client: row.client,
  skip_verify: row.skip_verify === 1,
  oauth_host: row.oauth_host,
  orgs: JSON.parse(row.orgs_json) as string[],
  additional_options: JSON.parse(row.options_json) as Record<string, unknown>,
})

export type ForgeStore = ReturnType<typeof createForgeStore>

/** Client secrets and passwords are sealed and never part of a Forge. */
export function createForgeStore(db: Database, box: Box) {
  const get = db.get<ForgeRow>('SELECT * FROM forges WHERE id = :id')
  const page = db.all<ForgeRow>('SELECT * FROM forges ORDER BY id LIMIT :limit OFFSET :offset')
  const setLocal = db.run(
    `INSERT INTO forges (id, type, url) VALUES (1, 'addon', :url) ON CONFLICT (id) DO UPDATE SET url = :url`,
  )
  const insert = db.get<ForgeRow>(
    `INSERT INTO forges (type, url, client, skip_verify, oauth_host, orgs_json, options_json)
     VALUES (:type, :url, :client, :skip_verify, :oauth_host, :orgs_json, :options_json) RETURNING *`,
  )
  const update = db.get<ForgeRow>(
    `UPDATE forges SET type = :type, url = :url, client = :client, skip_verify = :skip_verify, oauth_host = :oauth_host,
       orgs_json = :orgs_json, options_json = :options_json WHERE id = :id RETURNING *`,
  )
  const setSecret = db.run('UPDATE forges SET client_secret_enc = :sealed WHERE id = :id')
  const setOption = db.run('UPDATE forges SET options_secret_enc = :sealed WHERE id = :id')
  const remove = db.run('DELETE FROM forges WHERE id = :id')
  const used = db.get<{ used: number }>(
    'SELECT EXISTS (SELECT 1 FROM users WHERE forge_id = :id) OR EXISTS (SELECT 1 FROM repos WHERE forge_id = :id) AS used',
  )

  const fields = (input: Input) => ({
    type: input.type,
    url: input.url,
    client: input.client,
    skip_verify: input.skip_verify ? 1 : 0,
    oauth_host: input.oauth_host,
    orgs_json: JSON.stringify(input.orgs),
    options_json: JSON.stringify(
      Object.fromEntries(Object.entries(input.additional_options).filter(([key]) => key !== secretOption)),
    ),
  })

  function seal(id: number, { oauth_client_secret, additional_options }: Input) {
    if (oauth_client_secret)
      setSecret({ id, sealed: box.seal(oauth_client_secret, `forges:client_secret:${id}`) })
    const password = additional_options[secretOption]
    if (typeof password === 'string' && password)
      setOption({ id, sealed: box.seal(password, `forges:git_password:${id}`) })
  }

  return {
    get(id: number): Forge | undefined {
      const row = get({ id })
      return row && toForge(row)
    },
    list: (number: number, perPage: number) =>
      page({ limit: perPage, offset: (number - 1) * perPage }).map(toForge),
    /** Forge 1 is the local one; its address follows the settings at every start. */
    setLocal: (url: string) => void setLocal({ url }),
    insert: (input: Input): Forge =>
      db.transaction(() => {
        const row = insert(fields(input))
        if (!row) throw new Error('The forge was not stored')
        seal(row.id, input)
        return toForge(row)
      }),
    /** Empty secrets keep the stored ones. */
    update: (id: number, input: Input): Forge | undefined =>
      db.transaction(() => {
        const row = update({ id, ...fields(input) })
        if (row) seal(id, input)
        return row && toForge(row)
      }),
    isUsed: (id: number) => used({ id })?.used === 1,
    remove: (id: number) => void remove({ id }),
  }
}
