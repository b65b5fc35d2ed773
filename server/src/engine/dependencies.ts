import { genericProblem } from './problems.ts'
import type { Dependency } from './spec.ts'

export interface Dependent {
  name: string
  needs: readonly Dependency[]
}

/** Leaves out, again and again, every workflow that needs one which is not there. */
export function withoutOrphans<Item extends Dependent>(all: readonly Item[]): Item[] {
  let items = [...all]
  for (;;) {
    const names = new Set(items.map(({ name }) => name))
    const kept = items.filter(({ needs }) => needs.every(({ name, optional }) => optional || names.has(name)))
    if (kept.length === items.length) return kept
    items = kept
  }
}

/**
 * What each workflow waits for; a name stands for all workflows that have it. Optional ones that are not there are
 * forgotten. Throws a generic problem if some wait for each other: they would wait for ever.
 */
export function dependencyNumbers<Item extends Dependent & { pid: number }>(
  items: readonly Item[],
): Map<Item, number[]> {
  const byName = new Map<string, number[]>()
  for (const { name, pid } of items) byName.set(name, [...(byName.get(name) ?? []), pid])
  const numbers = new Map<Item, number[]>()
  for (const item of items) {
    const wanted = new Set(item.needs.flatMap(({ name }) => byName.get(name) ?? []))
    numbers.set(
      item,
      [...wanted].toSorted((one, other) => one - other),
    )
  }
  refuseCircles(items, byName)
  return numbers
}

function refuseCircles(items: readonly Dependent[], present: ReadonlyMap<string, unknown>) {
  const waiting = new Map<string, Set<string>>()
  for (const { name, needs } of items) {
    const names = waiting.get(name) ?? new Set<string>()
    for (const need of needs) if (present.has(need.name)) names.add(need.name)
    waiting.set(name, names)
  }
  for (;;) {
    const free = [...waiting].filter(([, names]) => ![...names].some((name) => waiting.has(name)))
    if (free.length === 0) break
    for (const [name] of free) waiting.delete(name)
  }
  if (waiting.size === 0) return
  const names = [...waiting.keys()].map((name) => `\`${name}\``).join(', ')
  throw genericProblem(`the workflows ${names} wait for each other in a circle`)
}
