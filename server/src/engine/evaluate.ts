import type { Variables } from './environment.ts'
import { genericProblem } from './problems.ts'

/** Whether a condition of the expression language holds. Throws a generic problem if it is none. */
export function evaluate(expression: string, _variables: Variables): boolean {
  throw genericProblem(`cannot evaluate \`${expression}\``)
}
