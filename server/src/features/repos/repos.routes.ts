import type { RepoLastPipeline, repoRoutes } from '@yaffle/contract/repos'

import { ForgeError } from '../../forge/driver.ts'
import { type Forges, toForgeRepo } from '../../forge/forges.ts'
import { badRequest, HttpError, notFound } from '../../http/errors.ts'
import type { Handlers, RepoRecord } from '../../http/mount.ts'
import type { UserRecord } from '../../http/users.store.ts'
import type { Activate } from './activate.ts'
import { unknownToServer } from './forgeList.ts'
import type { RepoManagement } from './manage.ts'
import type { Mine } from './mine.ts'
import { patched } from './patch.ts'
import type { RepoStore } from './repos.store.ts'

interface Deps {
  repos: RepoStore
  forges: Forges
  activate: Activate
  manage: RepoManagement
  syncPerms(user: UserRecord): Promise<void>
  maxTimeout: number
  mine: Mine
  userOf(id: number): UserRecord | undefined
}

export function repoHandlers(deps: Deps): Handlers<typeof repoRoutes> {
  const { repos, forges, activate, manage, syncPerms, userOf, maxTimeout } = deps

  /** What the forge offers the user, joined with what this server knows of it (wire 7.8). */
  async function listAll(user: UserRecord, name: string | undefined): Promise<RepoLastPipeline[]> {
    const seen = new Set<number>()
    const rows: RepoLastPipeline[] = []
    for await (const found of forges.driver(user.forge_id).listRepos(forges.ctxOf(user))) {
      const stored = repos.byRemoteId(user.forge_id, found.remoteId)
      if (stored) {
        seen.add(stored.id)
        if (found.perm.push)
          rows.push({
            ...stored,
            owner: found.owner,
            name: found.name,
            full_name: found.fullName,
            last_pipeline: undefined,
          })
      } else if (found.perm.admin) {
        const rival = repos.byName(found.fullName)
        if (rival) seen.add(rival.id)
        rows.push(unknownToServer(found, user.forge_id, rival?.id))
      }
    }
    const lost = repos
      .listKnownTo(user.id, user.forge_id)
      .filter(({ id }) => !seen.has(id))
      .map((repo) => ({ ...repo, has_no_forge_repo: true, last_pipeline: undefined }))
    return [...rows, ...lost].filter((row) => !name || row.name === name)
  }

  /** On whose behalf the forge is asked for a repository; a disabled one has nobody. */
  function ownerOf(repo: RepoRecord): UserRecord {
    const owner = repo.user_id === 0 ? undefined : userOf(repo.user_id)
    if (!owner) throw notFound('Owner of the repository')
    return owner
  }

  return {
    mine: ({ query }, { user }) => (query.all ? listAll(user, query.name) : deps.mine(user.id, query.name)),

    lookup: (_input, { repo }) => repo,

    get: (_input, { repo }) => repo,

    permissions: (_input, { perm }) => perm,

    async branches({ query }, { repo }) {
      const owner = ownerOf(repo)
      try {
        const page = await forges
          .driver(repo.forge_id)
          .branches(forges.ctxOf(owner), toForgeRepo(repo), query)
        return page.items
      } catch (error) {
        throw error instanceof ForgeError
          ? new HttpError(500, `failed to load branches: ${error.message}`)
          : error
      }
    },

    activate({ query }, { user }) {
      const remote = query.forge_remote_id
      if (!remote || remote === '0') throw badRequest('No forge_remote_id provided')
      return activate(user, remote)
    },

    async pullRequests({ query }, { repo }) {
      const driver = forges.driver(repo.forge_id)
      const page = await driver.pullRequests(forges.ctxOf(ownerOf(repo)), toForgeRepo(repo), query)
      return page.items.map(({ number, title }) => ({ index: number, title }))
    },

    update({ body }, { repo, user }) {
      const changed = patched(repo, body, user.admin, maxTimeout)
      repos.save(changed)
      return changed
    },

    remove: ({ query }, { repo, user }) =>
      query.remove ? manage.erase(repo, user) : manage.disable(repo, user),

    repair: (_input, { repo, user }) => manage.repair(repo, user),

    chown: (_input, { repo, user }) => manage.chown(repo, user),

    move: ({ query }, { repo, user }) => manage.move(repo, query.to ?? '', user),

    all: ({ query }) => repos.list(query.page, query.perPage, query.active),

    async repairAll(_input, { user }) {
      const failed_repos = await manage.repairAll(user)
      if (failed_repos.length === 0) return
      const body = JSON.stringify({ error: 'Some repositories could not be repaired', failed_repos })
      throw new HttpError(500, body, { 'content-type': 'application/json; charset=utf-8' })
    },

    async refreshMine(_input, { user }) {
      await syncPerms(user)
      return 'Ok'
    },
  }
}
