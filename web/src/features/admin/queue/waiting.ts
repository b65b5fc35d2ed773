import type { Agent } from '@yaffle/contract/agents'
import type { QueueInfo, QueueTask } from '@yaffle/contract/queue'

import { stateOf } from '../../../domain/agentState.ts'

/** How many more workflows an agent could take right now. */
export function freeSlots({ id, capacity }: Pick<Agent, 'id' | 'capacity'>, running: readonly QueueTask[]) {
  return Math.max(0, capacity - running.filter(({ agent_id }) => agent_id === id).length)
}

/** Why a task is where it is. Labels are written `name=value`. */
export type Reason =
  | { kind: 'running'; agent: string }
  | { kind: 'dependencies'; names: string[] }
  | { kind: 'paused' }
  /** `labels` are those that no agent has; none when each is somewhere, but never all on one agent. */
  | { kind: 'noAgent'; labels: string[] }
  | { kind: 'agentsPaused' | 'agentsAway'; agents: string[] }
  | { kind: 'concurrency'; group: string; limit: number }
  | { kind: 'busy' | 'next' }

export type TaskState = 'running' | 'pending' | 'waiting'

export interface ListedTask {
  task: QueueTask
  state: TaskState
  reason: Reason
}

/** In the order of ids, which are numbers written as text. */
const byId = (one: QueueTask, other: QueueTask) =>
  one.id.localeCompare(other.id, 'en', { numeric: true }) || one.pid - other.pid

/**
 * The tasks of each state, oldest first, each with why it waits. Without `agents` (they could not be read) nothing is
 * said about labels. `now` in Unix seconds.
 */
export function explainQueue(
  info: QueueInfo,
  agents: readonly Agent[] | undefined,
  now: number,
): Record<TaskState, ListedTask[]> {
  const names = new Map(
    [...info.running, ...info.pending, ...info.waiting_on_deps].map(({ id, name }) => [id, name]),
  )
  const list = (state: TaskState, tasks: readonly QueueTask[], why: (task: QueueTask) => Reason) =>
    tasks.toSorted(byId).map((task) => ({ task, state, reason: why(task) }))
  return {
    running: list('running', info.running, ({ agent_name, agent_id }) => ({
      kind: 'running',
      agent: agent_name || String(agent_id),
    })),
    pending: list('pending', info.pending, (task) => whyPending(task, info, agents, now)),
    waiting: list('waiting', info.waiting_on_deps, ({ dependencies, dep_status }) => ({
      kind: 'dependencies',
      names: dependencies
        .filter((id) => names.has(id) || !Object.hasOwn(dep_status, id))
        .map((id) => names.get(id) || `#${id}`),
    })),
  }
}

function whyPending(
  task: QueueTask,
  info: QueueInfo,
  agents: readonly Agent[] | undefined,
  now: number,
): Reason {
  if (info.paused) return { kind: 'paused' }
  const fitting = agents?.filter((agent) => fits(task.labels, labelsOf(agent)))
  if (agents && fitting) {
    if (fitting.length === 0) return { kind: 'noAgent', labels: labelsOfNobody(task.labels, agents) }
    const present = fitting.filter((agent) => stateOf(agent, now) === 'online')
    if (present.length === 0) return { kind: 'agentsAway', agents: namesOf(fitting) }
    if (present.every(({ no_schedule }) => no_schedule))
      return { kind: 'agentsPaused', agents: namesOf(present) }
  }
  if (isCrowded(task, info))
    return {
      kind: 'concurrency',
      group: task.concurrency_group || task.name,
      limit: task.concurrency_limit,
    }
  const isFree = fitting
    ? fitting.some(
        (agent) =>
          stateOf(agent, now) === 'online' && !agent.no_schedule && freeSlots(agent, info.running) > 0,
      )
    : info.stats.worker_count > 0
  return { kind: isFree ? 'next' : 'busy' }
}

export const agentName = ({ id, name }: Pick<Agent, 'id' | 'name'>) => name || `#${id}`
const namesOf = (agents: readonly Agent[]) => agents.map(agentName)

type Labels = Readonly<Record<string, string>>

/** What tasks are compared with: the agent's own labels on top of those that every agent has. */
function labelsOf({ platform, backend, org_id, custom_labels }: Agent): Labels {
  return {
    platform,
    backend,
    repo: '*',
    // Its real value is not told; a task that asks for a host is taken to find it.
    hostname: '*',
    ...custom_labels,
    'org-id': org_id === -1 ? '*' : String(org_id),
  }
}

/** A task's labels that count: the server's own and empty ones ask for nothing. */
const demandsOf = (labels: Labels) =>
  Object.entries(labels).filter(([name, value]) => value !== '' && !name.startsWith('woodpecker-ci.org/'))

const valueOf = (labels: Labels, name: string): string | undefined =>
  [name, `!${name}`].map((key) => (Object.hasOwn(labels, key) ? labels[key] : undefined)).find(Boolean)

const has = (labels: Labels, [name, value]: [string, string]) =>
  [value, '*'].includes(valueOf(labels, name) ?? '')

/** Does an agent have all that a task asks for, and does the task have what the agent insists on (`!name`)? */
function fits(task: Labels, agent: Labels): boolean {
  const isRefused = Object.keys(agent).some(
    (name) => name.startsWith('!') && !(Object.hasOwn(task, name.slice(1)) && task[name.slice(1)]),
  )
  return !isRefused && demandsOf(task).every((demand) => has(agent, demand))
}

const labelsOfNobody = (task: Labels, agents: readonly Agent[]) =>
  demandsOf(task)
    .filter((demand) => !agents.some((agent) => has(labelsOf(agent), demand)))
    .map(([name, value]) => `${name}=${value}`)

/** Its concurrency group is full: with what runs, and with what earlier pipelines have in the queue. */
function isCrowded(task: QueueTask, { running, pending, waiting_on_deps }: QueueInfo): boolean {
  if (task.concurrency_limit <= 0) return false
  const isMember = (other: QueueTask) => groupOf(other) === groupOf(task)
  const ahead = [...pending, ...waiting_on_deps].filter(
    (other) => isMember(other) && other.pipeline_id < task.pipeline_id,
  )
  return running.filter(isMember).length + ahead.length >= task.concurrency_limit
}

const groupOf = ({ repo_id, name, concurrency_group }: QueueTask) =>
  JSON.stringify([repo_id, concurrency_group === '' ? 'name' : 'group', concurrency_group || name])
