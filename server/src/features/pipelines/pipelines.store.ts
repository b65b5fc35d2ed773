import { createHash } from 'node:crypto'

import type { Config, Pipeline, PipelineError } from '@yaffle/contract/pipelines'

import type { Database } from '../../database/database.ts'
import {
  type PipelineRow,
  type StepRow,
  toRawPipeline,
  toWorkflow,
  type WorkflowRow,
} from './pipelines.rows.ts'

export interface PipelineFilter {
  branch?: string | undefined
  events?: string[] | undefined
  /** Part of the ref. */
  ref?: string | undefined
  status?: string | undefined
  /** Unix seconds, exclusive. */
  before?: number | undefined
  after?: number | undefined
  page: number
  perPage: number
}

/** What is known of a pipeline before it exists; the rest is empty. */
export type NewPipeline = Partial<Omit<PipelineRow, 'id' | 'number' | 'created' | 'updated'>> &
  Pick<PipelineRow, 'repo_id' | 'event' | 'status' | 'version'>

const empty = {
  author: '',
  parent: 0,
  event_reason_json: '[]',
  errors_json: '[]',
  started: 0,
  finished: 0,
  deploy_to: '',
  deploy_task: '',
  commit: '',
  branch: '',
  ref: '',
  refspec: '',
  title: '',
  message: '',
  timestamp: 0,
  sender: '',
  author_avatar: '',
  author_email: '',
  forge_url: '',
  reviewed_by: '',
  reviewed: 0,
  rerun_count: 0,
  cancel_info_json: null,
  changed_files_json: '[]',
  variables_json: '{}',
  globals_json: '{}',
  pr_labels_json: '[]',
  pr_milestone: '',
  pr_draft: 0,
  from_fork: 0,
  cron: '',
  release_json: null,
  tag_title: '',
  push_id: '',
} satisfies Partial<PipelineRow>

const columns = ['repo_id', 'event', 'status', 'version', ...Object.keys(empty)] as const
const quoted = columns.map((column) => `"${column}"`).join(', ')

export type PipelineStore = ReturnType<typeof createPipelineStore>

export function createPipelineStore(db: Database, clock: () => number) {
  const seconds = () => Math.floor(clock() / 1000)
  const byId = db.get<PipelineRow>('SELECT * FROM pipelines WHERE id = :id')
  const byNumber = db.get<PipelineRow>(
    'SELECT * FROM pipelines WHERE repo_id = :repo_id AND number = :number',
  )
  const newestPush = db.get<PipelineRow>(
    `SELECT * FROM pipelines WHERE repo_id = :repo_id AND branch = :branch AND event = 'push' ORDER BY number DESC LIMIT 1`,
  )
  const ofPush = db.get<PipelineRow>(
    'SELECT * FROM pipelines WHERE repo_id = :repo_id AND push_id = :push_id AND event = :event AND ref = :ref',
  )
  const newestOf = db.get<PipelineRow>(
    `SELECT * FROM pipelines WHERE repo_id = :repo_id AND branch = :branch AND status <> 'blocked'
       AND event IN (SELECT value FROM json_each(:events)) ORDER BY number DESC LIMIT 1`,
  )
  const newest = db.get<PipelineRow>(
    'SELECT * FROM pipelines WHERE repo_id = :repo_id ORDER BY number DESC LIMIT 1',
  )
  const previous = db.get<PipelineRow>(
    'SELECT * FROM pipelines WHERE repo_id = :repo_id AND branch = :branch AND number < :number ORDER BY number DESC LIMIT 1',
  )
  const older = db.all<PipelineRow>(
    `SELECT * FROM pipelines WHERE repo_id = :repo_id AND event = :event AND id <> :id
       AND status IN ('pending', 'running', 'blocked') AND (:branch IS NULL OR branch = :branch)
       AND (:refspec IS NULL OR refspec = :refspec)`,
  )
  const page = db.all<PipelineRow>(
    `SELECT * FROM pipelines WHERE repo_id = :repo_id AND (:branch IS NULL OR branch = :branch)
       AND (:events IS NULL OR event IN (SELECT value FROM json_each(:events))) AND (:status IS NULL OR status = :status)
       AND (:ref IS NULL OR instr(ref, :ref) > 0) AND (:before IS NULL OR created < :before) AND (:after IS NULL OR created > :after)
     ORDER BY number DESC LIMIT :limit OFFSET :offset`,
  )
  const insert = db.get<PipelineRow>(
    `INSERT INTO pipelines (number, created, updated, ${quoted})
     VALUES ((SELECT coalesce(max(number), 0) + 1 FROM pipelines WHERE repo_id = :repo_id), :now, :now,
       ${columns.map((column) => `:${column}`).join(', ')})
     RETURNING *`,
  )
  const remove = db.run('DELETE FROM pipelines WHERE id = :id')
  const dropConfigs = db.run(
    'DELETE FROM configs WHERE repo_id = :repo_id AND NOT EXISTS (SELECT 1 FROM pipeline_configs WHERE config_id = configs.id)',
  )
  const fail = db.run(
    `UPDATE pipelines SET status = 'error', errors_json = :errors_json, started = :now, finished = :now, updated = :now WHERE id = :id`,
  )
  const warn = db.run('UPDATE pipelines SET errors_json = :errors_json, updated = :now WHERE id = :id')
  const block = db.run(`UPDATE pipelines SET status = 'blocked', updated = :now WHERE id = :id`)
  const review = db.run(
    'UPDATE pipelines SET reviewed_by = :reviewer, reviewed = :now, updated = :now WHERE id = :id',
  )
  const declinePipeline = db.run(`UPDATE pipelines SET status = 'declined', finished = :now WHERE id = :id`)
  const declineWorkflows = db.run(`UPDATE workflows SET state = 'declined' WHERE pipeline_id = :id`)
  const declineSteps = db.run(`UPDATE steps SET state = 'declined' WHERE pipeline_id = :id`)
  const activeOf = db.all<{ id: number }>(
    `SELECT id FROM pipelines WHERE repo_id = :repo_id AND status IN ('created', 'pending', 'running', 'blocked')`,
  )
  const halfMade = db.all<{ id: number }>(`SELECT id FROM pipelines WHERE status = 'created'`)
  const workflows = db.all<WorkflowRow>('SELECT * FROM workflows WHERE pipeline_id = :id ORDER BY pid')
  const steps = db.all<StepRow>(
    `SELECT id, uuid, pipeline_id, pid, ppid, name, state, error, exit_code, started, finished, type
     FROM steps WHERE pipeline_id = :id ORDER BY pid`,
  )
  const step = db.get<StepRow>('SELECT * FROM steps WHERE id = :step_id AND pipeline_id = :id')
  const insertConfig = db.get<{ id: number }>(
    `INSERT INTO configs (repo_id, hash, name, data) VALUES (:repo_id, :hash, :name, :data)
     ON CONFLICT (repo_id, hash, name) DO UPDATE SET name = name RETURNING id`,
  )
  const linkConfig = db.run(
    'INSERT OR IGNORE INTO pipeline_configs (pipeline_id, config_id, position) VALUES (:id, :config_id, :position)',
  )
  const copyConfigs = db.run(
    `INSERT INTO pipeline_configs (pipeline_id, config_id, position)
     SELECT :to_id, config_id, position FROM pipeline_configs WHERE pipeline_id = :from_id`,
  )
  const configs = db.all<{ hash: string; name: string; data: Uint8Array }>(
    `SELECT hash, name, data FROM pipeline_configs JOIN configs ON configs.id = config_id
     WHERE pipeline_id = :id ORDER BY position`,
  )

  return {
    row: (id: number) => byId({ id }),
    rowOf: (repo_id: number, number: number) => byNumber({ repo_id, number }),
    /** What an earlier arrival of the same push made. */
    ofPush: (repo_id: number, push_id: string, event: string, ref: string) =>
      ofPush({ repo_id, push_id, event, ref }),
    /** What a badge shows: the newest of a branch and events that does not wait for approval. */
    newestOf: (repo_id: number, branch: string, events: string[]) =>
      newestOf({ repo_id, branch, events: JSON.stringify(events) }),
    newestRow: (repo_id: number) => newest({ repo_id }),
    newestPush: (repo_id: number, branch: string) => newestPush({ repo_id, branch }),
    /** The newest older pipeline of the same branch. */
    previous: ({ repo_id, branch, number }: PipelineRow) => previous({ repo_id, branch, number }),
    /** Active ones of the same event, and of the same branch (push) or refspec (all others). */
    superseded: ({ repo_id, id, event, branch, refspec }: PipelineRow) =>
      older({
        repo_id,
        id,
        event,
        branch: event === 'push' ? branch : null,
        refspec: event === 'push' ? null : refspec,
      }),
    /** Rows that a crash left between insertion and queueing. */
    halfMade: () => halfMade().map(({ id }) => id),

    list: (repo_id: number, filter: PipelineFilter): Pipeline[] =>
      page({
        repo_id,
        branch: filter.branch ?? null,
        events: filter.events ? JSON.stringify(filter.events) : null,
        status: filter.status ?? null,
        ref: filter.ref ?? null,
        before: filter.before ?? null,
        after: filter.after ?? null,
        limit: filter.perPage,
        offset: (filter.page - 1) * filter.perPage,
      }).map(toRawPipeline),

    /** A stored pipeline with its workflows and their steps. */
    whole(row: PipelineRow): Pipeline {
      const children = steps({ id: row.id })
      return {
        ...toRawPipeline(row),
        workflows: workflows({ id: row.id }).map((workflow) =>
          toWorkflow(
            workflow,
            children.filter(({ ppid }) => ppid === workflow.pid),
          ),
        ),
      }
    },

    step: (id: number, step_id: number) => step({ id, step_id }),

    /** Gets the next number of its repository. */
    insert(pipeline: NewPipeline): PipelineRow {
      const row = insert({ ...empty, ...pipeline, now: seconds() })
      if (!row) throw new Error('The pipeline was not stored')
      return row
    },
    /** As if it had never been: its number is free again. */
    remove: (row: PipelineRow) =>
      db.transaction(() => {
        remove({ id: row.id })
        dropConfigs({ repo_id: row.repo_id })
      }),
    fail: (id: number, errors: PipelineError[]) =>
      void fail({ id, errors_json: JSON.stringify(errors), now: seconds() }),
    warn: (id: number, errors: PipelineError[]) =>
      void warn({ id, errors_json: JSON.stringify(errors), now: seconds() }),

    activeOf: (repo_id: number) => activeOf({ repo_id }),
    /** Waits for somebody's approval. */
    block: (id: number) => void block({ id, now: seconds() }),
    review: (id: number, reviewer: string) => void review({ id, reviewer, now: seconds() }),
    /** With its workflows and steps. */
    decline: (id: number, reviewer: string) =>
      db.transaction(() => {
        review({ id, reviewer, now: seconds() })
        declinePipeline({ id, now: seconds() })
        declineWorkflows({ id })
        declineSteps({ id })
      }),

    saveConfigs(row: PipelineRow, files: { name: string; data: string }[]) {
      for (const [position, { name, data }] of files.entries()) {
        const bytes = Buffer.from(data)
        const hash = createHash('sha256').update(bytes).digest('hex')
        const config = insertConfig({ repo_id: row.repo_id, hash, name, data: bytes })
        if (config) linkConfig({ id: row.id, config_id: config.id, position })
      }
    },
    copyConfigs: (from_id: number, to_id: number) => void copyConfigs({ from_id, to_id }),
    configs: (id: number): Config[] =>
      configs({ id }).map(({ hash, name, data }) => ({
        hash,
        name,
        data: Buffer.from(data).toString('base64'),
      })),
    configTexts: (id: number) =>
      configs({ id }).map(({ name, data }) => ({ path: name, data: Buffer.from(data).toString('utf8') })),
  }
}
