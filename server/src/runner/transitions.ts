import type { Database } from '../database/database.ts'
import { closedState, mergeStates, workflowState } from '../engine/status.ts'
import type { Changes } from './changes.ts'
import { cancelInfo, type RunsStore } from './runs.store.ts'
import type { CancelReason } from './types.ts'

export interface StepEnd {
  state: 'success' | 'failure' | 'killed' | 'skipped'
  exit_code?: number
  error?: string
}

/** Why a workflow was stopped before its own end. */
export interface Stop {
  kind: 'cancel' | 'timeout' | 'shutdown'
  /** Written to the steps that were running. */
  text: string
}

export interface WorkflowEnd {
  stop?: Stop | undefined
  /** Why it could not run. */
  error?: string
}

export type Transitions = ReturnType<typeof createTransitions>

/** Every change of a state. Each function is one transaction and joins the caller's. */
export function createTransitions(db: Database, runs: RunsStore, changes: Changes, now: () => number) {
  const setPending = {
    pipeline: db.run(
      `UPDATE pipelines SET status = 'pending', updated = :now WHERE id = :id AND status IN ('created', 'blocked', 'pending')`,
    ),
    workflows: db.run(
      `UPDATE workflows SET state = 'pending' WHERE pipeline_id = :id AND state IN ('created', 'blocked')`,
    ),
    steps: db.run(
      `UPDATE steps SET state = 'pending' WHERE pipeline_id = :id AND state IN ('created', 'blocked')`,
    ),
  }
  const runPipeline = db.run(
    `UPDATE pipelines SET status = 'running', started = CASE started WHEN 0 THEN :now ELSE started END, updated = :now
     WHERE id = :id AND status = 'pending'`,
  )
  const touchPipeline = db.run('UPDATE pipelines SET updated = :now WHERE id = :id')
  const endPipeline = db.run(
    `UPDATE pipelines SET status = :status, finished = :now, updated = :now,
       cancel_info_json = coalesce(:cancel_info_json, cancel_info_json)
     WHERE id = :id AND status IN ('created', 'pending', 'running', 'blocked')`,
  )
  const runWorkflow = db.run(
    `UPDATE workflows SET state = 'running', started = :now, agent_id = :agent_id, platform = :platform
     WHERE id = :id AND state = 'pending'`,
  )
  const endWorkflow = db.run(
    `UPDATE workflows SET state = :state, error = :error, finished = CASE started WHEN 0 THEN 0 ELSE :now END
     WHERE id = :id`,
  )
  const runStep = db.run(
    `UPDATE steps SET state = 'running', started = :now WHERE id = :id AND state = 'pending'`,
  )
  const endStep = db.run(
    `UPDATE steps SET state = :state, exit_code = :exit_code, error = :error,
       finished = CASE started WHEN 0 THEN 0 ELSE :now END
     WHERE id = :id AND state IN ('pending', 'running')`,
  )
  const skipPendingWorkflows = db.run(
    `UPDATE workflows SET state = 'skipped' WHERE pipeline_id = :id AND state = 'pending'`,
  )
  const cancelPendingSteps = db.run(
    `UPDATE steps SET state = 'canceled' WHERE pipeline_id = :id AND state = 'pending'`,
  )

  /** Gives the pipeline its final status once none of its workflows is going on. One that was canceled stays so. */
  function settle(pipeline_id: number) {
    const states = runs.workflowStates(pipeline_id)
    const isOver = states.length > 0 && !states.some((state) => active.has(state))
    const status = isOver && mergeStates(states)
    const ended = status && endPipeline({ id: pipeline_id, status, now: now(), cancel_info_json: null }) > 0
    if (!ended) touchPipeline({ id: pipeline_id, now: now() })
    changes.touch(pipeline_id)
    if (ended) changes.finish(pipeline_id)
  }

  return {
    settle: (pipeline_id: number) => db.transaction(() => settle(pipeline_id)),

    pending(pipeline_id: number) {
      db.transaction(() => {
        setPending.pipeline({ id: pipeline_id, now: now() })
        setPending.workflows({ id: pipeline_id })
        setPending.steps({ id: pipeline_id })
        changes.touch(pipeline_id)
      })
    },

    startWorkflow(workflow: { id: number; pipeline_id: number }, agent_id: number, platform: string) {
      db.transaction(() => {
        runWorkflow({ id: workflow.id, agent_id, platform, now: now() })
        runPipeline({ id: workflow.pipeline_id, now: now() })
        changes.touch(workflow.pipeline_id)
      })
    },

    /** False when the step is not waiting any more: it was canceled. */
    startStep(pipeline_id: number, id: number): boolean {
      return db.transaction(() => {
        const isStarted = runStep({ id, now: now() }) > 0
        if (isStarted) changes.touch(pipeline_id)
        return isStarted
      })
    },

    /** Does nothing to a step that has its end already. */
    endStep(pipeline_id: number, id: number, { state, exit_code = 0, error = '' }: StepEnd) {
      db.transaction(() => {
        if (endStep({ id, state, exit_code, error, now: now() }) > 0) changes.touch(pipeline_id)
      })
    },

    /** Closes what is left of its steps, merges them (engine 5.6) and settles the pipeline. */
    endWorkflow(id: number, { stop, error = '' }: WorkflowEnd) {
      db.transaction(() => {
        const workflow = runs.workflow(id)
        if (!workflow || !active.has(workflow.state)) return
        for (const step of runs.steps(id)) {
          if (!active.has(step.state)) continue
          const text = step.state === 'running' && stop ? stop.text : ''
          const state = stop ? 'killed' : closedState(step)
          endStep({ id: step.id, state, exit_code: 0, error: text, now: now() })
        }
        const state = workflowState({
          steps: runs.steps(id).map((step) => ({ ...step, detach: false })),
          // One that could not be started for an error of ours was not simply skipped.
          hasStarted: workflow.started > 0 || error !== '',
          hasError: error !== '',
          wasStopped: stop !== undefined,
        })
        endWorkflow({ id, state, error, now: now() })
        settle(workflow.pipeline_id)
      })
    },

    /** What it waited for did not end as it needs (engine 5.8, D5). */
    skipWorkflow(id: number) {
      db.transaction(() => {
        const workflow = runs.workflow(id)
        if (workflow?.state !== 'pending') return
        for (const step of runs.steps(id))
          endStep({ id: step.id, state: 'skipped', exit_code: 0, error: '', now: now() })
        endWorkflow({ id, state: 'skipped', error: '', now: now() })
        settle(workflow.pipeline_id)
      })
    },

    /** Engine 6.5, the rows. False when there is nothing to cancel. */
    cancel(pipeline_id: number, reason: CancelReason): boolean {
      return db.transaction(() => {
        const status = runs.pipeline(pipeline_id)?.status ?? ''
        if (!['pending', 'running', 'blocked'].includes(status)) return false
        const workflows = runs.workflows(pipeline_id)
        const isUntouched = status !== 'blocked' && workflows.every(({ state }) => state === 'pending')
        if (status !== 'blocked') {
          skipPendingWorkflows({ id: pipeline_id })
          cancelPendingSteps({ id: pipeline_id })
        }
        const cancel_info_json = JSON.stringify(cancelInfo(reason))
        endPipeline({
          id: pipeline_id,
          status: isUntouched ? 'canceled' : 'killed',
          now: now(),
          cancel_info_json,
        })
        changes.touch(pipeline_id)
        changes.finish(pipeline_id)
        return true
      })
    },
  }
}

const active: ReadonlySet<string> = new Set(['pending', 'running'])
