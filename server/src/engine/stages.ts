import { genericProblem } from './problems.ts'
import type { Dependency } from './spec.ts'

export interface StageItem<Step> {
  name: string
  depends_on: Dependency[] | undefined
  step: Step
}

/**
 * The order of steps: one after another, or, as soon as one step has `depends_on`, by levels: each level holds
 * all steps whose dependencies are in earlier ones, in source order.
 * `declared` are the names of all steps in the file, filtered ones included. Throws a generic problem for repeated
 * names, for a needed step that is not there, and for circles.
 */
export function stagesOf<Step>(items: readonly StageItem<Step>[], declared: ReadonlySet<string>): Step[][] {
  if (items.every((item) => item.depends_on === undefined)) return items.map((item) => [item.step])

  const names = new Set<string>()
  for (const { name } of items) {
    if (names.has(name))
      throw genericProblem(`two steps are named \`${name}\`; with \`depends_on\` names must differ`)
    names.add(name)
  }
  const waiting = new Map(items.map((item) => [item, new Set(neededBy(item, names, declared))]))
  const placed = new Set<string>()
  const stages: Step[][] = []
  while (waiting.size > 0) {
    const ready = [...waiting.keys()].filter((item) => waiting.get(item)?.isSubsetOf(placed))
    if (ready.length === 0) {
      const left = [...waiting.keys()].map(({ name }) => `\`${name}\``).join(', ')
      throw genericProblem(`the steps ${left} wait for each other in a circle`)
    }
    for (const item of ready) {
      waiting.delete(item)
      placed.add(item.name)
    }
    stages.push(ready.map((item) => item.step))
  }
  return stages
}

function neededBy(
  item: StageItem<unknown>,
  present: ReadonlySet<string>,
  declared: ReadonlySet<string>,
): string[] {
  const needed: string[] = []
  for (const { name, optional } of item.depends_on ?? []) {
    if (present.has(name)) needed.push(name)
    else if (!optional) {
      const why = declared.has(name) ? 'is left out by its `when`' : 'is not in the file'
      throw genericProblem(`step \`${item.name}\` depends on \`${name}\`, which ${why}`)
    }
  }
  return needed
}
