import type { Database } from '../../database/database.ts'
import type { Account } from './accounts.store.ts'
import { createLocalStore } from './local.store.ts'
import { LocalError } from './localError.ts'
import { isLogin, loginRule } from './names.ts'
import { hashPassword, passwordProblem } from './passwords.ts'

/** `clock` in milliseconds. Everything here throws LocalError for a person's mistake. */
export interface AccountDeps {
  db: Database
  clock: () => number
}

export interface NewAccount {
  login: string
  email?: string
  password: string
  admin?: boolean
}

export async function createAccount(
  { db, clock }: AccountDeps,
  { login, email = '', password, admin = false }: NewAccount,
): Promise<Account> {
  refuseLogin(db, login)
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email)) throw new LocalError(`${email} is no e-mail address`)
  const password_hash = await hashed(password)
  return db.transaction(() => {
    refuseLogin(db, login)
    return createLocalStore(db).accounts.insert(
      { login, email, password_hash, admin },
      Math.floor(clock() / 1000),
    )
  })
}

/** For a login that cannot be taken, or that somebody has. */
export function refuseLogin(db: Database, login: string): void {
  if (!isLogin(login)) throw new LocalError(`${login || 'This'} is no login: ${loginRule}`)
  const known = createLocalStore(db).accounts.byLogin(login)
  if (known) throw new LocalError(`There is an account ${known.login} already`)
}

export async function setPassword({ db }: AccountDeps, login: string, password: string): Promise<void> {
  const account = accountOf(db, login)
  createLocalStore(db).accounts.setPassword(account.id, await hashed(password))
}

/** Also ends every session and API token of theirs: a new key makes the old ones worthless. */
export function removeAccount(
  { db }: AccountDeps,
  login: string,
  renewKeys: (remoteId: string) => void,
): void {
  db.transaction(() => {
    const account = accountOf(db, login)
    const { accounts } = createLocalStore(db)
    const owned = accounts.ownedBy(account.login)
    if (owned.length > 0) throw new LocalError(`${account.login} owns ${owned.join(', ')}: remove that first`)
    accounts.remove(account.id)
    renewKeys(String(account.id))
  })
}

/** `none` takes the person out. */
export function setMember({ db }: AccountDeps, org: string, login: string, level: string): void {
  if (level !== 'member' && level !== 'admin' && level !== 'none')
    throw new LocalError(`${level} is not one of member, admin, none`)
  if (!isLogin(org))
    throw new LocalError(`${org} is no name of an organisation: ${loginRule.replace('a login', 'it')}`)
  const { accounts } = createLocalStore(db)
  const owner = accounts.byLogin(org)
  if (owner) throw new LocalError(`${owner.login} is a user, not an organisation`)
  accounts.setMember(org, accountOf(db, login).id, level)
}

export function accountOf(db: Database, login: string): Account {
  const account = createLocalStore(db).accounts.byLogin(login)
  if (!account) throw new LocalError(`There is no account ${login}`)
  return account
}

function hashed(password: string): Promise<string> {
  const problem = passwordProblem(password)
  if (problem) throw new LocalError(problem)
  return hashPassword(password)
}
