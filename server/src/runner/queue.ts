import { shouldRun } from '../engine/status.ts'
import type { RunOn } from '../engine/types.ts'
import { matchScore } from './labels.ts'
import type { QueueInfo, QueueTask } from './types.ts'

/** A queued or running workflow. */
export interface Task {
  workflow_id: number
  pipeline_id: number
  pipeline_number: number
  pipeline_created: number
  repo_id: number
  pid: number
  name: string
  labels: Record<string, string>
  /** Workflow ids. */
  dependsOn: number[]
  runOn: RunOn[]
  concurrency_limit: number
  /** '' is the workflow's own name. */
  concurrency_group: string
  /** 0 while it waits. */
  agent_id: number
  agent_name: string
  created: number
}

export interface Sorted {
  running: Task[]
  /** Could run now. */
  pending: Task[]
  waitingOnDeps: Task[]
  /** Never will run: what they waited for ended otherwise. */
  unwanted: Task[]
}

const goingOn: ReadonlySet<string> = new Set(['created', 'blocked', 'pending', 'running'])

/** Sorts tasks by what they wait for. `states` are those of the workflows that tasks depend on, by id. */
export function sortTasks(tasks: readonly Task[], states: ReadonlyMap<number, string>): Sorted {
  const sorted: Sorted = { running: [], pending: [], waitingOnDeps: [], unwanted: [] }
  for (const task of tasks) {
    const found = task.dependsOn.flatMap((id) => states.get(id) ?? [])
    if (task.agent_id !== 0) sorted.running.push(task)
    else if (found.some((state) => goingOn.has(state))) sorted.waitingOnDeps.push(task)
    else if (shouldRun(task.runOn, found)) sorted.pending.push(task)
    else sorted.unwanted.push(task)
  }
  return sorted
}

/**
 * The tasks to hand out now, in order: as many as there are free slots, each fitting the agent's labels and its own
 * concurrency group. A task that fits nowhere holds up no other.
 */
export function pickTasks(
  sorted: Sorted,
  freeSlots: number,
  agentLabels: Readonly<Record<string, string>>,
): Task[] {
  const picked: Task[] = []
  for (const task of sorted.pending) {
    if (picked.length >= freeSlots) break
    if (matchScore(task.labels, agentLabels) < 0) continue
    if (isCrowded(task, sorted, picked)) continue
    picked.push(task)
  }
  return picked
}

/** Members of its group that run, or that are queued in an earlier pipeline, take all the places (engine 6.8). */
function isCrowded(task: Task, sorted: Sorted, picked: readonly Task[]): boolean {
  if (task.concurrency_limit <= 0) return false
  const isMember = (other: Task) => groupOf(other) === groupOf(task)
  const running = [...sorted.running, ...picked].filter(isMember)
  const reserved = [...sorted.pending, ...sorted.waitingOnDeps].filter(
    (other) => isMember(other) && isEarlier(other, task) && !picked.includes(other),
  )
  return running.length + reserved.length >= task.concurrency_limit
}

const groupOf = ({ repo_id, name, concurrency_group }: Task) =>
  concurrency_group ? `${repo_id}:group:${concurrency_group}` : `${repo_id}:name:${name}`

const isEarlier = (one: Task, other: Task) =>
  one.pipeline_id !== other.pipeline_id &&
  (one.pipeline_created < other.pipeline_created ||
    (one.pipeline_created === other.pipeline_created && one.pipeline_id < other.pipeline_id))

export function toQueueInfo(
  sorted: Sorted,
  states: ReadonlyMap<number, string>,
  idleSlots: number,
  isPaused: boolean,
): QueueInfo {
  const toList = (tasks: readonly Task[]) => tasks.map((task) => toQueueTask(task, states))
  const pending = [...sorted.unwanted, ...sorted.pending]
  return {
    pending: toList(pending),
    waiting_on_deps: toList(sorted.waitingOnDeps),
    running: toList(sorted.running),
    stats: {
      worker_count: idleSlots,
      pending_count: pending.length,
      waiting_on_deps_count: sorted.waitingOnDeps.length,
      running_count: sorted.running.length,
    },
    paused: isPaused,
  }
}

export function toQueueTask(task: Task, states: ReadonlyMap<number, string>): QueueTask {
  const finished = task.dependsOn.flatMap((id): [string, string][] => {
    const state = states.get(id)
    return state && !goingOn.has(state) ? [[String(id), state]] : []
  })
  return {
    id: String(task.workflow_id),
    pid: task.pid,
    name: task.name,
    labels: task.labels,
    dependencies: task.dependsOn.length > 0 ? task.dependsOn.map(String) : null,
    run_on: task.runOn.length > 0 ? task.runOn : null,
    dep_status: Object.fromEntries(finished),
    agent_id: task.agent_id,
    agent_name: task.agent_name,
    pipeline_id: task.pipeline_id,
    pipeline_number: task.pipeline_number,
    repo_id: task.repo_id,
    concurrency_limit: task.concurrency_limit,
    concurrency_group: task.concurrency_group,
    created: task.created,
  }
}
