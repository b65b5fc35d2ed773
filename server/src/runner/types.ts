import type { Box } from '../database/box.ts'
import type { Database } from '../database/database.ts'
import type { CompiledWorkflow, RunOn } from '../engine/types.ts'
import type { Netrc } from '../forge/driver.ts'

/** Where a clone step gets the repository from. */
export interface CloneSource {
  /** A URL, or the absolute path of a repository on this machine. */
  url: string
  /** Credentials for that URL; they are written to the step's home and removed after the clone. */
  netrc?: Netrc | undefined
}

export interface RunnerLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface RunnerDeps {
  db: Database
  box: Box
  /** Milliseconds since 1970. */
  clock: () => number
  /** Absolute. Workspaces are made in `workspaces/`, plugins are looked for in `plugins/`. */
  dataDir: string
  /** Workflows at a time. */
  capacity: number
  /** Name of the built-in agent and of the machine: the host name. */
  agentName: string
  version: string
  /** An image must be an executable of this machine; nothing falls back to a shell. */
  isStrictImages: boolean
  /** The server's own environment; steps get an allow-listed part of it. */
  environment: NodeJS.ProcessEnv
  log: RunnerLog
  /** Asked when a clone step starts. A rejection fails the step with its message. */
  cloneSource: (repoId: number) => CloneSource | Promise<CloneSource>
  /** Once for each committed transaction that changed the pipeline, its workflows or steps. */
  onChange: (pipelineId: number) => void
  /** Once when a pipeline has come to its end, after `onChange`. */
  onPipelineDone?: (pipelineId: number) => void
  /** Bytes of output kept of one step; default 256 MiB. */
  logLimitBytes?: number
}

export interface EnqueueInfo {
  repoId: number
  repoFullName: string
  orgId: number
  /** Minutes a workflow may take from when it starts; fractions are allowed. */
  timeoutMinutes: number
  /** Values of every secret the repository can see: hidden in logs. */
  masks: string[]
}

export type CancelReason = { user: string } | { supersededBy: number } | { step: string }

/** A queued or running workflow in the wire's words (wire 4.18). */
export interface QueueTask {
  /** The workflow's id. */
  id: string
  pid: number
  name: string
  labels: Record<string, string>
  dependencies: string[] | null
  run_on: RunOn[] | null
  dep_status: Record<string, string>
  agent_id: number
  agent_name: string
  pipeline_id: number
  pipeline_number: number
  repo_id: number
  concurrency_limit: number
  concurrency_group: string
  created: number
}

export interface QueueInfo {
  pending: QueueTask[]
  waiting_on_deps: QueueTask[]
  running: QueueTask[]
  stats: {
    /** Idle slots. */
    worker_count: number
    pending_count: number
    waiting_on_deps_count: number
    running_count: number
  }
  paused: boolean
}

export interface LogLine {
  step_id: number
  /** From 0, without gaps. */
  line: number
  /** Whole seconds since the step started. */
  time: number
  /** 0: everything a step prints. */
  type: number
  /** Without the newline. */
  data: Uint8Array
}

export interface LogListener {
  /** In order, without gap or double. A returned promise is waited for, so a slow listener slows only itself. */
  lines(lines: readonly LogLine[]): void | Promise<void>
  /** The log is complete; nothing follows. */
  eof(): void
}

export interface RunnerLogs {
  /** Stored lines in order: those with `line >= from`, at most `limit` of them. */
  read(stepId: number, range?: { from?: number; limit?: number }): LogLine[]
  /** Stored lines after `afterLine` (-1 for all), then live ones, then `eof`. Ends early by the returned function. */
  follow(stepId: number, afterLine: number, listener: LogListener): () => void
  /** More lines may come: the step is pending or running. */
  isOpen(stepId: number): boolean
}

export interface Runner {
  /** Makes the rows of workflows and steps. Joins the caller's transaction. */
  insert(pipelineId: number, workflows: CompiledWorkflow[], state: 'created' | 'pending' | 'blocked'): void
  /** New rows (new ids, same pids) in place of those a blocked pipeline has. Joins the caller's transaction. */
  replace(pipelineId: number, workflows: CompiledWorkflow[]): void
  /** Sets pipeline, workflows and steps pending and queues the workflows. Joins the caller's transaction. */
  enqueue(pipelineId: number, workflows: CompiledWorkflow[], info: EnqueueInfo): void
  /**
   * Stops a pipeline (engine 6.5). False when it is neither pending, running nor blocked. Joins the caller's
   * transaction; processes are killed once that has committed.
   */
  cancel(pipelineId: number, reason: CancelReason): boolean

  queueInfo(): QueueInfo
  /** Tasks that an agent is working on. */
  tasksOfAgent: (agentId: number) => QueueTask[]
  /** Hands out nothing any more; running work goes on. Forgotten at a restart. */
  pause(): void
  resume(): void
  readonly isPaused: boolean
  /** Looks at the queue again, for example after an agent's `no_schedule` changed. */
  wake: () => void
  /** Resolves once no workflow is running. */
  whenIdle(): Promise<void>

  readonly logs: RunnerLogs

  /** Repairs what a crash left (engine D13), registers the built-in agent, then works on the queue. */
  start(): Promise<void>
  /** Kills running steps, marks them with `reason`, and resolves within 10 s. Queued workflows stay queued. */
  stop(reason: string): Promise<void>
}

/** Makes the embedded runner: queue, agent and local executor in one. */
export type CreateRunner = (deps: RunnerDeps) => Runner
