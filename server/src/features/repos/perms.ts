import type { Perm } from '@yaffle/contract/repos'

import type { Database } from '../../database/database.ts'
import type { ForgePerm } from '../../forge/driver.ts'
import type { RepoRecord } from '../../http/mount.ts'
import type { UserRecord } from '../../http/users.store.ts'

interface PermRow {
  pull: number
  push: number
  admin: number
  synced: number
  created: number
  updated: number
}

const none: Perm = { pull: false, push: false, admin: false, synced: 0, created: 0, updated: 0 }
const staleAfterSeconds = 3600

export type Perms = ReturnType<typeof createPerms>

/**
 * Who may do what with a repository (wire 2.7): the forge's word, kept for an hour, raised for server admins and by the
 * repository's visibility. `ask` reads the forge; undefined means that it did not answer and the old row stays.
 */
export function createPerms(
  db: Database,
  clock: () => number,
  ask: (user: UserRecord, repo: RepoRecord) => Promise<ForgePerm | undefined>,
) {
  const read = db.get<PermRow>('SELECT * FROM perms WHERE user_id = :user_id AND repo_id = :repo_id')
  const write = db.run(
    `INSERT INTO perms (user_id, repo_id, pull, push, admin, synced, created, updated)
     VALUES (:user_id, :repo_id, :pull, :push, :admin, :now, :now, :now)
     ON CONFLICT (user_id, repo_id) DO UPDATE SET pull = :pull, push = :push, admin = :admin, synced = :now, updated = :now`,
  )
  const known = db.all<{ repo_id: number }>(
    'SELECT repo_id FROM perms WHERE user_id = :user_id AND (push = 1 OR admin = 1 OR pull = 1)',
  )
  const forget = db.run('DELETE FROM perms WHERE user_id = :user_id AND repo_id = :repo_id')
  const seconds = () => Math.floor(clock() / 1000)

  const stored = (user: UserRecord, repo: RepoRecord): Perm | undefined => {
    const row = read({ user_id: user.id, repo_id: repo.id })
    return row && { ...row, pull: row.pull === 1, push: row.push === 1, admin: row.admin === 1 }
  }

  function store(user_id: number, repo_id: number, perm: ForgePerm) {
    write({
      user_id,
      repo_id,
      pull: perm.pull ? 1 : 0,
      push: perm.push ? 1 : 0,
      admin: perm.admin ? 1 : 0,
      now: seconds(),
    })
  }

  /** What visibility and server admin add to a stored row. */
  function raise(perm: Perm, user: UserRecord | undefined, repo: RepoRecord): Perm {
    if (user?.admin) return { ...perm, pull: true, push: true, admin: true }
    const isOpen = repo.visibility === 'public' || (repo.visibility === 'internal' && user !== undefined)
    return { ...perm, pull: perm.pull || isOpen }
  }

  return {
    store,
    forget: (user_id: number, repo_id: number) => void forget({ user_id, repo_id }),
    idsOf: (user_id: number) => known({ user_id }).map(({ repo_id }) => repo_id),

    async of(user: UserRecord | undefined, repo: RepoRecord): Promise<Perm> {
      if (!user) return raise(none, user, repo)
      let perm = stored(user, repo)
      if ((!perm || perm.synced + staleAfterSeconds < seconds()) && user.forge_id === repo.forge_id) {
        const fresh = await ask(user, repo)
        if (fresh) store(user.id, repo.id, fresh)
        perm = stored(user, repo)
      }
      return raise(perm ?? none, user, repo)
    },

    /** May the user see the repository's pipelines, by what is stored? For streams, which cannot wait for the forge. */
    canSee: (user: UserRecord | undefined, repo: RepoRecord) =>
      raise((user && stored(user, repo)) ?? none, user, repo).pull,
  }
}
