import { median, type Row } from '../../bench.ts'
import type { Longest } from './tasks.ts'

const count = 3

/** Runs a measurement several times and answers all results. */
export async function rounds<Result>(measure: (round: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let round = 0; round < count; round++) results.push(await measure(round))
  return results
}

/** The middle of what the rounds measured, in milliseconds, with its budget. */
export const middle = (name: string, values: readonly number[], budget?: number): Row => ({
  name,
  value: median(values),
  unit: 'ms',
  ...(budget !== undefined && { budget }),
})

/** The longest task by the clock, which has the budget, and by the processor, which a busy machine does not distort. */
export const longestRows = (name: string, tasks: readonly Longest[], budget?: number): Row[] => [
  middle(
    name,
    tasks.map(({ wall }) => wall),
    budget,
  ),
  middle(
    `${name} (processor)`,
    tasks.map(({ processor }) => processor),
  ),
]
