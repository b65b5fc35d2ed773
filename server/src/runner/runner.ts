import { join } from 'node:path'

import { createAgent, goPlatform } from './agent.ts'
import { createChanges } from './changes.ts'
import { createImages } from './image.ts'
import { createLogs } from './logs.ts'
import { createQueueStore } from './queue.store.ts'
import { sortTasks, toQueueInfo, toQueueTask } from './queue.ts'
import { repair } from './repair.ts'
import type { Tools } from './run.ts'
import { createRunsStore } from './runs.store.ts'
import { createScheduler } from './scheduler.ts'
import { createTransitions } from './transitions.ts'
import type { CreateRunner } from './types.ts'

const defaultLogLimit = 256 * 2 ** 20

export const createRunner: CreateRunner = (deps) => {
  const { db, box, clock, dataDir, capacity, log } = deps
  const now = () => Math.floor(clock() / 1000)
  const workspaces = join(dataDir, 'workspaces')
  const platform = goPlatform(process.platform, process.arch)
  const logs = createLogs(db)
  const changes = createChanges(db, {
    onChange(pipelineId) {
      logs.recheck()
      deps.onChange(pipelineId)
    },
    onPipelineDone: (pipelineId) => deps.onPipelineDone?.(pipelineId),
  })
  const runs = createRunsStore(db, changes, now)
  const queue = createQueueStore(db, box)
  const transitions = createTransitions(db, runs, changes, now)
  const agent = createAgent(db, { name: deps.agentName, version: deps.version, platform, capacity }, now)
  const images = createImages({
    path: deps.environment['PATH'] ?? '',
    plugins: join(dataDir, 'plugins'),
    isStrict: deps.isStrictImages,
  })
  const tools: Tools = {
    runs,
    queue,
    transitions,
    logs,
    images,
    log,
    clock,
    logLimitBytes: deps.logLimitBytes ?? defaultLogLimit,
    environment: deps.environment,
    machine: deps.agentName,
    platform,
    cloneSource: (repoId) => deps.cloneSource(repoId),
    cancel: (pipelineId, reason) => scheduler.cancel(pipelineId, reason),
    transaction: (work) => db.transaction(work),
  }
  const scheduler = createScheduler({ db, tools, agent, capacity, workspaces })

  return {
    insert: (pipelineId, workflows, state) => runs.insert(pipelineId, workflows, state),

    replace(pipelineId, workflows) {
      db.transaction(() => {
        runs.removeAll(pipelineId)
        runs.insert(pipelineId, workflows, 'created')
      })
    },

    enqueue(pipelineId, workflows, info) {
      db.transaction(() => {
        const ids = new Map(runs.workflows(pipelineId).map(({ pid, id }) => [pid, id]))
        for (const workflow of workflows) queue.insert(ids, pipelineId, { workflow, info }, now())
        transitions.pending(pipelineId)
        db.afterCommit(() => scheduler.wake())
      })
    },

    cancel: (pipelineId, reason) => scheduler.cancel(pipelineId, reason),

    queueInfo() {
      const states = queue.dependencyStates()
      return toQueueInfo(sortTasks(queue.list(), states), states, scheduler.idleSlots(), scheduler.isPaused)
    },
    tasksOfAgent(agentId) {
      const states = queue.dependencyStates()
      const tasks = queue.list().filter(({ agent_id }) => agent_id === agentId && agentId !== 0)
      return tasks.map((task) => toQueueTask(task, states))
    },
    pause: () => scheduler.pause(),
    resume: () => scheduler.resume(),
    get isPaused() {
      return scheduler.isPaused
    },
    wake: () => scheduler.wake(),
    whenIdle: () => scheduler.whenIdle(),

    logs,

    async start() {
      await repair(db, tools, workspaces)
      agent.start(scheduler.wake, (error) =>
        log.warn({ error }, 'The heartbeat of the built-in agent failed'),
      )
      scheduler.start()
    },
    async stop(reason) {
      agent.stop()
      await scheduler.stop(reason)
    },
  }
}
