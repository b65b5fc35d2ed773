import { builtin } from '../builtin.ts'
import type { Builtin } from '../builtin.ts'
import { ExpressionError } from '../errors.ts'
import { count, text } from '../values.ts'
import type { Type, Value } from '../values.ts'

const string: Type[] = ['string']
const int: Type[] = ['int']

/** Cuts off characters of a set at both ends. */
function trimSet(value: string, set: string): string {
  const chars = Array.from(value)
  const isIn = (char: string | undefined) => char !== undefined && set.includes(char)
  let from = 0
  let to = chars.length
  while (from < to && isIn(chars[from])) from += 1
  while (to > from && isIn(chars[to - 1])) to -= 1
  return chars.slice(from, to).join('')
}

/** At most `limit` parts, the last one unsplit; below zero as many as there are. */
function split(value: string, separator: string, limit: number, isKept: boolean): string[] {
  if (limit === 0) return []
  const parts = separator === '' ? Array.from(value) : value.split(separator)
  const glue = isKept ? separator : ''
  const head = limit > 0 && parts.length > limit ? parts.slice(0, limit - 1) : parts.slice(0, -1)
  const rest = parts.slice(head.length).join(separator)
  return parts.length === 0 ? [] : [...head.map((part) => part + glue), rest]
}

const of = (args: readonly Value[], index: number, fallback: string) => {
  const value = args[index]
  return value === undefined ? fallback : text(value)
}
const first = (args: readonly Value[]) => text(args[0] ?? null)
const limitOf = (args: readonly Value[]) => (args[2] === undefined ? -1 : count(args[2]))

const onText = (change: (value: string) => Value, result: Type = 'string') =>
  builtin(1, [string], result, (args) => change(first(args)))

const onTwo = (
  arity: number | [number, number],
  result: Type,
  run: (value: string, other: string) => Value,
  fallback = ' ',
) => builtin(arity, [string, string], result, (args) => run(first(args), of(args, 1, fallback)))

/** Texts are limited: they could double with every function. */
const maxLength = 1_000_000

export const stringBuiltins: Record<string, Builtin> = {
  trim: builtin([1, 2], [string, string], 'string', (args) =>
    args.length === 1 ? first(args).trim() : trimSet(first(args), of(args, 1, '')),
  ),
  trimPrefix: onTwo([1, 2], 'string', (value, prefix) =>
    value.startsWith(prefix) ? value.slice(prefix.length) : value,
  ),
  trimSuffix: onTwo([1, 2], 'string', (value, suffix) =>
    value.endsWith(suffix) ? value.slice(0, value.length - suffix.length) : value,
  ),
  upper: onText((value) => value.toUpperCase()),
  lower: onText((value) => value.toLowerCase()),
  split: builtin([2, 3], [string, string, int], 'list', (args) =>
    split(first(args), of(args, 1, ''), limitOf(args), false),
  ),
  splitAfter: builtin([2, 3], [string, string, int], 'list', (args) =>
    split(first(args), of(args, 1, ''), limitOf(args), true),
  ),
  replace: builtin(3, [string, string, string], 'string', (args, { spend }) => {
    const [value, from, to] = [first(args), of(args, 1, ''), of(args, 2, '')]
    const times = from === '' ? value.length + 1 : value.split(from).length
    if (value.length + times * to.length > maxLength) throw new ExpressionError('the text becomes too long')
    spend(value.length + times * to.length)
    return value.replaceAll(from, () => to)
  }),
  repeat: builtin(2, [string, int], 'string', (args, { spend }) => {
    const times = count(args[1] ?? null)
    if (times < 0) throw new ExpressionError('cannot repeat less than no times')
    if (first(args).length * times > maxLength) throw new ExpressionError('the text becomes too long')
    spend(first(args).length * times)
    return first(args).repeat(times)
  }),
  indexOf: onTwo(2, 'int', (value, part) => BigInt(value.indexOf(part))),
  lastIndexOf: onTwo(2, 'int', (value, part) => BigInt(value.lastIndexOf(part))),
  hasPrefix: onTwo(2, 'bool', (value, prefix) => value.startsWith(prefix)),
  hasSuffix: onTwo(2, 'bool', (value, suffix) => value.endsWith(suffix)),
}
