/** One measurement. It fails when the value is above the budget; without a budget it is only recorded. */
export interface Row {
  name: string
  value: number
  unit: 'ms' | 'kB' | 'MB' | 'per second' | 'nodes' | 'count'
  budget?: number
  /** For what is better when larger. Default: smaller is better. */
  isLargerBetter?: boolean
}

/** What a `*.bench.ts` file exports as `bench`. */
export interface Bench {
  name: string
  run: () => Promise<Row[]>
}

export function isWithinBudget({ value, budget, isLargerBetter = false }: Row): boolean {
  if (budget === undefined) return true
  return isLargerBetter ? value >= budget : value <= budget
}

/** The middle of the values; robust against the one run in which the machine did something else. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
