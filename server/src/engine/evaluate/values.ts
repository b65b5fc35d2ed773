import { ExpressionError } from './errors.ts'

/** A span of time in nanoseconds. */
export class Duration {
  readonly ns: bigint

  constructor(ns: bigint) {
    this.ns = ns
  }
}

/** A point in time, in milliseconds since 1970, and the zone it is shown in. */
export class Moment {
  readonly ms: number
  readonly zone: string

  constructor(ms: number, zone: string) {
    this.ms = ms
    this.zone = zone
  }
}

export class Zone {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** What an expression works with. Whole numbers are bigint, others number. */
export type Value = null | boolean | bigint | number | string | List | ValueMap | Duration | Moment | Zone
export type List = readonly Value[]
export type ValueMap = ReadonlyMap<Value, Value>

export type Type =
  | 'any'
  | 'nil'
  | 'bool'
  | 'int'
  | 'float'
  | 'string'
  | 'list'
  | 'map'
  | 'time'
  | 'duration'
  | 'zone'

export const isList = (value: Value): value is List => Array.isArray(value)
export const isMap = (value: Value): value is ValueMap => value instanceof Map

export function typeOfValue(value: Value): Type {
  if (value === null) return 'nil'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'float'
  if (typeof value === 'string') return 'string'
  if (value instanceof Duration) return 'duration'
  if (value instanceof Moment) return 'time'
  if (value instanceof Zone) return 'zone'
  return isList(value) ? 'list' : 'map'
}

const isNumber = (value: Value): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number'

/** Whether two values are the same; numbers by value, lists and maps by what is in them. */
export function equal(one: Value, other: Value): boolean {
  if (isNumber(one) && isNumber(other))
    return Number(one) === Number(other) && (typeof one !== typeof other || one === other)
  if (one instanceof Duration && other instanceof Duration) return one.ns === other.ns
  if (one instanceof Moment && other instanceof Moment) return one.ms === other.ms
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, index) => equal(item, other[index] ?? null))
  if (isMap(one) && isMap(other))
    return (
      one.size === other.size &&
      [...one].every(([key, item]) => other.has(key) && equal(item, other.get(key) ?? null))
    )
  return one === other
}

/** Negative, zero or positive. Throws for values that have no order. */
export function compare(one: Value, other: Value): number {
  if (isNumber(one) && isNumber(other)) return one < other ? -1 : one > other ? 1 : 0
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : one > other ? 1 : 0
  if (one instanceof Duration && other instanceof Duration)
    return one.ns < other.ns ? -1 : one.ns > other.ns ? 1 : 0
  if (one instanceof Moment && other instanceof Moment) return one.ms - other.ms
  throw new ExpressionError(`cannot compare ${typeOfValue(one)} with ${typeOfValue(other)}`)
}

/** A size or position, from a whole number. */
export function count(value: Value): number {
  if (typeof value === 'bigint' && value >= -(2n ** 40n) && value <= 2n ** 40n) return Number(value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new ExpressionError(`${typeOfValue(value)} where a whole number is needed`)
}

export function text(value: Value): string {
  if (typeof value === 'string') return value
  throw new ExpressionError(`${typeOfValue(value)} where text is needed`)
}

export function list(value: Value): List {
  if (isList(value)) return value
  throw new ExpressionError(`${typeOfValue(value)} where a list is needed`)
}

export function bool(value: Value): boolean {
  if (typeof value === 'boolean') return value
  throw new ExpressionError(`${typeOfValue(value)} where true or false is needed`)
}

export function number(value: Value): bigint | number {
  if (isNumber(value)) return value
  throw new ExpressionError(`${typeOfValue(value)} where a number is needed`)
}

/** Whole numbers have 64 bits and wrap around. */
export const whole = (value: bigint): bigint => BigInt.asIntN(64, value)
