import * as z from 'zod/mini'

import { flag, int, list, text, textMap } from './fields.ts'
import { defineRoutes } from './route.ts'

/** A workflow that waits or runs. */
export const Task = z.object({
  /** The workflow's id, as text. */
  id: text(),
  pid: int(),
  name: text(),
  /** What an agent must have. */
  labels: textMap(),
  /** Ids of tasks it waits for. */
  dependencies: list(z.string()),
  run_on: list(z.string()),
  dep_status: textMap(),
  /** 0 while it waits. */
  agent_id: int(),
  pipeline_id: int(),
  repo_id: int(),
  concurrency_limit: int(),
  concurrency_group: text(),
  created: int(),
})
export type Task = z.output<typeof Task>

export const QueueTask = z.extend(Task, { pipeline_number: int(), agent_name: text() })
export type QueueTask = z.output<typeof QueueTask>

export const QueueInfo = z.object({
  pending: list(QueueTask),
  waiting_on_deps: list(QueueTask),
  running: list(QueueTask),
  stats: z.object({
    /** Idle slots, not agents. */
    worker_count: int(),
    pending_count: int(),
    waiting_on_deps_count: int(),
    running_count: int(),
  }),
  paused: flag(),
})
export type QueueInfo = z.output<typeof QueueInfo>

export const queueRoutes = defineRoutes({
  info: { method: 'GET', path: '/api/queue/info', access: 'admin', response: QueueInfo },
  /** Hands out nothing any more; forgotten at a restart of the server. */
  pause: { method: 'POST', path: '/api/queue/pause', access: 'admin', response: z.void() },
  resume: { method: 'POST', path: '/api/queue/resume', access: 'admin', response: z.void() },
  /** Answers once nothing runs. */
  whenIdle: { method: 'GET', path: '/api/queue/norunningpipelines', access: 'admin', response: z.void() },
})
