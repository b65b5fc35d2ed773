/** What a schedule says (wire 4.12), read so that it can be put into words and its next runs be worked out. */

/** A part of a day field that is more than a number. */
export type DayPart =
  /** From 1; of weekdays from 0 for Sunday. */
  | { kind: 'values'; values: readonly number[] }
  | { kind: 'any' }
  /** So many days before the month's last day; 0 is the last day itself. */
  | { kind: 'last'; before: number }
  /** The workday nearest to a date; undefined for the month's last workday. */
  | { kind: 'workday'; day: number | undefined }
  /** The last of such weekdays in a month. */
  | { kind: 'lastWeekday'; weekday: number }
  | { kind: 'nthWeekday'; weekday: number; nth: number }

export interface Fields {
  kind: 'fields'
  minutes: readonly number[]
  hours: readonly number[]
  days: readonly DayPart[]
  months: readonly number[]
  weekdays: readonly DayPart[]
  /** The zone that the schedule names itself, before that of its job. */
  zone: string | undefined
}

/** Counts from when it was set up or last ran, whatever the clock says. */
interface Every {
  kind: 'every'
  seconds: number
}

export type Schedule = Fields | Every

/** Which part of a schedule cannot be read. */
export type ScheduleProblem =
  | 'empty'
  | 'fields'
  | 'descriptor'
  | 'duration'
  | 'zone'
  | 'minute'
  | 'hour'
  | 'day'
  | 'month'
  | 'weekday'

class Unreadable extends Error {
  readonly problem: ScheduleProblem
  constructor(problem: ScheduleProblem) {
    super(problem)
    this.problem = problem
  }
}

const descriptors: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

interface Range {
  problem: ScheduleProblem
  min: number
  max: number
  names: readonly string[]
}

const minuteRange: Range = { problem: 'minute', min: 0, max: 59, names: [] }
const hourRange: Range = { problem: 'hour', min: 0, max: 23, names: [] }
const dayRange: Range = { problem: 'day', min: 1, max: 31, names: [] }
const monthRange: Range = {
  problem: 'month',
  min: 1,
  max: 12,
  names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
}
const weekdayRange: Range = {
  problem: 'weekday',
  min: 0,
  max: 6,
  names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
}

function numberIn(text: string, { problem, min, max, names }: Range): number {
  const named = names.indexOf(text.toLowerCase())
  const value = named >= 0 ? named + min : /^\d{1,4}$/.test(text) ? Number(text) : NaN
  if (!(value >= min && value <= max)) throw new Unreadable(problem)
  return value
}

// `*`, `a`, `a-b`, each with or without `/n`.
function valuesIn(text: string, range: Range): number[] {
  const match = /^(\*|\w+)(?:-(\w+))?(?:\/(\d{1,4}))?$/.exec(text)
  if (!match) throw new Unreadable(range.problem)
  const [, from = '', to, step] = match
  const isAll = from === '*'
  if (isAll && to !== undefined) throw new Unreadable(range.problem)
  const first = isAll ? range.min : numberIn(from, range)
  const openEnd = isAll || step !== undefined ? range.max : first
  const last = to === undefined ? openEnd : numberIn(to, range)
  const by = step === undefined ? 1 : Number(step)
  if (first > last || by < 1) throw new Unreadable(range.problem)
  return Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, index) => first + index * by)
}

const sorted = (values: readonly number[]) => [...new Set(values)].toSorted((one, other) => one - other)

const listIn = (text: string, range: Range) =>
  sorted(text.split(',').flatMap((part) => valuesIn(part, range)))

function dayPart(text: string): DayPart {
  const upper = text.toUpperCase()
  if (text === '*' || text === '?') return { kind: 'any' }
  if (upper === 'L') return { kind: 'last', before: 0 }
  if (upper === 'LW') return { kind: 'workday', day: undefined }
  const before = /^L-(\d{1,2})$/.exec(upper)?.[1]
  if (before !== undefined) {
    if (Number(before) < 1 || Number(before) > 30) throw new Unreadable('day')
    return { kind: 'last', before: Number(before) }
  }
  const workday = /^(\d{1,2})W$/.exec(upper)?.[1]
  if (workday !== undefined) return { kind: 'workday', day: numberIn(workday, dayRange) }
  return { kind: 'values', values: valuesIn(text, dayRange) }
}

function weekdayPart(text: string): DayPart {
  if (text === '*' || text === '?') return { kind: 'any' }
  if (text.toUpperCase() === 'L') return { kind: 'values', values: [6] }
  const last = /^(\w+)L$/i.exec(text)?.[1]
  if (last !== undefined) return { kind: 'lastWeekday', weekday: numberIn(last, weekdayRange) }
  const nth = /^(\w+)#([1-5])$/.exec(text)
  if (nth) return { kind: 'nthWeekday', weekday: numberIn(nth[1] ?? '', weekdayRange), nth: Number(nth[2]) }
  return { kind: 'values', values: valuesIn(text, weekdayRange) }
}

const seconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 }

function durationOf(text: string): number {
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h))+$/.test(text)) throw new Unreadable('duration')
  let total = 0
  for (const [, amount = '', unit = ''] of text.matchAll(/([\d.]+)(\D+)/g))
    total += Number(amount) * (seconds[unit] ?? 0)
  const whole = Math.round(total)
  if (whole < 1 || Math.abs(whole - total) > 1e-9) throw new Unreadable('duration')
  return whole
}

/** Whether it is a name of the time zone database. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function read(text: string): Schedule {
  const prefix = /^(?:CRON_)?TZ=(\S*)\s+/.exec(text)
  const zone = prefix?.[1]
  if (zone !== undefined && !isTimeZone(zone)) throw new Unreadable('zone')
  const rest = text.slice(prefix?.[0].length ?? 0).trim()
  if (rest === '') throw new Unreadable('empty')
  if (rest.startsWith('@every '))
    return { kind: 'every', seconds: durationOf(rest.slice('@every '.length).trim()) }
  const plain = rest.startsWith('@')
    ? Object.hasOwn(descriptors, rest)
      ? descriptors[rest]
      : undefined
    : rest
  if (plain === undefined) throw new Unreadable('descriptor')

  const fields = plain.split(/\s+/)
  if (fields.length !== 5) throw new Unreadable('fields')
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  return {
    kind: 'fields',
    minutes: listIn(minute, minuteRange),
    hours: listIn(hour, hourRange),
    days: day.split(',').map(dayPart),
    months: listIn(month, monthRange),
    weekdays: weekday.split(',').map(weekdayPart),
    zone,
  }
}

/** Reads five fields, a descriptor such as `@daily`, or `@every 1h30m`, with or without `TZ=<zone> ` before it. */
export function readSchedule(text: string): { schedule: Schedule } | { problem: ScheduleProblem } {
  try {
    return { schedule: read(text.trim()) }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem }
    throw error
  }
}
