import { type ForgeDriver, ForgeError, type ForgeOrg, type ForgeRepo, type ForgeUser } from '../driver.ts'
import { permOf } from './access.ts'
import type { Account } from './accounts.store.ts'
import { askerOf, visibleRepo } from './asker.ts'
import { hasBranch } from './gitRead.ts'
import { repoPath } from './gitRepos.ts'
import type { LocalStore } from './local.store.ts'
import type { LocalRepo } from './localRepos.store.ts'

interface Deps {
  store: LocalStore
  dataDir: string
  publicUrl: () => string
}

type Directory = Pick<ForgeDriver, 'me' | 'listRepos' | 'getRepo' | 'listOrgs' | 'getOrg' | 'orgMembership'>

/** Who and what there is. */
export function createDirectory({ store, dataDir, publicUrl }: Deps): Directory {
  async function toForgeRepo(repo: LocalRepo, account: Account): Promise<ForgeRepo> {
    const isEmpty = !(await hasBranch(repoPath(dataDir, repo), repo.default_branch))
    const cloneUrl = `${publicUrl()}/git/${repo.owner}/${repo.name}.git`
    return {
      remoteId: repo.remote_id,
      owner: repo.owner,
      name: repo.name,
      fullName: `${repo.owner}/${repo.name}`,
      url: cloneUrl,
      cloneUrl,
      ...(!isEmpty && { defaultBranch: repo.default_branch }),
      visibility: repo.visibility,
      archived: false,
      prEnabled: true,
      perm: permOf(account, repo),
    }
  }

  const orgNamed = (name: string): ForgeOrg | undefined => {
    const owner = store.accounts.byLogin(name)
    if (owner) return { name: owner.login, isUser: true, private: false }
    const org = store.accounts.orgs().find((org) => org.toLowerCase() === name.toLowerCase())
    return org === undefined ? undefined : { name: org, isUser: false, private: false }
  }

  return {
    async me(ctx) {
      return toForgeUser(await askerOf(store, ctx))
    },

    async *listRepos(ctx) {
      const account = await askerOf(store, ctx)
      for (const repo of store.repos.list(account.id))
        if (permOf(account, repo).pull) yield await toForgeRepo(repo, account)
    },

    async getRepo(ctx, which) {
      const find = (id: number) =>
        'remoteId' in which
          ? store.repos.byId(which.remoteId, id)
          : store.repos.byName(which.owner, which.name, id)
      const { repo, account } = await visibleRepo(store, ctx, find)
      return toForgeRepo(repo, account)
    },

    async *listOrgs(ctx) {
      const account = await askerOf(store, ctx)
      for (const name of store.accounts.orgs())
        if (account.admin || store.accounts.membership(name, account.id))
          yield { name, isUser: false, private: false }
    },

    async getOrg(ctx, name) {
      await askerOf(store, ctx)
      const org = orgNamed(name)
      if (!org) throw new ForgeError('not_found', 'There is no such organisation')
      return org
    },

    async orgMembership(ctx, name, user) {
      await askerOf(store, ctx)
      const account = store.accounts.byId(Number(user.remoteId))
      const org = orgNamed(name)
      if (!account || !org) return { member: false, admin: false }
      if (account.admin || org.name === account.login) return { member: true, admin: true }
      const level = org.isUser ? undefined : store.accounts.membership(org.name, account.id)
      return { member: level !== undefined, admin: level === 'admin' }
    },
  }
}

export const toForgeUser = (account: Account): ForgeUser => ({
  remoteId: String(account.id),
  login: account.login,
  ...(account.email && { email: account.email }),
  ...(account.admin && { admin: true }),
})
