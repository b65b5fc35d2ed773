import type { ForgePerm } from '../driver.ts'
import type { Account } from './accounts.store.ts'
import type { LocalRepo } from './localRepos.store.ts'

const none: ForgePerm = { pull: false, push: false, admin: false }
const levels = {
  pull: { pull: true, push: false, admin: false },
  push: { pull: true, push: true, admin: false },
  admin: { pull: true, push: true, admin: true },
} satisfies Record<string, ForgePerm>

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The one rule of who may do what; `repo` was read for this account. Members of an organisation may read what it has. */
export function permOf(account: Account | undefined, repo: LocalRepo): ForgePerm {
  if (!account) return repo.visibility === 'public' ? levels.pull : none
  if (account.admin || sameName(account.login, repo.owner) || repo.member_level === 'admin')
    return levels.admin
  if (repo.grant_level) return levels[repo.grant_level]
  return repo.visibility !== 'private' || repo.member_level ? levels.pull : none
}
