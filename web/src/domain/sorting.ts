import { isActive } from '@yaffle/contract/statuses'

interface Aged {
  id: number
  status: string
  created: number
}

/** Pipelines that are still going first, then the newest; of those of one second the one made last. */
export const activeFirst = (a: Aged, b: Aged): number =>
  Number(isActive(b.status)) - Number(isActive(a.status)) || b.created - a.created || b.id - a.id

interface WithLast {
  full_name: string
  last_pipeline?: { created: number } | undefined
}

/** Repositories by their newest pipeline; those that never ran come last, by name. */
export const lastRunFirst = (a: WithLast, b: WithLast): number =>
  (b.last_pipeline?.created ?? 0) - (a.last_pipeline?.created ?? 0) || byName(a, b)

export const byName = (a: { full_name: string }, b: { full_name: string }): number =>
  a.full_name.localeCompare(b.full_name)
