import type { Variables } from './environment.ts'
import type { Context } from './evaluate/builtin.ts'
import { checkCondition } from './evaluate/check.ts'
import { ExpressionError } from './evaluate/errors.ts'
import { parseExpression } from './evaluate/parse.ts'
import { run } from './evaluate/run.ts'
import { genericProblem } from './problems.ts'

/** Characters of one expression. */
const maxLength = 4000

/**
 * Whether a condition holds. All variables are text, and those nobody has set are empty. Throws a generic problem if
 * the expression is malformed, mixes types, fails, or is neither true nor false.
 */
export function evaluate(expression: string, variables: Variables, context: Context): boolean {
  const { length } = expression
  try {
    if (length > maxLength) throw new ExpressionError(`it is longer than ${maxLength} characters`)
    const parsed = parseExpression(expression)
    checkCondition(parsed)
    const value = run(parsed, variables, context)
    if (typeof value === 'boolean') return value
    throw new ExpressionError('it is neither true nor false')
  } catch (error) {
    // A RangeError is a text, list, number or nesting beyond what the language allows.
    if (!(error instanceof ExpressionError || error instanceof RangeError)) throw error
    const shown = length > 200 ? `${expression.slice(0, 200)}…` : expression
    throw genericProblem(`cannot evaluate \`${shown}\`: ${error.message}`)
  }
}
