import { direction, total } from './builtins/lists.ts'
import { bool, compare } from './values.ts'
import type { List, Type, Value } from './values.ts'

/** A predicate, ready to be asked about an item; `more` are `#acc` and its like. */
type Ask = (item: Value, index: number, more?: ReadonlyMap<string, Value>) => Value

interface Call {
  items: List
  /** Undefined where it was left out. */
  ask: Ask | undefined
  /** Behind the predicate. */
  rest: readonly Value[]
}

interface PredicateFunction {
  min: number
  max: number
  result: Type
  takesMap?: true
  run: (call: Call) => Value
}

const test =
  ({ items, ask }: Call) =>
  (item: Value, index: number) => {
    const answer = ask ? ask(item, index) : item
    return bool(answer === null && items.length === 0 ? false : answer)
  }

const by = (call: Call) => (item: Value, index: number) => call.ask?.(item, index) ?? null

/** The last index is found by asking from the end. */
function lastIndex(call: Call): number {
  const matches = test(call)
  for (let index = call.items.length - 1; index >= 0; index -= 1)
    if (matches(call.items[index] ?? null, index)) return index
  return -1
}

const position = (index: number): Value => (index === -1 ? null : BigInt(index))

function grouped(call: Call): Value {
  const groups = new Map<Value, Value[]>()
  for (const [index, item] of call.items.entries()) {
    const key = by(call)(item, index)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function sortedBy(call: Call): Value {
  const sign = direction(call.rest[0])
  return call.items
    .map((item, index) => ({ item, key: by(call)(item, index) }))
    .toSorted((one, other) => compare(one.key, other.key) * sign)
    .map(({ item }) => item)
}

function reduced({ items, ask, rest }: Call): Value {
  const [start] = rest
  let result = start ?? items[0] ?? null
  for (const [index, item] of items.entries()) {
    if (start === undefined && index === 0) continue
    result = ask?.(item, index, new Map([['acc', result]])) ?? null
  }
  return result
}

/** Every function that takes a predicate. */
export const predicateResults: Readonly<Record<string, PredicateFunction>> = {
  all: { min: 2, max: 2, result: 'bool', run: (call) => call.items.every(test(call)) },
  none: { min: 2, max: 2, result: 'bool', run: (call) => !call.items.some(test(call)) },
  any: { min: 2, max: 2, result: 'bool', run: (call) => call.items.some(test(call)) },
  one: { min: 2, max: 2, result: 'bool', run: (call) => call.items.filter(test(call)).length === 1 },
  filter: { min: 2, max: 2, result: 'list', run: (call) => call.items.filter(test(call)) },
  map: { min: 2, max: 2, result: 'list', run: (call) => call.items.map(by(call)) },
  count: { min: 1, max: 2, result: 'int', run: (call) => BigInt(call.items.filter(test(call)).length) },
  sum: {
    min: 1,
    max: 2,
    result: 'any',
    run: (call) => total(call.ask ? call.items.map(by(call)) : call.items),
  },
  find: { min: 2, max: 2, result: 'any', run: (call) => call.items.find(test(call)) ?? null },
  findIndex: { min: 2, max: 2, result: 'any', run: (call) => position(call.items.findIndex(test(call))) },
  findLast: { min: 2, max: 2, result: 'any', run: (call) => call.items[lastIndex(call)] ?? null },
  findLastIndex: { min: 2, max: 2, result: 'any', run: (call) => position(lastIndex(call)) },
  groupBy: { min: 2, max: 2, result: 'map', run: grouped },
  sortBy: { min: 2, max: 3, result: 'list', run: sortedBy },
  reduce: { min: 2, max: 3, result: 'any', run: reduced },
}
