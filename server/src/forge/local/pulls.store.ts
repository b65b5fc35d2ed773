import type { Database } from '../../database/database.ts'

/** A pull request of the local forge. `head` is a commit; `source_branch` is its topic. */
export interface Pull {
  number: number
  topic: string
  target_branch: string
  title: string
  description: string
  /** Login of the one who opened it. */
  author: string
  head: string
  state: 'open' | 'closed' | 'merged'
  labels: string[]
  milestone: string
}

interface Row extends Omit<Pull, 'labels'> {
  labels_json: string
}

const read = ({ labels_json, ...row }: Row): Pull => ({ ...row, labels: JSON.parse(labels_json) as string[] })

export function createPullStore(db: Database) {
  const columns =
    'number, topic, target_branch, title, description, author, head, state, labels_json, milestone'
  const byTopic = db.get<Row>(
    `SELECT ${columns} FROM local_pulls
     WHERE remote_id = :remote_id AND topic = :topic AND target_branch = :target_branch ORDER BY number DESC LIMIT 1`,
  )
  const openFor = db.all<Row>(
    `SELECT ${columns} FROM local_pulls
     WHERE remote_id = :remote_id AND target_branch = :target_branch AND state = 'open' ORDER BY number`,
  )
  const open = db.all<Row>(
    `SELECT ${columns} FROM local_pulls WHERE remote_id = :remote_id AND state = 'open'
     ORDER BY number DESC LIMIT :limit OFFSET :offset`,
  )
  const last = db.get<{ number: number }>(
    'SELECT COALESCE(MAX(number), 0) AS number FROM local_pulls WHERE remote_id = :remote_id',
  )
  const write = db.run(
    `INSERT INTO local_pulls (remote_id, number, topic, source_branch, target_branch, title, description, author, head,
       state, labels_json, milestone, created)
     VALUES (:remote_id, :number, :topic, :topic, :target_branch, :title, :description, :author, :head,
       :state, :labels_json, :milestone, :created)
     ON CONFLICT (remote_id, number) DO UPDATE SET title = :title, description = :description, head = :head,
       state = :state, labels_json = :labels_json, milestone = :milestone`,
  )
  const merged = db.run(
    "UPDATE local_pulls SET state = 'merged' WHERE remote_id = :remote_id AND number = :number AND state = 'open'",
  )

  return {
    /** The newest of a topic for a target, whatever its state. */
    byTopic(remote_id: string, topic: string, target_branch: string): Pull | undefined {
      const row = byTopic({ remote_id, topic, target_branch })
      return row && read(row)
    },
    openFor: (remote_id: string, target_branch: string) => openFor({ remote_id, target_branch }).map(read),
    open: (remote_id: string, limit: number, offset: number) => open({ remote_id, limit, offset }).map(read),
    lastNumber: (remote_id: string) => last({ remote_id })?.number ?? 0,
    /** Makes or changes it; doing it twice is the same as once. */
    write: (remote_id: string, { labels, ...pull }: Pull, created: number) =>
      void write({ ...pull, remote_id, labels_json: JSON.stringify(labels), created }),
    setMerged: (remote_id: string, number: number) => void merged({ remote_id, number }),
  }
}
