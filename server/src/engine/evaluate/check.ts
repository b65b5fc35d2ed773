import { builtins } from './builtins.ts'
import { ExpressionError } from './errors.ts'
import { methods } from './methods.ts'
import { predicateResults } from './predicates.ts'
import type { Expression } from './syntax.ts'
import type { Type } from './values.ts'

/** Types of names that `let` has given. */
type Scope = ReadonlyMap<string, Type>

const isNumber = (type: Type) => type === 'int' || type === 'float' || type === 'any'
const fits = (type: Type, ...wanted: Type[]) => type === 'any' || wanted.includes(type)
const either = (one: Type, other: Type): Type => (one === other ? one : 'any')

function mismatch(operator: string, left: Type, right: Type): never {
  throw new ExpressionError(`\`${operator}\` does not fit ${left} and ${right}`)
}

function arithmetic(operator: string, left: Type, right: Type): Type {
  if (isNumber(left) && isNumber(right)) {
    if (operator === '/' || operator === '**') return 'float'
    if (left === 'any' || right === 'any') return 'any'
    return left === 'int' && right === 'int' ? 'int' : 'float'
  }
  if (operator === '+') {
    if (fits(left, 'string') && fits(right, 'string')) return 'string'
    if (
      fits(left, 'time', 'duration') &&
      fits(right, 'time', 'duration') &&
      !(left === 'time' && right === 'time')
    )
      return left === 'duration' && right === 'duration' ? 'duration' : 'time'
  }
  if (operator === '-') {
    if (fits(left, 'time') && fits(right, 'time')) return 'duration'
    if (fits(left, 'time', 'duration') && fits(right, 'duration')) return left
  }
  if (operator === '*' && fits(left, 'int', 'duration') && fits(right, 'int', 'duration')) return 'duration'
  return mismatch(operator, left, right)
}

function comparison(operator: string, left: Type, right: Type): Type {
  const areNumbers = isNumber(left) && isNumber(right)
  const isOrdered = operator !== '==' && operator !== '!='
  if (areNumbers || left === 'any' || right === 'any') return 'bool'
  if (isOrdered ? left === right && fits(left, 'string', 'time', 'duration') : left === right) return 'bool'
  if (!isOrdered && (left === 'nil' || right === 'nil')) return 'bool'
  return mismatch(operator, left, right)
}

function binary(operator: string, left: Type, right: Type): Type {
  switch (operator) {
    case '&&':
    case '||':
      return fits(left, 'bool') && fits(right, 'bool') ? 'bool' : mismatch(operator, left, right)
    case 'contains':
    case 'startsWith':
    case 'endsWith':
    case 'matches':
      return fits(left, 'string', 'nil') && fits(right, 'string') ? 'bool' : mismatch(operator, left, right)
    case 'in':
      return fits(right, 'list', 'map', 'nil') ? 'bool' : mismatch(operator, left, right)
    case '..':
      return fits(left, 'int') && fits(right, 'int') ? 'list' : mismatch(operator, left, right)
    case '??':
      return left === 'nil' ? right : either(left, right)
    case '%':
      return fits(left, 'int') && fits(right, 'int') ? 'int' : mismatch(operator, left, right)
    case '==':
    case '!=':
    case '<':
    case '>':
    case '<=':
    case '>=':
      return comparison(operator, left, right)
    default:
      return arithmetic(operator, left, right)
  }
}

/** Finds the type of an expression, and mistakes that do not depend on values. */
class Checker {
  type(expression: Expression, scope: Scope): Type {
    switch (expression.kind) {
      case 'literal':
        return typeOfLiteral(expression.value)
      case 'name':
        return scope.get(expression.name) ?? (expression.name === '$env' ? 'map' : 'string')
      case 'pointer':
        return expression.name === 'index' ? 'int' : 'any'
      case 'unary':
        return this.#unary(expression.operator, this.type(expression.operand, scope))
      case 'binary':
        return binary(
          expression.operator,
          this.type(expression.left, scope),
          this.type(expression.right, scope),
        )
      case 'conditional':
        if (!fits(this.type(expression.test, scope), 'bool'))
          throw new ExpressionError('a condition must be true or false')
        return either(this.type(expression.yes, scope), this.type(expression.no, scope))
      case 'let':
        return this.type(
          expression.body,
          new Map([...scope, [expression.name, this.type(expression.value, scope)]]),
        )
      case 'sequence':
        return this.#types(expression.parts, scope).at(-1) ?? 'nil'
      case 'list':
        this.#types(expression.items, scope)
        return 'list'
      case 'map':
        for (const pair of expression.pairs) this.#types(pair, scope)
        return 'map'
      case 'member':
        return this.#member(this.type(expression.object, scope), this.type(expression.key, scope))
      case 'slice': {
        const object = this.type(expression.object, scope)
        if (!fits(object, 'list', 'string')) throw new ExpressionError(`cannot take a part of ${object}`)
        this.#types(
          [expression.from, expression.to].filter((each) => each !== undefined),
          scope,
        )
        return object
      }
      case 'call':
        return this.#call(expression.name, this.#types(expression.args, scope))
      case 'method':
        this.#types(expression.args, scope)
        return this.#method(this.type(expression.object, scope), expression.name)
      case 'predicate':
        return this.type(expression.body, scope)
      default:
        return 'any'
    }
  }

  #types(expressions: readonly Expression[], scope: Scope): Type[] {
    return expressions.map((each) => this.type(each, scope))
  }

  #unary(operator: string, operand: Type): Type {
    const isFitting = operator === '!' ? fits(operand, 'bool') : isNumber(operand) || operand === 'duration'
    if (!isFitting) throw new ExpressionError(`\`${operator}\` does not fit ${operand}`)
    return operator === '!' ? 'bool' : operand
  }

  #member(object: Type, key: Type): Type {
    if (
      object === 'list'
        ? !isNumber(key)
        : !fits(object, 'map', 'nil', 'string') || (object === 'string' && !isNumber(key))
    )
      throw new ExpressionError(`${object} has no such member`)
    return 'any'
  }

  #method(object: Type, name: string): Type {
    if (object === 'any') return 'any'
    const method = methods.find((each) => each.of === object && each.name === name)
    if (!method) throw new ExpressionError(`${object} has no method \`${name}\``)
    return method.result
  }

  #call(name: string, args: readonly Type[]): Type {
    const ofPredicate = Object.hasOwn(predicateResults, name) ? predicateResults[name] : undefined
    if (ofPredicate) {
      if (args.length < ofPredicate.min || args.length > ofPredicate.max)
        throw new ExpressionError(`wrong number of arguments for \`${name}\``)
      if (!fits(args[0] ?? 'nil', 'list', ...(ofPredicate.takesMap ? (['map'] as const) : [])))
        throw new ExpressionError(`\`${name}\` needs a list, not ${args[0]}`)
      return ofPredicate.result
    }
    const builtin = builtins.get(name)
    if (!builtin) throw new ExpressionError(`unknown function \`${name}\``)
    if (args.length < builtin.min || args.length > builtin.max)
      throw new ExpressionError(`wrong number of arguments for \`${name}\``)
    for (const [index, arg] of args.entries()) {
      const wanted = builtin.takes[Math.min(index, builtin.takes.length - 1)] ?? ['any']
      if (!wanted.includes('any') && !fits(arg, ...wanted))
        throw new ExpressionError(`\`${name}\` needs ${wanted.join(' or ')}, not ${arg}`)
    }
    return builtin.result
  }
}

function typeOfLiteral(value: null | boolean | bigint | number | string): Type {
  if (value === null) return 'nil'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  return typeof value === 'bigint' ? 'int' : 'float'
}

/** Throws an ExpressionError if an expression cannot work, or is neither true nor false. */
export function checkCondition(expression: Expression) {
  const type = new Checker().type(expression, new Map())
  if (type !== 'bool' && type !== 'any') throw new ExpressionError(`it must be true or false, and is ${type}`)
}
