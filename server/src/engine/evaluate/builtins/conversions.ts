import { builtin } from '../builtin.ts'
import type { Builtin } from '../builtin.ts'
import { ExpressionError } from '../errors.ts'
import { durationText, rfc3339 } from '../time.ts'
import { Duration, isList, isMap, Moment, text, typeOfValue, whole, Zone } from '../values.ts'
import type { Type, Value } from '../values.ts'

const any: Type[] = ['any']
const string: Type[] = ['string']

/** A value as people read it. */
export function shown(value: Value): string {
  if (value === null) return '<nil>'
  if (isList(value)) return `[${value.map(shown).join(' ')}]`
  if (isMap(value)) return `map[${[...value].map(([key, item]) => `${shown(key)}:${shown(item)}`).join(' ')}]`
  if (value instanceof Duration) return durationText(value.ns)
  if (value instanceof Moment) return rfc3339(value)
  if (value instanceof Zone) return value.name
  return String(value)
}

function toPlain(value: Value): unknown {
  if (isList(value)) return value.map(toPlain)
  if (isMap(value)) {
    const pairs = [...value].map(([key, item]): [string, unknown] => [shown(key), toPlain(item)])
    return Object.fromEntries(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Duration) return Number(value.ns)
  if (value instanceof Moment || value instanceof Zone) return shown(value)
  return value
}

function fromPlain(value: unknown): Value {
  if (Array.isArray(value)) return value.map(fromPlain)
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, item]): [Value, Value] => [key, fromPlain(item)]))
  return value as null | boolean | number | string
}

function int(value: Value): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value)) return whole(BigInt(Math.trunc(value)))
  if (typeof value === 'string' && /^[-+]?\d{1,19}$/.test(value)) return whole(BigInt(value.replace('+', '')))
  if (value instanceof Duration) return value.ns
  throw new ExpressionError(
    `\`int\` cannot read ${typeof value === 'string' ? JSON.stringify(value) : typeOfValue(value)}`,
  )
}

function float(value: Value): number {
  if (typeof value === 'bigint' || typeof value === 'number') return Number(value)
  if (typeof value === 'string' && /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(value))
    return Number(value)
  throw new ExpressionError(
    `\`float\` cannot read ${typeof value === 'string' ? JSON.stringify(value) : typeOfValue(value)}`,
  )
}

/** What `type` calls them. */
const typeNames: Partial<Record<Type, string>> = {
  list: 'array',
  time: 'time.Time',
  duration: 'time.Duration',
}

const parsed = (source: string): Value => {
  try {
    return fromPlain(JSON.parse(source))
  } catch {
    throw new ExpressionError('`fromJSON` needs JSON')
  }
}

const fromBase64 = (source: string): string => {
  if (!/^[\w+/]*={0,2}$/.test(source) || source.length % 4 !== 0 || source.includes('_'))
    throw new ExpressionError('`fromBase64` needs base64')
  return Buffer.from(source, 'base64').toString('utf8')
}

export const conversionBuiltins: Record<string, Builtin> = {
  int: builtin(1, [['int', 'float', 'string', 'duration']], 'int', ([value = null]) => int(value)),
  float: builtin(1, [['int', 'float', 'string']], 'float', ([value = null]) => float(value)),
  string: builtin(1, [any], 'string', ([value = null]) => shown(value)),
  type: builtin(1, [any], 'string', ([value = null]) => typeNames[typeOfValue(value)] ?? typeOfValue(value)),
  toJSON: builtin(1, [any], 'string', ([value = null]) => JSON.stringify(toPlain(value), undefined, 2)),
  fromJSON: builtin(1, [string], 'any', ([value = null], { spend }) => {
    spend(text(value).length)
    return parsed(text(value))
  }),
  toBase64: builtin(1, [string], 'string', ([value = null]) =>
    Buffer.from(text(value), 'utf8').toString('base64'),
  ),
  fromBase64: builtin(1, [string], 'string', ([value = null]) => fromBase64(text(value))),
}
