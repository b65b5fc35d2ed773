import type { Step, Workflow } from '@yaffle/contract/pipelines'

/** The step tree as the lines that are on the screen. Pure, so that its keys can be tested without a page. */

export type Line =
  | { kind: 'workflow'; pid: number; workflow: Workflow; isOpen: boolean; place: number; of: number }
  | { kind: 'step'; pid: number; step: Step; parent: number; level: 1 | 2; place: number; of: number }

/** `isFlat` leaves out the line of a single workflow that would say nothing more than the pipeline itself. */
export function linesOf(
  workflows: readonly Workflow[],
  folded: ReadonlySet<number>,
  isFlat: boolean,
): Line[] {
  return workflows.flatMap((workflow, index): Line[] => {
    const { pid, children } = workflow
    const isOpen = isFlat || !folded.has(pid)
    const steps = isOpen
      ? children.map((step, at): Line => {
          const level = isFlat ? 1 : 2
          return { kind: 'step', pid: step.pid, step, parent: pid, level, place: at + 1, of: children.length }
        })
      : []
    if (isFlat) return steps
    return [{ kind: 'workflow', pid, workflow, isOpen, place: index + 1, of: workflows.length }, ...steps]
  })
}

export type Move = { focus: number } | { fold: number; isOpen: boolean }

/** What a key does at a line: where the focus goes, or which workflow folds. Undefined for keys that do nothing. */
export function moveOf(lines: readonly Line[], at: number, key: string): Move | undefined {
  const index = lines.findIndex(({ pid }) => pid === at)
  const line = lines[index]
  if (!line) return undefined
  const goTo = (target: Line | undefined): Move | undefined => target && { focus: target.pid }
  switch (key) {
    case 'ArrowDown':
      return goTo(lines[index + 1])
    case 'ArrowUp':
      return goTo(lines[index - 1])
    case 'Home':
      return goTo(lines[0])
    case 'End':
      return goTo(lines.at(-1))
    case 'ArrowRight':
      if (line.kind === 'step') return undefined
      return line.isOpen ? goTo(firstChild(lines, line.pid)) : { fold: line.pid, isOpen: true }
    case 'ArrowLeft':
      if (line.kind === 'workflow') return line.isOpen ? { fold: line.pid, isOpen: false } : undefined
      return goTo(lines.find(({ kind, pid }) => kind === 'workflow' && pid === line.parent))
    default:
      return undefined
  }
}

const firstChild = (lines: readonly Line[], pid: number) =>
  lines.find((line) => line.kind === 'step' && line.parent === pid)
