/** How tightly binary operators bind; the higher, the tighter. */
const binding: Readonly<Record<string, number>> = {
  '|': 0,
  or: 10,
  '||': 10,
  and: 15,
  '&&': 15,
  '==': 20,
  '!=': 20,
  '<': 20,
  '>': 20,
  '<=': 20,
  '>=': 20,
  in: 20,
  matches: 20,
  contains: 20,
  startsWith: 20,
  endsWith: 20,
  '..': 25,
  '+': 30,
  '-': 30,
  '*': 60,
  '/': 60,
  '%': 60,
  '**': 100,
  '^': 100,
  '??': 500,
}
/** How tightly an operator binds; undefined if there is none of that name. */
export const bindingOf = (operator: string): number | undefined =>
  Object.hasOwn(binding, operator) ? binding[operator] : undefined

export const isRight: ReadonlySet<string> = new Set(['**', '^'])
export const chained: ReadonlySet<string> = new Set(['<', '>', '<=', '>='])
export const negatable: ReadonlySet<string> = new Set(['in', 'matches', 'contains', 'startsWith', 'endsWith'])
export const same: Readonly<Record<string, string>> = { or: '||', and: '&&', '^': '**' }

export const unaryBinding: Readonly<Record<string, number>> = { not: 50, '!': 50, '-': 90, '+': 90 }

/** Functions that take a predicate, and at which place. */
export const predicatePlace: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'all',
    'none',
    'any',
    'one',
    'filter',
    'map',
    'count',
    'sum',
    'find',
    'findIndex',
    'findLast',
    'findLastIndex',
    'groupBy',
    'sortBy',
    'reduce',
  ].map((name) => [name, 1]),
)
