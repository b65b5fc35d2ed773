import type { Visits } from '../../domain/visits.ts'

/** A block of its own only helps when the list is longer than it. */
const mostShown = 4

/** The repositories visited last, newest first; none while all of them fit on the screen anyway. */
export function lastVisited<Item extends { id: number }>(repos: readonly Item[], visits: Visits): Item[] {
  if (repos.length <= mostShown) return []
  return repos
    .filter(({ id }) => visits[id] !== undefined)
    .toSorted((a, b) => (visits[b.id] ?? 0) - (visits[a.id] ?? 0))
    .slice(0, mostShown)
}
