import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { createBox } from '../../database/box.ts'
import { openDatabase, type Database } from '../../database/database.ts'
import type { CompiledStep, CompiledWorkflow } from '../../engine/types.ts'
import { createRunner } from '../runner.ts'
import type { EnqueueInfo, Runner, RunnerDeps } from '../types.ts'

export interface Harness {
  db: Database
  dataDir: string
  runner: Runner
  changes: number[]
  done: number[]
  /** A pipeline row without workflows. */
  aPipeline(overrides?: { number?: number; status?: string; created?: number }): number
  /** Inserts and queues. */
  queue(workflows: CompiledWorkflow[], info?: Partial<EnqueueInfo>): number
  /** Inserts, queues and waits for the end. */
  run(workflows: CompiledWorkflow[], info?: Partial<EnqueueInfo>): Promise<Outcome>
  outcome(pipelineId: number): Outcome
  logOf(pipelineId: number, stepName: string): string
  stepId(pipelineId: number, stepName: string): number
  close(): Promise<void>
}

interface StepOutcome {
  id: number
  state: string
  exit_code: number
  error: string
  started: number
  finished: number
}

export interface Outcome {
  id: number
  status: string
  cancel_info: unknown
  errors: { message: string; is_warning: boolean }[]
  started: number
  finished: number
  workflows: Record<string, { id: number; state: string; error: string; started: number; finished: number }>
  steps: Record<string, StepOutcome>
}

export function anInfo(overrides: Partial<EnqueueInfo> = {}): EnqueueInfo {
  return { repoId: 1, repoFullName: 'ann/tool', orgId: 1, timeoutMinutes: 1, masks: [], ...overrides }
}

let pids = 100

export function aStep(overrides: Partial<CompiledStep> = {}): CompiledStep {
  return {
    pid: ++pids,
    name: 'step',
    type: 'commands',
    image: 'sh',
    commands: ['true'],
    environment: {},
    directory: '',
    failure: 'fail',
    detach: false,
    onSuccess: true,
    onFailure: false,
    settings: {},
    ...overrides,
  }
}

/** A step that runs these commands in sh. */
export const sh = (name: string, commands: string | string[], overrides: Partial<CompiledStep> = {}) =>
  aStep({ name, commands: [commands].flat(), ...overrides })

/** Steps one after another, or stages given as lists. */
export function aWorkflow(
  steps: (CompiledStep | CompiledStep[])[],
  overrides: Partial<CompiledWorkflow> = {},
): CompiledWorkflow {
  return {
    pid: 1,
    name: 'build',
    environ: {},
    labels: {},
    dependsOn: [],
    runOn: ['success'],
    concurrency: { limit: 0, group: '' },
    stages: steps.map((step) => [step].flat()),
    ...overrides,
  }
}

const key = Buffer.alloc(32, 7)
const quiet = { info() {}, warn() {}, error() {} }

/** A runner with a database file and a data folder of its own; `dataDir` uses one that is there. */
export async function aHarness(overrides: Partial<RunnerDeps> = {}): Promise<Harness> {
  const dataDir = overrides.dataDir ?? mkdtempSync(join(tmpdir(), 'yaffle-runner-'))
  const db = openDatabase(join(dataDir, 'test.sqlite'))
  const changes: number[] = []
  const done: number[] = []
  const runner = createRunner({
    db,
    box: createBox(key),
    clock: Date.now,
    dataDir,
    capacity: 2,
    agentName: 'box',
    version: 'test',
    isStrictImages: false,
    environment: process.env,
    log: quiet,
    cloneSource: () => Promise.reject(new Error('nothing to clone')),
    onChange: (id) => changes.push(id),
    onPipelineDone: (id) => done.push(id),
    ...overrides,
  })
  db.run(
    `INSERT OR IGNORE INTO repos (id, forge_id, forge_remote_id, org_id, owner, name, full_name, visibility)
     VALUES (1, 1, 'r1', 1, 'ann', 'tool', 'ann/tool', 'public')`,
  )()
  await runner.start()

  const harness: Harness = {
    db,
    dataDir,
    runner,
    changes,
    done,
    aPipeline: (overrides) => aPipeline(db, overrides),
    queue(workflows, info) {
      const id = aPipeline(db)
      db.transaction(() => {
        runner.insert(id, workflows, 'created')
        runner.enqueue(id, workflows, anInfo(info))
      })
      return id
    },
    async run(workflows, info) {
      const id = harness.queue(workflows, info)
      await until(() => isOver(outcomeOf(db, id)))
      await runner.whenIdle()
      return outcomeOf(db, id)
    },
    outcome: (id) => outcomeOf(db, id),
    stepId: (id, name) => outcomeOf(db, id).steps[name]!.id,
    logOf: (id, name) =>
      runner.logs
        .read(outcomeOf(db, id).steps[name]!.id)
        .map(({ data }) => Buffer.from(data).toString())
        .join('\n'),
    async close() {
      await runner.stop('test over')
      db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return harness
}

const isOver = ({ status, workflows }: Outcome) =>
  !['created', 'pending', 'running', 'blocked'].includes(status) &&
  Object.values(workflows).every(({ state }) => !['pending', 'running'].includes(state))

export function aPipeline(
  db: Database,
  { number, status = 'created', created = 1000 }: { number?: number; status?: string; created?: number } = {},
): number {
  const next = number ?? db.get<{ n: number }>('SELECT coalesce(max(number), 0) + 1 AS n FROM pipelines')()!.n
  return db.get<{ id: number }>(
    `INSERT INTO pipelines (repo_id, number, event, status, created, updated)
     VALUES (1, :number, 'push', :status, :created, 0) RETURNING id`,
  )({ number: next, status, created })!.id
}

function outcomeOf(db: Database, id: number): Outcome {
  const pipeline = db.get<{
    status: string
    cancel_info_json: string | null
    errors_json: string
    started: number
    finished: number
  }>('SELECT * FROM pipelines WHERE id = :id')({ id })!
  type Row = StepOutcome & { name: string }
  const byName = (rows: Row[]) => Object.fromEntries(rows.map((row) => [row.name, row]))
  return {
    id,
    status: pipeline.status,
    cancel_info: pipeline.cancel_info_json === null ? null : JSON.parse(pipeline.cancel_info_json),
    errors: JSON.parse(pipeline.errors_json) as Outcome['errors'],
    started: pipeline.started,
    finished: pipeline.finished,
    workflows: byName(db.all<Row>('SELECT * FROM workflows WHERE pipeline_id = :id')({ id })),
    steps: byName(db.all<Row>('SELECT * FROM steps WHERE pipeline_id = :id')({ id })),
  }
}

/** Waits for a condition; fails after `ms`. */
export async function until(condition: () => unknown, ms = 15_000): Promise<void> {
  const end = performance.now() + ms
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Did not happen in ${ms} ms: ${condition.toString()}`)
    await wait(10)
  }
}
