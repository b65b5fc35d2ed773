import * as z from 'zod/mini'

import { config } from '../config.ts'
import { stored } from '../ui/stored.ts'

/** Repository id to the time of the last visit (ms). */
export type Visits = Readonly<Record<string, number>>
const Visits = z.record(z.string(), z.number())

const mostKept = 50

function read(text: string | null): Visits {
  try {
    const visits = Visits.safeParse(JSON.parse(text ?? '{}'))
    return visits.success ? visits.data : {}
  } catch {
    return {}
  }
}

/** Kept apart per server and person: ids of one mean nothing to another. */
export const visits = stored<Visits>(
  `yaffle:${config.rootPath}:${config.user?.id ?? 'visitor'}:repo-last-access`,
  read,
  JSON.stringify,
)

export function noteVisit(repoId: number, at = Date.now()) {
  const kept = Object.entries<number>({ ...visits.get(), [repoId]: at })
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostKept)
  visits.set(Object.fromEntries(kept))
}
