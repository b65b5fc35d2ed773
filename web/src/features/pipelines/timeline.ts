import type { Pipeline, Step, Workflow } from '@yaffle/contract/pipelines'
import { isActive } from '@yaffle/contract/statuses'

/** When everything of a pipeline waited and ran, in Unix seconds. Pure. */

/** A stretch of time; `to` is never before `from`. */
export interface Stretch {
  from: number
  to: number
}

export interface TimelineRow {
  kind: 'workflow' | 'step'
  pid: number
  name: string
  state: string
  /** Until it started, or until now if it has not; absent where it never will. */
  wait?: Stretch
  run?: Stretch
}

export interface Timeline {
  start: number
  end: number
  /** Seconds that it waited for somebody's approval before the start; 0 where nobody was asked. */
  decision: number
  rows: TimelineRow[]
}

const stretch = (from: number, to: number): Stretch => ({ from, to: Math.max(from, to) })

/** `since` is when it could have started: 0 for not yet. */
function rowOf(
  kind: TimelineRow['kind'],
  { pid, name, state, started, finished }: Step | Workflow,
  since: number,
  now: number,
): TimelineRow {
  const row = { kind, pid, name, state }
  if (started > 0) {
    const end = finished || (isActive(state) ? now : started)
    return {
      ...row,
      ...(since > 0 && { wait: stretch(Math.min(since, started), started) }),
      run: stretch(started, end),
    }
  }
  return isActive(state) && since > 0 ? { ...row, wait: stretch(since, now) } : row
}

/**
 * Workflows wait from the pipeline's creation on, or from its approval: beside a day until somebody decides, minutes of
 * running could not be seen. Their steps wait from the workflow's start.
 */
export function timelineOf({ created, reviewed, workflows = [] }: Pipeline, now: number): Timeline {
  // A restart may carry along the review of the pipeline that it restarts.
  const since = Math.max(created, reviewed)
  const decision = since - created
  const rows = workflows.flatMap((workflow) => [
    rowOf('workflow', workflow, since, now),
    ...workflow.children.map((step) => rowOf('step', step, workflow.started, now)),
  ])
  const stretches = rows.flatMap(({ wait, run }) => [wait, run].filter((one) => one !== undefined))
  const start = Math.min(...stretches.map(({ from }) => from))
  const end = Math.max(...stretches.map(({ to }) => to))
  return Number.isFinite(start)
    ? { start, end: Math.max(end, start + 1), decision, rows }
    : { start: 0, end: 1, decision, rows }
}

const paces = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400,
]
const mostTicks = 6

/** Seconds since the start where the axis has a mark: even steps, never more than seven. */
export function ticksOf({ start, end }: Pick<Timeline, 'start' | 'end'>): number[] {
  const length = end - start
  const pace =
    paces.find((one) => length / one <= mostTicks) ?? Math.ceil(length / mostTicks / 86_400) * 86_400
  return Array.from({ length: Math.floor(length / pace) + 1 }, (_, index) => index * pace)
}
