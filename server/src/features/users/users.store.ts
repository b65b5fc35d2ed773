import { randomBytes } from 'node:crypto'

import type { User } from '@yaffle/contract/users'

import type { Database } from '../../database/database.ts'

type UserRow = Omit<User, 'admin' | 'admin_env'> & { admin: number }
const columns = 'id, forge_id, forge_remote_id, login, email, avatar_url, admin, org_id'
const toUser = ({ admin, ...row }: UserRow): User => ({ ...row, admin: admin === 1, admin_env: false })

type NewUser = Pick<User, 'login' | 'email' | 'avatar_url' | 'forge_id'>

export type UserAdminStore = ReturnType<typeof createUserAdminStore>

/** Users as an administrator sees them; who they are to their forge is the sign-in's business. */
export function createUserAdminStore(db: Database, clock: () => number) {
  const byId = db.get<UserRow>(`SELECT ${columns} FROM users WHERE id = :id`)
  const byLogin = db.get<UserRow>(
    `SELECT ${columns} FROM users WHERE forge_id = :forge_id AND login = :login`,
  )
  const byRemote = db.get<UserRow>(
    `SELECT ${columns} FROM users WHERE forge_id = :forge_id AND forge_remote_id = :remote`,
  )
  const page = db.all<UserRow>(`SELECT ${columns} FROM users ORDER BY login LIMIT :limit OFFSET :offset`)
  const ensureOrg = db.get<{ id: number }>(
    `INSERT INTO orgs (forge_id, name, is_user) VALUES (:forge_id, :login, 1)
     ON CONFLICT (forge_id, name) DO UPDATE SET is_user = 1 RETURNING id`,
  )
  const insert = db.get<UserRow>(
    `INSERT INTO users (forge_id, forge_remote_id, login, email, avatar_url, org_id, hash, created)
     VALUES (:forge_id, '0', :login, :email, :avatar_url, :org_id, :hash, :created)
     ON CONFLICT DO NOTHING RETURNING ${columns}`,
  )
  const update = db.run(
    'UPDATE users SET login = :login, email = :email, avatar_url = :avatar_url, admin = :admin WHERE id = :id',
  )
  const nameOrg = db.run('UPDATE orgs SET name = :login WHERE id = :org_id')
  const dropRepos = db.run('DELETE FROM repos WHERE org_id = :org_id')
  const itsRepos = 'SELECT id FROM repos WHERE org_id = :org_id'
  const dropSecrets = db.run(`DELETE FROM secrets WHERE org_id = :org_id OR repo_id IN (${itsRepos})`)
  const dropRegistries = db.run(`DELETE FROM registries WHERE org_id = :org_id OR repo_id IN (${itsRepos})`)
  const dropOrg = db.run('DELETE FROM orgs WHERE id = :org_id')
  const drop = db.run('DELETE FROM users WHERE id = :id')
  const found = (row: UserRow | undefined) => row && toUser(row)

  return {
    byLogin: (forge_id: number, login: string) => found(byLogin({ forge_id, login })),
    byRemoteId: (forge_id: number, remote: string) => found(byRemote({ forge_id, remote })),
    list: (number: number, perPage: number) =>
      page({ limit: perPage, offset: (number - 1) * perPage }).map(toUser),
    /** With the organisation of the same name. Undefined when the forge has a user of that login. */
    insert: ({ login, email, avatar_url, forge_id }: NewUser) =>
      db.transaction(() => {
        if (byLogin({ forge_id, login })) return undefined
        const org_id = ensureOrg({ forge_id, login })?.id ?? 0
        const hash = randomBytes(32).toString('base64url')
        return found(
          insert({ forge_id, login, email, avatar_url, org_id, hash, created: Math.floor(clock() / 1000) }),
        )
      }),
    update(id: number, user: Pick<User, 'login' | 'email' | 'avatar_url' | 'admin'>): User {
      return db.transaction(() => {
        const { login, email, avatar_url, admin } = user
        update({ id, login, email, avatar_url, admin: admin ? 1 : 0 })
        const row = byId({ id })
        if (!row) throw new Error('The user is gone')
        if (row.org_id) nameOrg({ org_id: row.org_id, login })
        return toUser(row)
      })
    },
    /** With the user's organisation, its secrets and its repositories. */
    remove: ({ id, org_id }: User) =>
      db.transaction(() => {
        if (org_id) {
          dropSecrets({ org_id })
          dropRegistries({ org_id })
          dropRepos({ org_id })
          dropOrg({ org_id })
        }
        drop({ id })
      }),
  }
}
