import { builtin } from '../builtin.ts'
import type { Builtin, Context } from '../builtin.ts'
import { ExpressionError } from '../errors.ts'
import { compare, count, equal, isList, isMap, list, number, text, typeOfValue, whole } from '../values.ts'
import type { List, Type, Value } from '../values.ts'

const any: Type[] = ['any']
const lists: Type[] = ['list']
const string: Type[] = ['string']
const numbersOrLists: Type[] = ['int', 'float', 'list']

const onList = (result: Type, run: (items: List, context: Context) => Value) =>
  builtin(1, [lists], result, (args, context) => {
    const items = list(args[0] ?? null)
    context.spend(items.length)
    return run(items, context)
  })

/** Lists are limited: they could double with every function. */
export const maxItems = 100_000

function limited(items: List): List {
  if (items.length > maxItems) throw new ExpressionError('the list becomes too long')
  return items
}

const flatten = (items: List): Value[] => items.flatMap((item) => (isList(item) ? flatten(item) : [item]))

export function total(items: List): Value {
  let sum: bigint | number = 0n
  for (const item of items) {
    const value = number(item)
    sum =
      typeof sum === 'bigint' && typeof value === 'bigint' ? whole(sum + value) : Number(sum) + Number(value)
  }
  return sum
}

const numbers = (args: readonly Value[]) => flatten(args).map(number)

function mean(values: readonly (bigint | number)[]): number {
  return values.length === 0
    ? 0
    : values.reduce<number>((sum, value) => sum + Number(value), 0) / values.length
}

function median(values: readonly (bigint | number)[]): number {
  const sorted = values.map(Number).toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

const extreme = (sign: number) =>
  builtin([1, Infinity], [numbersOrLists], 'any', (args) => {
    const values = numbers(args)
    const [first] = values
    if (first === undefined) throw new ExpressionError('nothing to choose from')
    return values.reduce((best, value) => (compare(value, best) * sign > 0 ? value : best), first)
  })

/** `asc` or `desc`, as a factor. */
export function direction(value: Value | undefined): number {
  if (value === undefined || value === 'asc') return 1
  if (value === 'desc') return -1
  throw new ExpressionError('the order must be "asc" or "desc"')
}

/** An item of a list or map; nothing where there is none. */
export function get(container: Value, key: Value): Value {
  if (isMap(container)) return container.get(key) ?? null
  if (!isList(container)) return null
  const index = count(key)
  return container.at(index) ?? null
}

export const listBuiltins: Record<string, Builtin> = {
  len: builtin(1, [['string', 'list', 'map']], 'int', ([value = null]) => {
    if (typeof value === 'string') return BigInt(Array.from(value).length)
    if (isList(value)) return BigInt(value.length)
    if (isMap(value)) return BigInt(value.size)
    throw new ExpressionError(`${typeOfValue(value)} has no length`)
  }),
  first: onList('any', (items) => items[0] ?? null),
  last: onList('any', (items) => items.at(-1) ?? null),
  take: builtin(2, [lists, ['int']], 'list', ([items = null, size = null]) => {
    const wanted = count(size)
    if (wanted < 0) throw new ExpressionError('cannot take less than nothing')
    return list(items).slice(0, wanted)
  }),
  join: builtin([1, 2], [lists, string], 'string', ([items = null, glue = '']) =>
    list(items).map(text).join(text(glue)),
  ),
  concat: builtin([1, Infinity], [lists], 'list', (args, { spend }) => {
    const joined = args.flatMap((each) => list(each))
    spend(joined.length)
    return limited(joined)
  }),
  flatten: onList('list', (items) => limited(flatten(items))),
  uniq: onList('list', (items, { spend }) => {
    const kept: Value[] = []
    for (const item of items) {
      spend(kept.length)
      if (!kept.some((each) => equal(each, item))) kept.push(item)
    }
    return kept
  }),
  reverse: onList('list', (items) => items.toReversed()),
  sort: builtin([1, 2], [lists, string], 'list', ([items = null, order], { spend }) => {
    const sign = direction(order)
    spend(list(items).length * 20)
    return list(items).toSorted((one, other) => compare(one, other) * sign)
  }),
  mean: builtin([1, Infinity], [numbersOrLists], 'float', (args) => mean(numbers(args))),
  median: builtin([1, Infinity], [numbersOrLists], 'float', (args) => median(numbers(args))),
  min: extreme(-1),
  max: extreme(1),
  keys: builtin(1, [['map']], 'list', ([map = null]) => (isMap(map) ? [...map.keys()] : [])),
  values: builtin(1, [['map']], 'list', ([map = null]) => (isMap(map) ? [...map.values()] : [])),
  toPairs: builtin(1, [['map']], 'list', ([map = null]) => (isMap(map) ? [...map] : [])),
  fromPairs: onList(
    'map',
    (items) =>
      new Map(
        items.map((pair): [Value, Value] => {
          const [key = null, value = null, ...more] = list(pair)
          if (more.length > 0) throw new ExpressionError('a pair has two items')
          return [key, value]
        }),
      ),
  ),
  get: builtin(2, [any, any], 'any', ([container = null, key = null]) => get(container, key)),
}
