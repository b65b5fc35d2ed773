import { randomUUID } from 'node:crypto'

import type { PipelineError } from '@yaffle/contract/pipelines'

import type { Database } from '../database/database.ts'
import type { CompiledStep, CompiledWorkflow } from '../engine/types.ts'
import type { Changes } from './changes.ts'
import type { CancelReason } from './types.ts'

export interface StepRow {
  id: number
  uuid: string
  pid: number
  name: string
  state: string
  started: number
  type: string
  /** `ignore` for services and detached steps, whatever the file says. */
  failure: string
}

export interface WorkflowRow {
  id: number
  pipeline_id: number
  pid: number
  name: string
  state: string
  error: string
  started: number
}

export interface PipelineRow {
  id: number
  repo_id: number
  number: number
  status: string
  errors_json: string
}

export type RunsStore = ReturnType<typeof createRunsStore>

/** Rows of pipelines, workflows and steps as they are made and read. What changes a state is in `transitions.ts`. */
export function createRunsStore(db: Database, changes: Changes, now: () => number) {
  const insertWorkflow = db.run(
    `INSERT INTO workflows (pipeline_id, pid, name, state, environ_json)
     VALUES (:pipeline_id, :pid, :name, :state, :environ_json)`,
  )
  const insertStep = db.run(
    `INSERT INTO steps (uuid, pipeline_id, pid, ppid, name, state, type, failure)
     VALUES (:uuid, :pipeline_id, :pid, :ppid, :name, :state, :type, :failure)`,
  )
  const removeSteps = db.run('DELETE FROM steps WHERE pipeline_id = :pipeline_id')
  const removeWorkflows = db.run('DELETE FROM workflows WHERE pipeline_id = :pipeline_id')
  const workflowColumns = 'id, pipeline_id, pid, name, state, error, started'
  const workflow = db.get<WorkflowRow>(`SELECT ${workflowColumns} FROM workflows WHERE id = :id`)
  const workflows = db.all<WorkflowRow>(
    `SELECT ${workflowColumns} FROM workflows WHERE pipeline_id = :pipeline_id ORDER BY pid`,
  )
  const states = db.all<{ state: string }>(
    'SELECT DISTINCT state FROM workflows WHERE pipeline_id = :pipeline_id',
  )
  const steps = db.all<StepRow>(
    `SELECT s.id, s.uuid, s.pid, s.name, s.state, s.started, s.type, s.failure FROM steps s
     JOIN workflows w ON w.pipeline_id = s.pipeline_id AND w.pid = s.ppid
     WHERE w.id = :id ORDER BY s.pid`,
  )
  const pipeline = db.get<PipelineRow>(
    'SELECT id, repo_id, number, status, errors_json FROM pipelines WHERE id = :id',
  )
  const setErrors = db.run('UPDATE pipelines SET errors_json = :errors_json, updated = :now WHERE id = :id')

  return {
    workflow: (id: number) => workflow({ id }),
    workflows: (pipeline_id: number) => workflows({ pipeline_id }),
    /** Of one workflow, by pid. */
    steps: (workflow_id: number) => steps({ id: workflow_id }),
    /** The different states of a pipeline's workflows: merging needs no more. */
    workflowStates: (pipeline_id: number) => states({ pipeline_id }).map(({ state }) => state),
    pipeline: (id: number) => pipeline({ id }),

    insert(pipeline_id: number, all: readonly CompiledWorkflow[], state: string) {
      db.transaction(() => {
        for (const one of all) {
          const { pid, name, environ } = one
          insertWorkflow({ pipeline_id, pid, name, state, environ_json: JSON.stringify(environ) })
          for (const step of one.stages.flat())
            insertStep({
              uuid: randomUUID(),
              pipeline_id,
              pid: step.pid,
              ppid: pid,
              name: step.name,
              state,
              type: step.type,
              failure: isBackground(step) ? 'ignore' : step.failure,
            })
        }
        changes.touch(pipeline_id)
      })
    },

    removeAll(pipeline_id: number) {
      removeSteps({ pipeline_id })
      removeWorkflows({ pipeline_id })
    },

    /** Adds a warning to the pipeline's errors; saying the same twice adds one. */
    warn(pipeline_id: number, message: string) {
      db.transaction(() => {
        const errors = JSON.parse(pipeline({ id: pipeline_id })?.errors_json ?? '[]') as PipelineError[]
        if (errors.some((one) => one.message === message)) return
        errors.push({ type: 'generic', message, is_warning: true, data: null })
        setErrors({ id: pipeline_id, errors_json: JSON.stringify(errors), now: now() })
        changes.touch(pipeline_id)
      })
    },
  }
}

/** Its end is not waited for, and its failure never counts. */
export const isBackground = (step: CompiledStep) => step.type === 'service' || step.detach

/** In the wire's words (wire 4.6). */
export function cancelInfo(reason: CancelReason) {
  if ('user' in reason) return { canceled_by_user: reason.user }
  if ('supersededBy' in reason) return { superseded_by: reason.supersededBy }
  return { canceled_by_step: reason.step }
}
