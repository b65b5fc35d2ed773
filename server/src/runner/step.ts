import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { CompiledStep } from '../engine/types.ts'
import { ImageError } from './image.ts'
import { startOf } from './leftovers.ts'
import { createLogWriter, type LogWriter } from './logWriter.ts'
import type { WorkflowRun } from './run.ts'
import { isBackground, type StepRow } from './runs.store.ts'
import { commandOf, forgetCredentials } from './stepCommand.ts'
import { collectOutput } from './stepOutput.ts'
import { signalGroup, startProcess, type StepProcess } from './stepProcess.ts'
import type { StepEnd, Stop } from './transitions.ts'

/** How long a background step may take to end when it is asked to. */
const politeMs = 5000

/**
 * Runs one step as far as the workflow waits for it: a background step until it has started. Its outcome is in its row;
 * what it means for the steps after it is written to the run. `hasFailed` is how things stood when its stage began.
 */
export async function runStep(run: WorkflowRun, step: CompiledStep, hasFailed: boolean): Promise<void> {
  const row = run.rows.get(step.pid)
  if (!row || run.signal.aborted) return
  const { transitions, runs } = run.tools
  const skip = () => transitions.endStep(run.pipelineId, row.id, { state: 'skipped' })

  if (hasFailed ? !step.onFailure : !step.onSuccess) return skip()
  const missing = step.type === 'service' && (await missingService(run, step))
  if (missing) {
    runs.warn(run.pipelineId, `The service \`${step.name}\` was skipped: ${missing}`)
    return skip()
  }
  if (!transitions.startStep(run.pipelineId, row.id)) return

  const writer = writerOf(run, row)
  let started: StepProcess
  try {
    started = await startStep(run, step, row, hasFailed, writer)
  } catch (error) {
    writer.end()
    await forgetCredentials(run, step)
    finish(run, step, row, { state: 'failure', error: messageOf(error) })
    return
  }
  const watched = supervise(run, step, row, started, writer)
  if (!isBackground(step)) return watched.over
  run.background.push(watched)
}

/** Why a service cannot run here, or false (D3). */
async function missingService(run: WorkflowRun, step: CompiledStep): Promise<string | false> {
  try {
    await run.tools.images.start(step)
    return false
  } catch (error) {
    if (error instanceof ImageError) return error.message
    throw error
  }
}

function writerOf(run: WorkflowRun, { id }: StepRow): LogWriter {
  const { logs, clock, logLimitBytes } = run.tools
  return createLogWriter({
    stepId: id,
    firstLine: logs.count(id),
    clock,
    mask: (line) => run.mask(line),
    append: (lines) => logs.append(lines),
    limitBytes: logLimitBytes,
  })
}

async function startStep(
  run: WorkflowRun,
  step: CompiledStep,
  row: StepRow,
  hasFailed: boolean,
  writer: LogWriter,
): Promise<StepProcess> {
  const { note, ...command } = await commandOf(run, step, row, hasFailed)
  if (note) writer.note(note)
  const started = await startProcess(command, join(run.folders.base, row.uuid))
  try {
    run.groups.push({ pid: started.pid, start: startOf(started.pid) })
    run.tools.queue.setGroups(run.workflowId, run.groups)
    return started
  } catch (error) {
    signalGroup(started.pid, 'SIGKILL')
    started.output.destroy()
    throw error
  }
}

/** Sees a started step to its end. `over` rejects only when its outcome cannot be stored. */
function supervise(
  run: WorkflowRun,
  step: CompiledStep,
  row: StepRow,
  started: StepProcess,
  writer: LogWriter,
) {
  const { signal } = run
  const kill = () => signalGroup(started.pid, 'SIGKILL')
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()

  let isClosing = false
  let hasExited = false
  // As things stand when the process ends, not when its last output is stored.
  const exited = started.exited.then(({ code }): StepEnd => {
    hasExited = true
    if (signal.aborted) return { state: 'killed', error: (signal.reason as Stop).text }
    return isClosing || code === 0 ? { state: 'success' } : { state: 'failure', exit_code: code }
  })

  const watch = async () => {
    let outcome: StepEnd
    try {
      await collectOutput(started, writer, row.uuid)
      writer.end()
      outcome = await exited
    } catch (error) {
      outcome = { state: 'failure', error: `The log could not be stored: ${messageOf(error)}` }
    } finally {
      signal.removeEventListener('abort', kill)
    }
    await forgetCredentials(run, step)
    finish(run, step, row, outcome)
  }
  const over = watch()
  // Nobody waits for a background step before its workflow ends; until then a rejection is not forgotten, only waiting.
  over.catch(() => undefined)

  return {
    over,
    async close() {
      isClosing = true
      // Once it has ended its number may be somebody else's.
      if (!hasExited) signalGroup(started.pid, 'SIGTERM')
      await Promise.race([exited, wait(politeMs, undefined, { signal }).catch(() => undefined)])
      if (!hasExited) kill()
      await over
    },
  }
}

/** Writes a step's outcome and what it means for the others (engine 5.4, 5.5, D11). */
function finish(run: WorkflowRun, step: CompiledStep, { id, failure }: StepRow, outcome: StepEnd) {
  const { transitions, cancel } = run.tools
  const counts = outcome.state === 'failure' && failure !== 'ignore'
  if (counts) {
    run.hasFailed = true
    run.error ||= outcome.error ?? ''
  }
  run.tools.transaction(() => {
    transitions.endStep(run.pipelineId, id, outcome)
    if (counts && failure === 'cancel') cancel(run.pipelineId, { step: step.name })
  })
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
