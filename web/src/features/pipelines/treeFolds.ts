import type { Workflow } from '@yaffle/contract/pipelines'

/** Which workflows of the step tree are folded, by their `pid`s, and how that changes as a pipeline goes on. Pure. */
export interface Folds {
  folded: ReadonlySet<number>
  /** Folded or opened by somebody. */
  byHand: ReadonlySet<number>
  /** The workflow of the step that is shown. */
  home: number | undefined
}

type Workflows = readonly Workflow[]

const isQuiet = (state: string) => state === 'success' || state === 'skipped' || state === 'blocked'

const homeOf = (workflows: Workflows, chosen: number | undefined) =>
  workflows.find(({ children }) => children.some(({ pid }) => pid === chosen))?.pid

/** Of several workflows, those start folded that have nothing to look at, unless the chosen step is in one. */
export function foldsAtFirst(workflows: Workflows, chosen: number | undefined): Folds {
  const home = homeOf(workflows, chosen)
  const quiet = workflows.filter(({ pid, state }) => isQuiet(state) && pid !== home).map(({ pid }) => pid)
  return { folded: new Set(workflows.length > 1 ? quiet : []), byHand: new Set(), home }
}

/**
 * Opens what has begun to be worth a look, and the workflow that the shown step has come to be in. What somebody folded
 * stays folded otherwise, and nothing folds by itself. The same object when nothing changes.
 */
export function foldsAfter(folds: Folds, workflows: Workflows, chosen: number | undefined): Folds {
  const home = homeOf(workflows, chosen)
  const hasMoved = home !== folds.home
  const opens = workflows
    .filter(({ pid }) => folds.folded.has(pid))
    .filter(({ pid, state }) => (hasMoved && pid === home) || (!folds.byHand.has(pid) && !isQuiet(state)))
  if (!hasMoved && opens.length === 0) return folds
  const folded = new Set(folds.folded)
  for (const { pid } of opens) folded.delete(pid)
  return { ...folds, folded, home }
}

/** What somebody does to one workflow. */
export function foldedBy(folds: Folds, pid: number, isOpen: boolean): Folds {
  const folded = new Set(folds.folded)
  if (isOpen) folded.delete(pid)
  else folded.add(pid)
  return { ...folds, folded, byHand: new Set([...folds.byHand, pid]) }
}
