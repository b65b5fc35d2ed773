import { randomBytes } from 'node:crypto'

import type { Database } from '../../database/database.ts'
import { ForgeError, type ForgeRepo } from '../../forge/driver.ts'
import type { Forges } from '../../forge/forges.ts'
import { conflict, forbidden, HttpError } from '../../http/errors.ts'
import type { RepoRecord } from '../../http/mount.ts'
import type { UserRecord } from '../../http/users.store.ts'
import type { Perms } from './perms.ts'
import type { RepoStore } from './repos.store.ts'

export type Activate = (user: UserRecord, remoteId: string) => Promise<RepoRecord>

/** Puts our hook in the place of older ones of ours; answers with its id at the forge. */
export type InstallHook = (asker: UserRecord, repo: ForgeRepo) => Promise<string>

export const createInstallHook =
  (forges: Forges, hookUrl: () => string): InstallHook =>
  async (asker, repo) => {
    const driver = forges.driver(asker.forge_id)
    const ctx = forges.ctxOf(asker)
    await driver.deleteHooks(ctx, repo, { urlPrefix: hookUrl() })
    const { hookId } = await driver.createHook(ctx, repo, {
      url: hookUrl(),
      secret: randomBytes(32).toString('hex'),
    })
    return hookId
  }

interface Deps {
  db: Database
  repos: RepoStore
  perms: Perms
  forges: Forges
  installHook: InstallHook
  /** Finds the owner's organisation, or makes it. */
  orgOf(forge_id: number, owner: string): number
  defaultTimeout: number
}

/** Makes a repository of the forge one of this server's (wire 7.4): needs admin there, installs the hook, keeps old settings. */
export function createActivate({
  db,
  repos,
  perms,
  forges,
  orgOf,
  defaultTimeout,
  installHook,
}: Deps): Activate {
  async function fetchRepo(user: UserRecord, remoteId: string): Promise<ForgeRepo> {
    try {
      return await forges.driver(user.forge_id).getRepo(forges.ctxOf(user), { remoteId })
    } catch (error) {
      if (error instanceof ForgeError && ['not_found', 'forbidden'].includes(error.code))
        throw new HttpError(404, 'The forge has no such repository')
      throw new HttpError(500, 'Could not fetch repository from forge.')
    }
  }

  return async (user, remoteId) => {
    const known = repos.byRemoteId(user.forge_id, remoteId)
    if (known?.active) throw conflict('Repository is already active.')
    const found = await fetchRepo(user, remoteId)
    if (!found.perm.admin) throw forbidden('User has to be a admin of this repository')
    const rival = repos.byName(found.fullName)
    if (rival && rival.forge_remote_id !== remoteId)
      throw conflict(
        'Repository already exists in Woodpecker. Remove the stale repository entry and try again.',
      )

    const hook_id = await installHook(user, found)

    return db.transaction(() => {
      const org_id = orgOf(user.forge_id, found.owner)
      const id =
        known?.id ??
        repos.insert(found, { forge_id: user.forge_id, org_id, user_id: user.id, timeout: defaultTimeout })
      if (known) {
        repos.refresh(id, found)
        repos.reactivate(id, user.id, org_id)
      }
      repos.setHook(id, hook_id)
      perms.store(user.id, id, found.perm)
      const repo = repos.get(id)
      if (!repo) throw new Error('The activated repository was not stored')
      return repo
    })
  }
}
