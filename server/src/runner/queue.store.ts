import type { Box } from '../database/box.ts'
import type { Database } from '../database/database.ts'
import type { CompiledWorkflow, RunOn } from '../engine/types.ts'
import type { Task } from './queue.ts'
import type { EnqueueInfo } from './types.ts'

/** What a task needs to run. It holds environment and secrets: sealed at rest, never told to anybody. */
export interface Payload {
  workflow: CompiledWorkflow
  info: EnqueueInfo
}

interface TaskRow extends Omit<Task, 'labels' | 'dependsOn' | 'runOn'> {
  labels_json: string
  depends_on_json: string
  run_on_json: string
}

/** A process group that was started for a task; `start` tells it from a later one with the same number. */
export interface Group {
  pid: number
  /** Clock ticks from the machine's start to the leader's, 0 when unknown. */
  start: number
}

/** What a crash of the server may have left of a task. */
export interface Remains {
  workflow_id: number
  folder: string
  groups: Group[]
}

export type QueueStore = ReturnType<typeof createQueueStore>

export function createQueueStore(db: Database, box: Box) {
  const insert = db.run(
    `INSERT OR REPLACE INTO tasks (workflow_id, pipeline_id, repo_id, pid, name, labels_json, depends_on_json, run_on_json,
       concurrency_limit, concurrency_group, created, payload_enc)
     VALUES (:workflow_id, :pipeline_id, :repo_id, :pid, :name, :labels_json, :depends_on_json, :run_on_json,
       :concurrency_limit, :concurrency_group, :created, :payload_enc)`,
  )
  const order = db.all<{ workflow_id: number; agent_id: number; agent_name: string }>(
    `SELECT t.workflow_id, t.agent_id, coalesce(a.name, '') AS agent_name
     FROM tasks t LEFT JOIN agents a ON a.id = t.agent_id ORDER BY t.created, t.workflow_id`,
  )
  const one = db.get<TaskRow>(
    `SELECT t.workflow_id, t.pipeline_id, p.number AS pipeline_number, p.created AS pipeline_created, t.repo_id, t.pid,
       t.name, t.labels_json, t.depends_on_json, t.run_on_json, t.concurrency_limit, t.concurrency_group, t.agent_id,
       coalesce(a.name, '') AS agent_name, t.created
     FROM tasks t JOIN pipelines p ON p.id = t.pipeline_id LEFT JOIN agents a ON a.id = t.agent_id
     WHERE t.workflow_id = :workflow_id`,
  )
  const ids = db.all<{ workflow_id: number }>('SELECT workflow_id FROM tasks')
  const states = db.all<{ id: number; state: string }>(
    `SELECT DISTINCT w.id, w.state FROM tasks t, json_each(t.depends_on_json) d JOIN workflows w ON w.id = d.value
     WHERE t.depends_on_json <> '[]'`,
  )
  const payload = db.get<{ payload_enc: Uint8Array }>(
    'SELECT payload_enc FROM tasks WHERE workflow_id = :workflow_id',
  )
  const assign = db.run(
    'UPDATE tasks SET agent_id = :agent_id, folder = :folder WHERE workflow_id = :workflow_id',
  )
  const setGroups = db.run('UPDATE tasks SET groups_json = :groups_json WHERE workflow_id = :workflow_id')
  const remove = db.run('DELETE FROM tasks WHERE workflow_id = :workflow_id')
  const removeWaiting = db.run('DELETE FROM tasks WHERE pipeline_id = :pipeline_id AND agent_id = 0')
  const remains = db.all<{ workflow_id: number; folder: string; groups_json: string }>(
    `SELECT workflow_id, folder, groups_json FROM tasks WHERE folder <> '' OR agent_id <> 0`,
  )

  /** What never changes of a task, read once: the queue is looked at whenever anything happens. */
  const known = new Map<number, Task>()

  function list(): Task[] {
    const rows = order()
    if (known.size > 2 * rows.length + 100) known.clear()
    return rows.flatMap(({ workflow_id, agent_id, agent_name }) => {
      let task = known.get(workflow_id)
      if (!task) {
        const row = one({ workflow_id })
        // Its pipeline is gone.
        if (!row) return []
        task = toTask(row)
        known.set(workflow_id, task)
      }
      return [{ ...task, agent_id, agent_name }]
    })
  }

  return {
    insert(
      ids: ReadonlyMap<number, number>,
      pipeline_id: number,
      { workflow, info }: Payload,
      created: number,
    ) {
      const workflow_id = ids.get(workflow.pid)
      if (workflow_id === undefined) throw new Error(`Workflow ${workflow.pid} has no row`)
      known.delete(workflow_id)
      insert({
        workflow_id,
        pipeline_id,
        repo_id: info.repoId,
        pid: workflow.pid,
        name: workflow.name,
        labels_json: JSON.stringify({
          ...workflow.labels,
          repo: info.repoFullName,
          'org-id': String(info.orgId),
        }),
        depends_on_json: JSON.stringify(workflow.dependsOn.flatMap((pid) => ids.get(pid) ?? [])),
        run_on_json: JSON.stringify(workflow.runOn),
        concurrency_limit: workflow.concurrency.limit,
        concurrency_group: workflow.concurrency.group,
        created,
        payload_enc: box.seal(JSON.stringify({ workflow, info } satisfies Payload), place(workflow_id)),
      })
    },

    /** First come, first served: in the order of being queued. */
    list,
    /** Of the workflows that wait or run. */
    ids: () => new Set(ids().map(({ workflow_id }) => workflow_id)),
    /** Of every workflow that some task waits for, by id. */
    dependencyStates: () => new Map(states().map(({ id, state }) => [id, state])),

    /** Throws when the key is not the one it was sealed with. */
    payload(workflow_id: number): Payload | undefined {
      const row = payload({ workflow_id })
      return row && (JSON.parse(box.open(row.payload_enc, place(workflow_id))) as Payload)
    },

    assign: (workflow_id: number, agent_id: number, folder: string) =>
      assign({ workflow_id, agent_id, folder }),
    setGroups: (workflow_id: number, groups: readonly Group[]) =>
      setGroups({ workflow_id, groups_json: JSON.stringify(groups) }),
    remove: (workflow_id: number) => remove({ workflow_id }),
    /** Takes a pipeline's tasks out of the queue, all but the running ones. */
    removeWaiting: (pipeline_id: number) => removeWaiting({ pipeline_id }),

    remains: (): Remains[] =>
      remains().map(({ workflow_id, folder, groups_json }) => ({
        workflow_id,
        folder,
        groups: JSON.parse(groups_json) as Group[],
      })),
  }
}

const place = (workflow_id: number) => `tasks:payload_enc:${workflow_id}`

function toTask({ labels_json, depends_on_json, run_on_json, ...row }: TaskRow): Task {
  return {
    ...row,
    labels: JSON.parse(labels_json) as Record<string, string>,
    dependsOn: JSON.parse(depends_on_json) as number[],
    runOn: JSON.parse(run_on_json) as RunOn[],
  }
}
