import type { Database } from '../../database/database.ts'

export type Visibility = 'public' | 'internal' | 'private'
export type Level = 'pull' | 'push' | 'admin'

/** A repository of the local forge, with what one account was given in it. */
export interface LocalRepo {
  remote_id: string
  owner: string
  name: string
  default_branch: string
  visibility: Visibility
  grant_level: Level | null
  member_level: 'member' | 'admin' | null
}

const select = `SELECT r.remote_id, r.owner, r.name, r.default_branch, r.visibility, g.level AS grant_level, m.level AS member_level
  FROM local_repos r
  LEFT JOIN local_grants g ON g.remote_id = r.remote_id AND g.account_id = :account_id
  LEFT JOIN local_members m ON m.org = r.owner AND m.account_id = :account_id`

/** `account_id` is 0 for nobody. Names match whatever their case. */
export function createLocalRepoStore(db: Database) {
  const all = db.all<LocalRepo>(`${select} ORDER BY r.owner, r.name`)
  const byId = db.get<LocalRepo>(`${select} WHERE r.remote_id = :remote_id`)
  const byName = db.get<LocalRepo>(`${select} WHERE r.owner = :owner AND r.name = :name`)
  const insert = db.run(
    `INSERT INTO local_repos (remote_id, owner, name, default_branch, visibility, created)
     VALUES (:remote_id, :owner, :name, :default_branch, :visibility, :created)`,
  )
  const setDefaultBranch = db.run(
    'UPDATE local_repos SET default_branch = :default_branch WHERE remote_id = :remote_id',
  )
  const remove = db.run('DELETE FROM local_repos WHERE remote_id = :remote_id')
  const setGrant = db.run(
    `INSERT INTO local_grants (remote_id, account_id, level) VALUES (:remote_id, :account_id, :level)
     ON CONFLICT (remote_id, account_id) DO UPDATE SET level = :level`,
  )
  const dropGrant = db.run(
    'DELETE FROM local_grants WHERE remote_id = :remote_id AND account_id = :account_id',
  )
  const setRelease = db.run(
    `INSERT INTO local_releases (remote_id, tag, title, is_prerelease) VALUES (:remote_id, :tag, :title, :is_prerelease)
     ON CONFLICT (remote_id, tag) DO UPDATE SET title = :title, is_prerelease = :is_prerelease`,
  )

  return {
    list: (account_id = 0) => all({ account_id }),
    byId: (remote_id: string, account_id = 0) => byId({ remote_id, account_id }),
    byName: (owner: string, name: string, account_id = 0) => byName({ owner, name, account_id }),
    insert: (repo: Omit<LocalRepo, 'grant_level' | 'member_level'>, created: number) =>
      void insert({ ...repo, created }),
    setDefaultBranch: (remote_id: string, default_branch: string) =>
      void setDefaultBranch({ remote_id, default_branch }),
    remove: (remote_id: string) => void remove({ remote_id }),
    grant(remote_id: string, account_id: number, level: Level | 'none') {
      if (level === 'none') dropGrant({ remote_id, account_id })
      else setGrant({ remote_id, account_id, level })
    },
    setRelease: (
      remote_id: string,
      tag: string,
      { title, isPrerelease }: { title: string; isPrerelease: boolean },
    ) => void setRelease({ remote_id, tag, title, is_prerelease: isPrerelease ? 1 : 0 }),
  }
}
