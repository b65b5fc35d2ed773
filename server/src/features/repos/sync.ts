import type { Forges } from '../../forge/forges.ts'
import type { UserRecord } from '../../http/users.store.ts'
import type { Perms } from './perms.ts'
import type { RepoStore } from './repos.store.ts'

/**
 * Reads all of a user's rights from the forge: rows for the repositories known here, none for the others. When the
 * listing breaks off nothing is taken away.
 */
export const createPermSync =
  (repos: RepoStore, perms: Perms, forges: Forges) =>
  async (user: UserRecord): Promise<void> => {
    const seen = new Set<number>()
    for await (const found of forges.driver(user.forge_id).listRepos(forges.ctxOf(user))) {
      const repo = repos.byRemoteId(user.forge_id, found.remoteId)
      if (!repo) continue
      seen.add(repo.id)
      perms.store(user.id, repo.id, found.perm)
    }
    for (const id of perms.idsOf(user.id)) if (!seen.has(id)) perms.forget(user.id, id)
  }
