import type { Step, Workflow } from '@yaffle/contract/pipelines'
import { isActive } from '@yaffle/contract/statuses'

/** Steps by the `pid`s of page addresses. Pure; every order is the server's. */

type Workflows = readonly Workflow[]

const stepsOf = (workflows: Workflows): Step[] => workflows.flatMap(({ children }) => children)

const isFault = ({ state }: { state: string }) => state === 'failure' || state === 'error'
const hasFailed = (part: { state: string }) => isFault(part) || part.state === 'killed'
const isRunning = ({ state }: Step) => state === 'running' || state === 'started'

/**
 * What a reader most likely came for: why it failed, else what is going on, else the beginning. A step may fail and be
 * forgiven, which only the state of its workflow tells.
 */
export function defaultStep(workflows: Workflows): Step | undefined {
  const steps = stepsOf(workflows)
  const failed = firstFailed(stepsOf(workflows.filter(hasFailed))) ?? firstFailed(steps)
  return failed ?? steps.find(isRunning) ?? lastRun(steps) ?? steps[0]
}

/** One that failed by itself rather than one that was stopped for it. */
const firstFailed = (steps: readonly Step[]) => steps.find(isFault) ?? steps.find(hasFailed)

/** Between two steps of a running pipeline, the one that has just ended stays on the screen. */
function lastRun(steps: readonly Step[]): Step | undefined {
  return steps.some(({ state }) => isActive(state))
    ? steps.findLast(({ finished, type }) => finished > 0 && type !== 'service')
    : undefined
}

/** The step that an address asks for: by its own pid, or by that of its workflow, whose first one it is then. */
export function stepOf(workflows: Workflows, pid: number | undefined): Step | undefined {
  if (pid === undefined) return undefined
  const workflow = workflows.find((candidate) => candidate.pid === pid)
  return stepsOf(workflows).find((step) => step.pid === pid) ?? workflow?.children[0]
}

/** The step after another (1) or before it (-1); without another the first one. Undefined past either end. */
export function stepBeside(workflows: Workflows, pid: number | undefined, by: 1 | -1): Step | undefined {
  const steps = stepsOf(workflows)
  return steps[steps.findIndex((step) => step.pid === pid) + by]
}
