import type { Context } from './builtin.ts'
import { builtins } from './builtins.ts'
import { shown } from './builtins/conversions.ts'
import { get, maxItems } from './builtins/lists.ts'
import { ExpressionError } from './errors.ts'
import { methods } from './methods.ts'
import { operations } from './operate.ts'
import { predicateResults } from './predicates.ts'
import { regexMatcher } from './regex.ts'
import type { Expression } from './syntax.ts'
import { bool, count, Duration, isList, isMap, list, number, text, typeOfValue } from './values.ts'
import type { Value } from './values.ts'

type Names = ReadonlyMap<string, Value>
type Of<Kind extends Expression['kind']> = Expression & { kind: Kind }

interface Scope {
  names: Names
  /** `#` and its like, inside a predicate. */
  pointers: Names
}

/** Walks an expression. Everything that it does is counted, so that none can run for long. */
class Interpreter {
  readonly #variables: ReadonlyMap<string, string>
  readonly #context: Context
  readonly #regexes = new Map<string, (text: string) => boolean>()

  constructor(variables: ReadonlyMap<string, string>, context: Context) {
    this.#variables = variables
    this.#context = context
  }

  value(expression: Expression, scope: Scope): Value {
    this.#context.spend(1)
    switch (expression.kind) {
      case 'literal':
        return expression.value
      case 'name':
        return this.#name(expression.name, scope)
      case 'pointer':
        return scope.pointers.get(expression.name) ?? null
      case 'unary':
        return this.#unary(expression.operator, this.value(expression.operand, scope))
      case 'binary':
        return this.#binary(expression, scope)
      case 'conditional':
        return this.value(bool(this.value(expression.test, scope)) ? expression.yes : expression.no, scope)
      case 'let': {
        const names = new Map([...scope.names, [expression.name, this.value(expression.value, scope)]])
        return this.value(expression.body, { ...scope, names })
      }
      case 'sequence':
        return this.#values(expression.parts, scope).at(-1) ?? null
      case 'list':
        return this.#values(expression.items, scope)
      case 'map':
        return new Map(
          expression.pairs.map(([key, value]) => [this.value(key, scope), this.value(value, scope)]),
        )
      case 'member':
        return this.#member(expression, scope)
      case 'slice':
        return this.#slice(expression, scope)
      case 'call':
        return this.#call(expression, scope)
      case 'method':
        return this.#method(expression, scope)
      case 'predicate':
        throw new ExpressionError('a predicate where a value is needed')
      default:
        return null
    }
  }

  #values(expressions: readonly Expression[], scope: Scope): Value[] {
    return expressions.map((each) => this.value(each, scope))
  }

  /** Spends what looking at all of a value costs; parts that are there twice count twice. */
  #measure(value: Value) {
    this.#context.spend(typeof value === 'string' ? value.length : 1)
    if (isList(value)) for (const item of value) this.#measure(item)
    else if (isMap(value)) for (const pair of value) this.#measure(pair)
  }

  #name(name: string, scope: Scope): Value {
    const own = scope.names.get(name)
    if (own !== undefined) return own
    if (name === '$env') return this.#variables
    return this.#variables.get(name) ?? ''
  }

  #unary(operator: '!' | '-' | '+', operand: Value): Value {
    if (operator === '!') return !bool(operand)
    if (operand instanceof Duration) return operator === '-' ? new Duration(-operand.ns) : operand
    const known = number(operand)
    return operator === '-' ? -known : known
  }

  #binary({ operator, left, right }: Of<'binary'>, scope: Scope): Value {
    const first = this.value(left, scope)
    if (operator === '&&') return bool(first) && bool(this.value(right, scope))
    if (operator === '||') return bool(first) || bool(this.value(right, scope))
    if (operator === '??') return first ?? this.value(right, scope)
    const second = this.value(right, scope)
    if (operator === '..') return this.#range(first, second)
    if (operator === 'matches') return first !== null && this.#regex(text(second))(text(first))
    const operation = operations[operator]
    if (!operation) throw new ExpressionError(`unknown operator \`${operator}\``)
    for (const side of [first, second]) if (isList(side) || isMap(side)) this.#measure(side)
    return operation(first, second)
  }

  #regex(source: string): (value: string) => boolean {
    const known = this.#regexes.get(source)
    if (known) return known
    const matcher = regexMatcher(source, this.#context.spend)
    this.#regexes.set(source, matcher)
    return matcher
  }

  #range(from: Value, to: Value): Value {
    const [first, last] = [count(from), count(to)]
    const length = Math.max(0, last - first + 1)
    if (length > maxItems) throw new ExpressionError('the list becomes too long')
    // Weighed for the memory that they take.
    this.#context.spend(length * 20)
    return Array.from({ length }, (_, index) => BigInt(first + index))
  }

  #member({ object, key, isOptional }: Of<'member'>, scope: Scope): Value {
    const container = this.value(object, scope)
    const wanted = this.value(key, scope)
    if (container === null && isOptional) return null
    if (isMap(container)) {
      const found = container.get(wanted)
      return found ?? (container === this.#variables ? '' : null)
    }
    const items: readonly Value[] | undefined =
      typeof container === 'string' ? Array.from(container) : undefined
    const sequence = items ?? (isList(container) ? container : undefined)
    if (!sequence) throw new ExpressionError(`${typeOfValue(container)} has no member \`${shown(wanted)}\``)
    const index = count(wanted)
    if (index >= sequence.length || index < -sequence.length)
      throw new ExpressionError(`index ${index} is outside a list of ${sequence.length}`)
    return get(sequence, wanted)
  }

  #slice({ object, from, to }: Of<'slice'>, scope: Scope): Value {
    const container = this.value(object, scope)
    const bounds = [from, to].map((each) => (each ? count(this.value(each, scope)) : undefined))
    if (typeof container === 'string')
      return Array.from(container)
        .slice(...bounds)
        .join('')
    return list(container).slice(...bounds)
  }

  #call({ name, args }: Of<'call'>, scope: Scope): Value {
    const predicate = Object.hasOwn(predicateResults, name) ? predicateResults[name] : undefined
    if (predicate) {
      const [first, second, ...rest] = args
      const items = list(first ? this.value(first, scope) : null)
      this.#context.spend(items.length)
      const ask =
        second &&
        ((item: Value, index: number, more: Names = new Map()) => {
          const pointers = new Map<string, Value>([...more, ['', item], ['index', BigInt(index)]])
          const body = second.kind === 'predicate' ? second.body : second
          return this.value(body, { ...scope, pointers })
        })
      return predicate.run({ items, ask, rest: this.#values(rest, scope) })
    }
    const builtin = builtins.get(name)
    if (!builtin) throw new ExpressionError(`unknown function \`${name}\``)
    const values = this.#values(args, scope)
    for (const each of values) this.#measure(each)
    return builtin.run(values, this.#context)
  }

  #method({ object, name, args, isOptional }: Of<'method'>, scope: Scope): Value {
    const target = this.value(object, scope)
    if (target === null && isOptional) return null
    const type = typeOfValue(target)
    const method = methods.find((each) => each.of === type && each.name === name)
    if (!method) throw new ExpressionError(`${type} has no method \`${name}\``)
    return method.run(target, this.#values(args, scope))
  }
}

/** The value of an expression. Throws an ExpressionError. */
export const run = (
  expression: Expression,
  variables: ReadonlyMap<string, string>,
  context: Context,
): Value => new Interpreter(variables, context).value(expression, { names: new Map(), pointers: new Map() })
