import { type UseQueryOptions, useQueries } from '@tanstack/react-query'

import type { Level, Scope } from '../api/scope.ts'
import { statusOf } from './errors.ts'
import { type Leveled, mergeLevels } from './levels.ts'

/** Whose things a screen shows: one level that it may change, and those it inherits from, closest first. */
export interface Place {
  scope: Scope
  inherited: readonly Scope[]
  /** `owner/name` of the repository or the name of the organisation; '' for the whole server. */
  name: string
}

/** A level that could not be read, and why. */
export interface MissingLevel {
  level: Level
  isRefused: boolean
  retry: () => Promise<unknown>
}

/**
 * Reads every level by itself, so that one which is refused or slow keeps none of the others from being shown. `own`
 * is the query of the level that the screen is about.
 */
export function useLevels<Item>(
  { scope, inherited }: Place,
  optionsOf: (scope: Scope) => Pick<UseQueryOptions<Item[]>, 'queryKey'>,
  nameOf: (item: Item) => string,
) {
  const scopes = [scope, ...inherited]
  const queries = useQueries({ queries: scopes.map((one) => optionsOf(one) as UseQueryOptions<Item[]>) })
  const [own] = queries
  if (!own) throw new Error('There is no level of its own')

  const read = scopes.map(({ level }, index) => ({ level, items: queries[index]?.data ?? [] }))
  const missing = scopes.flatMap(({ level }, index): MissingLevel[] => {
    const query = queries[index]
    if (index === 0 || !query?.isError || query.data !== undefined) return []
    const status = statusOf(query.error)
    return [{ level, isRefused: status === 401 || status === 403 || status === 404, retry: query.refetch }]
  })
  return { own, entries: mergeLevels(read, nameOf), missing } satisfies {
    own: unknown
    entries: Leveled<Item>[]
    missing: MissingLevel[]
  }
}
