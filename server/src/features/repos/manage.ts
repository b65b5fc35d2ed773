import type { Database } from '../../database/database.ts'
import { ForgeError, type ForgeRepo } from '../../forge/driver.ts'
import { type Forges, toForgeRepo } from '../../forge/forges.ts'
import { HttpError, unauthorized } from '../../http/errors.ts'
import type { RepoRecord } from '../../http/mount.ts'
import type { UserRecord } from '../../http/users.store.ts'
import type { InstallHook } from './activate.ts'
import type { RepoStore } from './repos.store.ts'

interface Deps {
  db: Database
  repos: RepoStore
  forges: Forges
  installHook: InstallHook
  hookUrl(): string
  orgOf(forge_id: number, owner: string): number
  userOf(id: number): UserRecord | undefined
  /** Stops everything that runs or waits in a repository. */
  stopPipelines(repo_id: number): void
}

export type RepoManagement = ReturnType<typeof createRepoManagement>

/** What becomes of repositories later: disable, erase, repair, hand over, move (wire 7.5, 7.6). */
export function createRepoManagement(deps: Deps) {
  const { db, repos, forges, installHook, hookUrl, orgOf, userOf, stopPipelines } = deps

  async function dropHooks(repo: RepoRecord, asker: UserRecord) {
    await forges
      .driver(repo.forge_id)
      .deleteHooks(forges.ctxOf(asker), toForgeRepo(repo), { urlPrefix: hookUrl() })
      .catch((error: unknown) => {
        if (!(error instanceof ForgeError) || error.code !== 'not_found') throw error
      })
  }

  /** By its id at the forge; a repository made anew under the same name counts as the same. */
  async function find(repo: RepoRecord, asker: UserRecord): Promise<ForgeRepo> {
    const driver = forges.driver(repo.forge_id)
    const ctx = forges.ctxOf(asker)
    try {
      return await driver.getRepo(ctx, { remoteId: repo.forge_remote_id })
    } catch (error) {
      if (!(error instanceof ForgeError) || error.code !== 'not_found') throw error
      return driver.getRepo(ctx, { owner: repo.owner, name: repo.name })
    }
  }

  /** The stored repository becomes what the forge has now; its old name leads to it. */
  async function take(repo: RepoRecord, found: ForgeRepo, asker: UserRecord) {
    const hook_id = await installHook(asker, found)
    db.transaction(() => {
      if (found.fullName !== repo.full_name) repos.redirect(repo.full_name, repo.id)
      repos.refresh(repo.id, found)
      repos.setIdentity(repo.id, found.remoteId, orgOf(repo.forge_id, found.owner))
      repos.setHook(repo.id, hook_id)
    })
  }

  async function repair(repo: RepoRecord, caller: UserRecord) {
    const owner = userOf(repo.user_id) ?? caller
    const found = await find(repo, owner)
    if (!userOf(repo.user_id)) repos.setOwner(repo.id, caller.id)
    await take(repo, found, owner)
  }

  return {
    repair,

    /** False lists those that could not be repaired. */
    async repairAll(caller: UserRecord): Promise<number[]> {
      const failed: number[] = []
      for (const repo of repos.listActive())
        await repair(repo, caller).catch((error: unknown) => {
          if (!(error instanceof ForgeError)) throw error
          failed.push(repo.id)
        })
      return failed
    },

    async disable(repo: RepoRecord, caller: UserRecord): Promise<RepoRecord> {
      await dropHooks(repo, userOf(repo.user_id) ?? caller)
      stopPipelines(repo.id)
      repos.disable(repo.id)
      return repos.get(repo.id) ?? repo
    },

    /** A forge that does not answer keeps nobody from erasing. */
    async erase(repo: RepoRecord, caller: UserRecord): Promise<RepoRecord> {
      await dropHooks(repo, userOf(repo.user_id) ?? caller).catch((error: unknown) => {
        if (!(error instanceof ForgeError)) throw error
      })
      stopPipelines(repo.id)
      repos.erase(repo.id)
      return repo
    },

    chown(repo: RepoRecord, caller: UserRecord): RepoRecord {
      repos.setOwner(repo.id, caller.id)
      return repos.get(repo.id) ?? repo
    },

    async move(repo: RepoRecord, to: string, caller: UserRecord) {
      const slash = to.lastIndexOf('/')
      if (slash < 1 || slash === to.length - 1) throw new HttpError(400, 'to: must be owner/name')
      const found = await forges
        .driver(repo.forge_id)
        .getRepo(forges.ctxOf(caller), { owner: to.slice(0, slash), name: to.slice(slash + 1) })
        .catch((error: unknown) => {
          throw error instanceof ForgeError ? new HttpError(404, `The forge has no repository ${to}`) : error
        })
      if (!found.perm.admin) throw unauthorized('You are not an admin of the target')
      const taken = repos.byRemoteId(repo.forge_id, found.remoteId)
      if (taken && taken.id !== repo.id)
        throw new HttpError(409, `${to} is a repository of this server already`)
      await take(repo, found, caller)
    },

    /** Before an organisation or a user goes: stops runs and takes hooks away. */
    async close(list: readonly RepoRecord[], caller: UserRecord) {
      for (const repo of list) {
        stopPipelines(repo.id)
        await dropHooks(repo, userOf(repo.user_id) ?? caller).catch((error: unknown) => {
          if (!(error instanceof ForgeError)) throw error
        })
      }
    },
  }
}
