import type { Feed } from '@yaffle/contract/feed'

import type { Database } from '../../database/database.ts'

type FeedRow = Omit<Feed, 'release'> & { release_json: string | null; cron: string }

const pipelineColumns = `p.id, p.number, p.event, p.status, p.created, p.started, p.finished, p."commit", p.branch, p.ref,
  p.refspec, p.title, p.message, p.author, p.author_avatar, p.author_email, p.release_json, p.tag_title`

/** Releases and tags get a message of their own; cron has none, as on the wire (4.17). */
function toFeed({ release_json, ...row }: FeedRow, isRaw: boolean): Feed {
  const release = release_json ? (JSON.parse(release_json) as Feed['release']) : undefined
  if (isRaw) return { ...row, release }
  if (row.event === 'tag') return { ...row, release, message: `created tag ${row.tag_title}` }
  if (row.event === 'release')
    return {
      ...row,
      release,
      message: `created release ${release?.title ?? ''}`,
      title: release?.title ?? '',
    }
  return { ...row, release }
}

export type FeedStore = ReturnType<typeof createFeedStore>

export function createFeedStore(db: Database) {
  const newest = db.all<FeedRow>(
    `SELECT p.repo_id, repos.full_name, ${pipelineColumns} FROM pipelines p JOIN repos ON repos.id = p.repo_id
     -- The plus keeps the planner on the index of times: it stops after 50 rows instead of sorting all.
     WHERE +p.repo_id IN (SELECT repo_id FROM perms WHERE user_id = :user_id AND (push = 1 OR admin = 1))
     ORDER BY p.created DESC, p.id DESC LIMIT 50`,
  )
  const latest = db.all<FeedRow>(
    `SELECT repos.id AS repo_id, repos.full_name, ${pipelineColumns} FROM perms
     JOIN repos ON repos.id = perms.repo_id AND repos.active = 1
     LEFT JOIN pipelines p ON p.repo_id = repos.id AND p.number = (SELECT max(number) FROM pipelines WHERE repo_id = repos.id)
     WHERE perms.user_id = :user_id AND (perms.push = 1 OR perms.admin = 1) ORDER BY repos.full_name`,
  )
  const active = db.all<FeedRow>(
    `SELECT p.repo_id, repos.full_name, ${pipelineColumns} FROM pipelines p JOIN repos ON repos.id = p.repo_id
     WHERE p.status IN ('pending', 'running') ORDER BY p.id`,
  )
  return {
    /** Everything pending or running, raw. */
    active: () => active().map((row) => toFeed(row, true)),
    /** The newest 50 pipelines of repositories the user may push to. */
    newest: (user_id: number) => newest({ user_id }).map((row) => toFeed(row, false)),
    /** One row for each active such repository, with its newest pipeline if it has one. */
    latest: (user_id: number) => latest({ user_id }).map((row) => toFeed(row, true)),
  }
}
