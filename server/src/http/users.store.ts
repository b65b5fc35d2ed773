import { randomBytes } from 'node:crypto'

import type { User } from '@yaffle/contract/users'

import type { Database } from '../database/database.ts'
import type { ForgeUser } from '../forge/driver.ts'

/** A user with the key of their tokens, which never leaves the server. */
export type UserRecord = User & { hash: string }

type UserRow = Omit<UserRecord, 'admin' | 'admin_env'> & { admin: number }

interface OrgRow {
  id: number
  is_user: number
}

const columns = 'id, forge_id, forge_remote_id, login, email, avatar_url, admin, org_id, hash'

const toRecord = ({ admin, ...row }: UserRow): UserRecord => ({
  ...row,
  admin: admin === 1,
  admin_env: false,
})

/** The embedded forge's id, also where others exist. */
export const localForgeId = 1

const newHash = () => randomBytes(32).toString('base64url')

export interface SignIn {
  forgeId: number
  forgeUser: ForgeUser
  /** Those who become server admins, see `isNamedAdmin`; nobody stops being one by signing in. */
  admins: readonly string[]
  /** Unix seconds. */
  now: number
}

export type UserStore = ReturnType<typeof createUserStore>

/** Those who may sign in: people as their forge knows them, and the organisation that each of them owns. */
export function createUserStore(db: Database) {
  const byId = db.get<UserRow>(`SELECT ${columns} FROM users WHERE id = :id`)
  const byRemoteId = db.get<UserRow>(
    `SELECT ${columns} FROM users WHERE forge_id = :forge_id AND forge_remote_id = :forge_remote_id`,
  )
  const byLogin = db.get<UserRow>(
    `SELECT ${columns} FROM users WHERE forge_id = :forge_id AND login = :login COLLATE NOCASE ORDER BY login = :login DESC`,
  )
  const insert = db.get<UserRow>(
    `INSERT INTO users (forge_id, forge_remote_id, login, email, avatar_url, admin, hash, created)
     VALUES (:forge_id, :forge_remote_id, :login, :email, :avatar_url, :admin, :hash, :created) RETURNING ${columns}`,
  )
  const update = db.run(
    `UPDATE users SET forge_remote_id = :forge_remote_id, login = :login, email = :email, avatar_url = :avatar_url, admin = :admin
     WHERE id = :id`,
  )
  const setLogin = db.run('UPDATE users SET login = :login WHERE id = :id')
  const setHash = db.run('UPDATE users SET hash = :hash WHERE id = :id')
  const setOrg = db.run('UPDATE users SET org_id = :org_id WHERE id = :id')
  const orgByName = db.get<OrgRow>('SELECT id, is_user FROM orgs WHERE forge_id = :forge_id AND name = :name')
  const insertOrg = db.get<{ id: number }>(
    'INSERT INTO orgs (forge_id, name, is_user) VALUES (:forge_id, :name, 1) RETURNING id',
  )
  const nameOrg = db.run('UPDATE orgs SET name = :name, is_user = :is_user WHERE id = :id')

  const read = (row: UserRow | undefined) => row && toRecord(row)

  /**
   * Whom a forge's account is here. The forge's own id decides, since a login can be given to somebody else; a login
   * counts only for a row that an administrator made beforehand and nobody has used yet.
   */
  function find(forgeId: number, account: ForgeUser): UserRecord | undefined {
    const known = byRemoteId({ forge_id: forgeId, forge_remote_id: account.remoteId })
    if (known) return toRecord(known)
    const named = byLogin({ forge_id: forgeId, login: account.login })
    return named && isUnclaimed(named) ? toRecord(named) : undefined
  }

  /** The login now belongs to somebody else: whoever had it before is set aside, with their organisation. */
  function setAside(forgeId: number, login: string, keep: number | undefined) {
    const stale = byLogin({ forge_id: forgeId, login })
    if (!stale || stale.id === keep) return
    const aside = asideName(stale.login, stale.id)
    setLogin({ id: stale.id, login: aside })
    if (stale.org_id) nameOrg({ id: stale.org_id, name: aside, is_user: 1 })
  }

  /** Makes or renames the organisation that a user owns. */
  function settleOrg(user: UserRow) {
    const named = orgByName({ forge_id: user.forge_id, name: user.login })
    if (named && named.id !== user.org_id && !mayAdopt(named, user)) {
      nameOrg({ id: named.id, name: asideName(user.login, named.id), is_user: named.is_user })
    } else if (named && !user.org_id) {
      nameOrg({ id: named.id, name: user.login, is_user: 1 })
      setOrg({ id: user.id, org_id: named.id })
      return
    }
    if (user.org_id) {
      nameOrg({ id: user.org_id, name: user.login, is_user: 1 })
      return
    }
    const made = insertOrg({ forge_id: user.forge_id, name: user.login })
    if (!made) throw new Error('The database gave no row for a new organisation')
    setOrg({ id: user.id, org_id: made.id })
  }

  return {
    byId: (id: number) => read(byId({ id })),
    /** Logins differ by more than case. */
    byLogin: (forgeId: number, login: string) => read(byLogin({ forge_id: forgeId, login })),
    find,

    /** All of what a sign-in does to the records (wire 2.5): user, e-mail, picture, own organisation, admin. */
    signIn: ({ forgeId, forgeUser, admins, now }: SignIn): UserRecord =>
      db.transaction(() => {
        const known = find(forgeId, forgeUser)
        setAside(forgeId, forgeUser.login, known?.id)
        const isNamed = isNamedAdmin(admins, forgeId, forgeUser.login)
        const isFirst = !known || isUnclaimed(known)
        const admin = Number(known?.admin || isNamed || (isFirst && forgeUser.admin === true))
        const facts = {
          forge_remote_id: forgeUser.remoteId,
          login: forgeUser.login,
          email: forgeUser.email ?? '',
          avatar_url: forgeUser.avatarUrl ?? '',
        }
        if (known) update({ ...facts, id: known.id, admin })
        const row = known
          ? byId({ id: known.id })
          : insert({ ...facts, forge_id: forgeId, admin, hash: newHash(), created: now })
        if (row) settleOrg(row)
        const settled = row && read(byId({ id: row.id }))
        if (!settled) throw new Error('The database gave no row for a user who signed in')
        return settled
      }),

    /** A new key: every session, API token and CSRF token of the user is dead. Answers with the user as they are now. */
    renewHash(id: number): UserRecord | undefined {
      setHash({ id, hash: newHash() })
      return read(byId({ id }))
    },
  }
}

/**
 * A user's own organisation may have been made before they came, for their repositories. One that was no user's is a
 * different matter: on a public forge a free name can be taken by anybody, and its secrets must not go along. In the
 * local forge, where an administrator makes the accounts, it is the same owner.
 */
function mayAdopt(org: OrgRow, user: UserRow): boolean {
  return !user.org_id && (org.is_user === 1 || user.forge_id === localForgeId)
}

/** No forge allows the sign in a login, so the name is free. */
const asideName = (name: string, id: number) => `${name}~${id}`

/**
 * Is this login in the list of server admins? A plain login means the first forge: a login of the same spelling at
 * another forge may be anybody's, and has to be named with its forge's id (`2:alice`).
 */
export function isNamedAdmin(admins: readonly string[], forgeId: number, login: string): boolean {
  return admins.includes(forgeId === localForgeId ? login : `${forgeId}:${login}`)
}

/** Made by an administrator for somebody who has not signed in yet. */
function isUnclaimed(row: { forge_remote_id: string }): boolean {
  return row.forge_remote_id === '' || row.forge_remote_id === '0'
}
