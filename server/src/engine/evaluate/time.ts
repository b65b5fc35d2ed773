import { offsetsOf } from '../cron/zone.ts'
import { ExpressionError } from './errors.ts'
import { Moment } from './values.ts'

const units: readonly (readonly [string, bigint])[] = [
  ['h', 3_600_000_000_000n],
  ['m', 60_000_000_000n],
  ['s', 1_000_000_000n],
  ['ms', 1_000_000n],
  ['us', 1000n],
  ['µs', 1000n],
  ['ns', 1n],
]
const unitOf = new Map(units)

/** Nanoseconds of a duration like `-1h30m` or `1.5s`. */
export function durationNs(text: string): bigint {
  const found = /^([-+]?)((?:(?:\d{1,10}(?:\.\d{0,9})?|\.\d{1,9})(?:ns|us|µs|ms|s|m|h))+|0)$/.exec(text)
  if (!found) throw new ExpressionError(`\`${text}\` is not a duration`)
  const [, sign, body = ''] = found
  let total = 0n
  for (const [, amount = '', unit = ''] of body.matchAll(/([\d.]+)([a-zµ]+)/g)) {
    const [whole = '', fraction = ''] = amount.split('.')
    const size = unitOf.get(unit) ?? 0n
    total += BigInt(whole || '0') * size + (BigInt(fraction.padEnd(9, '0')) * size) / 1_000_000_000n
  }
  return sign === '-' ? -total : total
}

/** A number of whole units with a fraction, without zeros at its end. */
const fractional = (amount: bigint, unit: bigint) => {
  const fraction = String(amount % unit)
    .padStart(String(unit).length - 1, '0')
    .replace(/0+$/, '')
  return `${amount / unit}${fraction === '' ? '' : `.${fraction}`}`
}

/** `1h30m0s`, as Go writes it. */
export function durationText(ns: bigint): string {
  if (ns < 0n) return `-${durationText(-ns)}`
  if (ns === 0n) return '0s'
  if (ns < 1000n) return `${ns}ns`
  if (ns < 1_000_000n) return `${fractional(ns, 1000n)}µs`
  if (ns < 1_000_000_000n) return `${fractional(ns, 1_000_000n)}ms`
  const seconds = `${fractional(ns % 60_000_000_000n, 1_000_000_000n)}s`
  const minutes = ns / 60_000_000_000n
  if (minutes === 0n) return seconds
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`
}

/** What a clock and a calendar of its zone show; weekday 0 is Sunday. */
export interface Wall {
  year: number
  /** From 1. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  ms: number
  weekday: number
  /** From 1. */
  yearDay: number
  /** Of the zone, in seconds. */
  offset: number
}

export function wallOf({ ms, zone }: Moment): Wall {
  const offset = offsetsOf(zone)(Math.floor(ms / 1000))
  const local = new Date(ms + offset * 1000)
  const yearStart = Date.UTC(local.getUTCFullYear(), 0, 1)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    ms: local.getUTCMilliseconds(),
    weekday: local.getUTCDay(),
    yearDay: Math.floor((local.getTime() - yearStart) / 86_400_000) + 1,
    offset,
  }
}

/** The moment at which clocks of a zone show a time; `wall` reads that time as if it were UTC, in milliseconds. */
export function momentOf(wall: number, zone: string): Moment {
  const offsetAt = offsetsOf(zone)
  const guess = wall - offsetAt(Math.floor(wall / 1000)) * 1000
  return new Moment(wall - offsetAt(Math.floor(guess / 1000)) * 1000, zone)
}

const two = (value: number) => String(value).padStart(2, '0')

export const offsetText = (offset: number, separator: string) => {
  const size = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 3600))}${separator}${two(Math.floor(size / 60) % 60)}`
}

export function rfc3339(moment: Moment): string {
  const { year, month, day, hour, minute, second, ms, offset } = wallOf(moment)
  const fraction = ms === 0 ? '' : `.${String(ms).padStart(3, '0').replace(/0+$/, '')}`
  const zone = offset === 0 ? 'Z' : offsetText(offset, ':')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${fraction}${zone}`
}
