import type { createImages } from './image.ts'
import type { Logs } from './logs.ts'
import type { Group, QueueStore } from './queue.store.ts'
import type { RunsStore, StepRow } from './runs.store.ts'
import type { Transitions } from './transitions.ts'
import type { CancelReason, CloneSource, RunnerLog } from './types.ts'
import type { Workspace } from './workspace.ts'

/** What workflows are run with. */
export interface Tools {
  runs: RunsStore
  queue: QueueStore
  transitions: Transitions
  logs: Logs
  images: ReturnType<typeof createImages>
  log: RunnerLog
  /** Milliseconds since 1970. */
  clock: () => number
  logLimitBytes: number
  /** The server's own. */
  environment: NodeJS.ProcessEnv
  machine: string
  /** `os/arch` in Go's naming. */
  platform: string
  cloneSource: (repoId: number) => CloneSource | Promise<CloneSource>
  cancel: (pipelineId: number, reason: CancelReason) => boolean
  transaction: (work: () => void) => void
}

/** A step that runs beside the others. */
interface Background {
  /** Asks it to end, then makes it end; what was alive until now is a success (D4). */
  close: () => Promise<void>
}

/** One workflow while it runs. */
export interface WorkflowRun {
  tools: Tools
  workflowId: number
  pipelineId: number
  repoId: number
  folders: Workspace
  /** What its processes are found by. */
  mark: string
  /** Unix seconds. */
  started: number
  /** Its steps by pid. */
  rows: ReadonlyMap<number, StepRow>
  /** Aborted to stop it; the reason is a `Stop`. */
  signal: AbortSignal
  /** Hides secrets in a line of a log. */
  mask(line: Buffer): Buffer
  /** Hides more of them from now on. */
  hide(values: string[]): void
  /** Process groups that were started. */
  groups: Group[]
  background: Background[]
  /** Something failed: from the next stage on the steps for failures run. */
  hasFailed: boolean
  /** Why a step could not be started, the first one. */
  error: string
}
