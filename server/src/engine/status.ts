import type { RunOn } from './types.ts'

/** Earlier ones colour a whole that contains them. */
const order = [
  'declined',
  'blocked',
  'created',
  'error',
  'killed',
  'canceled',
  'running',
  'pending',
  'failure',
  'success',
  'skipped',
] as const

const rank = new Map<string, number>(order.map((state, index) => [state, index]))
const rankOf = (state: string) => rank.get(state === 'started' ? 'running' : state) ?? order.length

/**
 * The state of a whole, from those of its parts. Nothing at all and nothing but skipped parts are a success;
 * a part that was canceled beside others that were not means that the whole was killed.
 */
export function mergeStates(states: readonly string[]): string {
  if (states.includes('canceled')) {
    if (states.every((state) => state === 'canceled')) return 'canceled'
    return mergeStates(states.map((state) => (state === 'canceled' ? 'killed' : state)))
  }
  let merged = 'success'
  for (const state of states)
    if (rankOf(state) < rankOf(merged)) merged = state === 'started' ? 'running' : state
  return merged
}

export interface StepOutcome {
  state: string
  /** Unix seconds, 0 if it never started. */
  started: number
  /** `fail`, `ignore`, `cancel` or other text. */
  failure: string
  type: string
  detach: boolean
}

/** Nothing stays open in a finished workflow: what had started counts as a success, the rest as killed. */
export function closedState(step: Pick<StepOutcome, 'state' | 'started'>): string {
  if (step.state !== 'pending' && step.state !== 'running') return step.state
  return step.started > 0 ? 'success' : 'killed'
}

/** Whether this step's failure is its workflow's failure. Services and background steps never colour it. */
const colours = (step: StepOutcome) => step.failure === 'fail' && !step.detach && step.type !== 'service'

/** The state of a finished workflow. */
export function workflowState(workflow: {
  steps: readonly StepOutcome[]
  hasStarted: boolean
  /** It could not run. */
  hasError: boolean
  /** It was cancelled or took too long. */
  wasStopped: boolean
}): string {
  if (workflow.wasStopped) return workflow.hasStarted ? 'killed' : 'skipped'
  if (workflow.hasError) return 'failure'
  if (!workflow.hasStarted) return 'skipped'
  const counting = workflow.steps.filter((step) => step.state !== 'failure' || colours(step))
  return mergeStates(counting.map(closedState))
}

/** Whether a workflow runs, given how all those that it waits for ended. */
export function shouldRun(runOn: readonly RunOn[], dependencies: readonly string[]): boolean {
  if (runOn.includes('success') && runOn.includes('failure')) return true
  if (runOn.includes('failure')) return dependencies.every((state) => state !== 'success')
  return dependencies.every((state) => state === 'success')
}
