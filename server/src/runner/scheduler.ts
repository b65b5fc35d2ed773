import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { Database } from '../database/database.ts'
import type { createAgent } from './agent.ts'
import { pickTasks, type Sorted, sortTasks, type Task } from './queue.ts'
import type { Tools } from './run.ts'
import type { Stop } from './transitions.ts'
import type { CancelReason } from './types.ts'
import { runWorkflow } from './workflow.ts'
import { removeFolder } from './workspace.ts'

interface SchedulerDeps {
  db: Database
  tools: Tools
  agent: ReturnType<typeof createAgent>
  capacity: number
  /** Folder of the workspaces. */
  workspaces: string
}

interface Running {
  stop: AbortController
  /** When its last trace is gone. */
  over: Promise<void>
}

/** How long to wait before looking at the queue again when looking failed. */
const retryMs = 1000
const stopMs = 9000

/** Hands out queued workflows and runs them. Looks at the queue when something has happened, never by the clock. */
export function createScheduler({ db, tools, agent, capacity, workspaces }: SchedulerDeps) {
  const { queue, transitions, log } = tools
  const running = new Map<number, Running>()
  let isStarted = false
  let isPaused = false
  let isDue = false

  /** Drops what will never run, again until nothing changes: dropping one may decide about the next. */
  function sortAndDrop(): Sorted {
    for (;;) {
      const sorted = sortTasks(queue.list(), queue.dependencyStates())
      if (sorted.unwanted.length === 0) return sorted
      for (const { workflow_id } of sorted.unwanted) {
        transitions.skipWorkflow(workflow_id)
        queue.remove(workflow_id)
      }
    }
  }

  function handOut(): { task: Task; folder: string }[] {
    return db.transaction(() => {
      const sorted = sortAndDrop()
      if (sorted.pending.length === 0 || running.size >= capacity) return []
      const { id, isPaused, labels } = agent.state()
      if (isPaused) return []
      return pickTasks(sorted, capacity - running.size, labels).map((task) => {
        const folder = join(workspaces, randomUUID())
        queue.assign(task.workflow_id, id, folder)
        transitions.startWorkflow({ id: task.workflow_id, pipeline_id: task.pipeline_id }, id, tools.platform)
        return { task, folder }
      })
    })
  }

  async function execute(task: Task, folder: string, signal: AbortSignal) {
    const end = await runWorkflow(tools, task, folder, signal)
    try {
      db.transaction(() => {
        transitions.endWorkflow(task.workflow_id, end)
        queue.remove(task.workflow_id)
        db.afterCommit(wake)
      })
    } catch (error) {
      log.error({ workflow: task.workflow_id, error }, 'The end of a workflow could not be stored')
    }
    await removeFolder(folder).catch((error: unknown) =>
      log.warn({ folder, error }, 'A workspace could not be removed'),
    )
  }

  function start(task: Task, folder: string) {
    const stop = new AbortController()
    const over = execute(task, folder, stop.signal).finally(() => {
      running.delete(task.workflow_id)
      look()
    })
    running.set(task.workflow_id, { stop, over })
  }

  /** Stops what runs for rows that are gone: somebody has removed the pipeline. */
  function stopOrphans() {
    if (running.size === 0) return
    const known = queue.ids()
    for (const [id, { stop }] of running)
      if (!known.has(id)) stop.abort({ kind: 'cancel', text: 'Removed' } satisfies Stop)
  }

  function look() {
    isDue = false
    if (!isStarted) return
    try {
      stopOrphans()
      if (isPaused) return
      const tasks = handOut()
      for (const { task, folder } of tasks) start(task, folder)
      if (tasks.length > 0) agent.worked()
    } catch (error) {
      log.error({ error }, 'The queue could not be looked at')
      setTimeout(wake, retryMs).unref()
    }
  }

  function wake() {
    if (isDue) return
    isDue = true
    setImmediate(look)
  }

  return {
    wake,
    get isPaused() {
      return isPaused
    },
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      wake()
    },

    start() {
      isStarted = true
      wake()
    },

    idleSlots: () => (isStarted && !agent.state().isPaused ? Math.max(0, capacity - running.size) : 0),

    async whenIdle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ over }) => over))
    },

    /** Ends what runs and starts nothing any more. Resolves when all is gone. */
    async stop(text: string) {
      isStarted = false
      for (const { stop } of running.values()) stop.abort({ kind: 'shutdown', text } satisfies Stop)
      const over = Promise.all([...running.values()].map(({ over }) => over))
      // What takes longer is left to the repair at the next start.
      await Promise.race([over, wait(stopMs, undefined, { ref: false })])
    },

    /** Engine 6.5. Rows change in the caller's transaction; processes die once it has committed. */
    cancel(pipelineId: number, reason: CancelReason): boolean {
      return db.transaction(() => {
        const active = tools.runs.workflows(pipelineId).filter(({ state }) => state === 'running')
        if (!transitions.cancel(pipelineId, reason)) return false
        queue.removeWaiting(pipelineId)
        db.afterCommit(() => {
          for (const { id } of active)
            running.get(id)?.stop.abort({ kind: 'cancel', text: 'Canceled' } satisfies Stop)
          wake()
        })
        return true
      })
    },
  }
}
