import { basename } from 'node:path'

import { createByteMask } from '../engine/mask.ts'
import { firstStart, killLeftovers } from './leftovers.ts'
import type { Payload } from './queue.store.ts'
import type { Task } from './queue.ts'
import type { Tools, WorkflowRun } from './run.ts'
import { runStep } from './step.ts'
import type { Stop, WorkflowEnd } from './transitions.ts'
import { makeWorkspace } from './workspace.ts'

/**
 * Runs a workflow in the folder `base`, whose name marks its processes. When it resolves no process is left; the
 * folder stays. Never rejects: what went wrong is in the answer.
 */
export async function runWorkflow(
  tools: Tools,
  task: Task,
  base: string,
  signal: AbortSignal,
): Promise<WorkflowEnd> {
  const mark = basename(base)
  const timer = new AbortController()
  const stopped = AbortSignal.any([signal, timer.signal])
  const groups: WorkflowRun['groups'] = []
  let timeout: NodeJS.Timeout | undefined
  let error: string
  try {
    const payload = tools.queue.payload(task.workflow_id)
    if (!payload) throw new Error('The task has no payload')
    const { timeoutMinutes } = payload.info
    const text = `Timeout: the workflow took longer than ${timeoutMinutes} minutes`
    timeout = setTimeout(
      () => timer.abort({ kind: 'timeout', text } satisfies Stop),
      Math.min(timeoutMinutes * 60_000, 2 ** 31 - 1),
    )
    error = await runStages(tools, task, payload, base, stopped, groups)
  } catch (problem) {
    error = problem instanceof Error ? problem.message : String(problem)
    tools.log.error({ workflow: task.workflow_id, error }, 'A workflow could not run')
  } finally {
    clearTimeout(timeout)
  }
  const found = await endAll(mark, base, groups)
  if (found > 0)
    tools.log.info({ workflow: task.workflow_id, processes: found }, 'Killed what steps left behind')
  return stopped.aborted
    ? { stop: stopped.reason as Stop, error: shownError(stopped.reason as Stop) }
    : { error }
}

/** Kills what is left. A workflow that has started nothing has left nothing. */
async function endAll(mark: string, folder: string, groups: WorkflowRun['groups']): Promise<number> {
  if (groups.length === 0) return 0
  const since = firstStart(groups)
  return killLeftovers({ mark, folder, groups, ...(since !== undefined && { since }) }).catch(() => 0)
}

/** Answers with the workflow's error, '' without one. Rejects when it could not begin. */
async function runStages(
  tools: Tools,
  task: Task,
  { workflow, info }: Payload,
  base: string,
  signal: AbortSignal,
  groups: WorkflowRun['groups'],
): Promise<string> {
  let masks = info.masks
  let mask = createByteMask(masks)
  const run: WorkflowRun = {
    tools,
    workflowId: task.workflow_id,
    pipelineId: task.pipeline_id,
    repoId: task.repo_id,
    folders: await makeWorkspace(base),
    mark: basename(base),
    started: Math.floor(tools.clock() / 1000),
    rows: new Map(tools.runs.steps(task.workflow_id).map((row) => [row.pid, row])),
    signal,
    mask: (line) => mask(line),
    hide(values) {
      masks = [...masks, ...values]
      mask = createByteMask(masks)
    },
    groups,
    background: [],
    hasFailed: false,
    error: '',
  }
  try {
    for (const stage of workflow.stages) {
      const { hasFailed } = run
      const ended = await Promise.allSettled(stage.map((step) => runStep(run, step, hasFailed)))
      const broken = ended.find((one) => one.status === 'rejected')
      if (broken) throw broken.reason
    }
  } finally {
    await Promise.all(run.background.map(({ close }) => close()))
  }
  return run.error
}

/** Only the end of the server is told by the workflow itself; the others are told by steps and pipeline. */
const shownError = (stop: Stop) => (stop.kind === 'shutdown' ? stop.text : '')
