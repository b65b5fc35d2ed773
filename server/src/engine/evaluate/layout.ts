import { ExpressionError } from './errors.ts'
import { momentOf, offsetText, wallOf } from './time.ts'
import type { Wall } from './time.ts'
import { Moment } from './values.ts'

/** Go's way to write a format: each part is what a certain moment in January 2006 would show. */
const parts =
  /January|Jan|Monday|Mon|MST|2006|Z07:00|Z0700|-07:00|-0700|-07|01|02|03|04|05|06|15|002|\.0+|\.9+|PM|pm|_2|1|2|3|4|5/g

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const two = (value: number) => String(value).padStart(2, '0')
const hour12 = (hour: number) => (hour % 12 === 0 ? 12 : hour % 12)

type Show = (wall: Wall, zone: string) => string

const shows: Readonly<Record<string, Show>> = {
  January: ({ month }) => monthNames[month - 1] ?? '',
  Jan: ({ month }) => (monthNames[month - 1] ?? '').slice(0, 3),
  Monday: ({ weekday }) => dayNames[weekday] ?? '',
  Mon: ({ weekday }) => (dayNames[weekday] ?? '').slice(0, 3),
  MST: ({ offset }, zone) => (zone === 'UTC' ? 'UTC' : offsetText(offset, '').replace(/00$/, '')),
  '2006': ({ year }) => String(year).padStart(4, '0'),
  '06': ({ year }) => two(year % 100),
  '01': ({ month }) => two(month),
  '1': ({ month }) => String(month),
  '02': ({ day }) => two(day),
  _2: ({ day }) => String(day).padStart(2, ' '),
  '2': ({ day }) => String(day),
  '002': ({ yearDay }) => String(yearDay).padStart(3, '0'),
  '15': ({ hour }) => two(hour),
  '03': ({ hour }) => two(hour12(hour)),
  '3': ({ hour }) => String(hour12(hour)),
  '04': ({ minute }) => two(minute),
  '4': ({ minute }) => String(minute),
  '05': ({ second }) => two(second),
  '5': ({ second }) => String(second),
  PM: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  pm: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  'Z07:00': ({ offset }) => (offset === 0 ? 'Z' : offsetText(offset, ':')),
  Z0700: ({ offset }) => (offset === 0 ? 'Z' : offsetText(offset, '')),
  '-07:00': ({ offset }) => offsetText(offset, ':'),
  '-0700': ({ offset }) => offsetText(offset, ''),
  '-07': ({ offset }) => offsetText(offset, '').slice(0, 3),
}

/** A moment in a format of Go's kind. */
export function formatted(moment: Moment, layout: string): string {
  const wall = wallOf(moment)
  return layout.replace(parts, (part) => {
    if (part.startsWith('.')) {
      const digits = String(wall.ms)
        .padStart(3, '0')
        .padEnd(part.length - 1, '0')
        .slice(0, part.length - 1)
      return part.startsWith('.0') ? `.${digits}` : `.${digits}`.replace(/\.?0+$/, '')
    }
    return shows[part]?.(wall, moment.zone) ?? part
  })
}

const zonePattern = 'Z|[-+]\\d\\d(?::?\\d\\d)?'
const patterns: Readonly<Record<string, string>> = {
  January: monthNames.join('|'),
  Jan: monthNames.map((name) => name.slice(0, 3)).join('|'),
  Monday: dayNames.join('|'),
  Mon: dayNames.map((name) => name.slice(0, 3)).join('|'),
  MST: '[A-Z]{3,4}',
  '2006': '\\d{4}',
  '002': '\\d{3}',
  PM: 'AM|PM',
  pm: 'am|pm',
  _2: ' ?\\d{1,2}',
  'Z07:00': zonePattern,
  Z0700: zonePattern,
  '-07:00': zonePattern,
  '-0700': zonePattern,
  '-07': zonePattern,
}
const single: ReadonlySet<string> = new Set(['1', '2', '3', '4', '5'])

const patternOf = (part: string) =>
  patterns[part] ?? (part.startsWith('.') ? '\\.\\d+' : single.has(part) ? '\\d{1,2}' : '\\d{2}')

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Seconds of `Z`, `+02:00`, `+0200` or `+02`. */
function zoneOffset(text: string): number {
  if (text === 'Z') return 0
  const digits = text.slice(1).replace(':', '').padEnd(4, '0')
  const seconds = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2)) * 60
  return text.startsWith('-') ? -seconds : seconds
}

/** Reads a moment in a format; undefined if it is not in that format. */
function readAs(text: string, layout: string, zone: string): Moment | undefined {
  const found: string[] = []
  let pattern = ''
  let copied = 0
  for (const match of layout.matchAll(parts)) {
    pattern += `${escaped(layout.slice(copied, match.index))}(${patternOf(match[0])})`
    copied = match.index + match[0].length
    found.push(match[0])
    // A fraction may follow seconds even where the format has none.
    if (match[0] === '05' && !layout.slice(copied).startsWith('.')) pattern += '(?:\\.\\d+)?'
  }
  const values = new RegExp(`^${pattern}${escaped(layout.slice(copied))}$`).exec(text)
  if (!values) return undefined
  const shown = new Map(found.map((part, index) => [part, values[index + 1] ?? '']))
  const pick = (...names: string[]) =>
    names.map((name) => shown.get(name)).find((value) => value !== undefined)
  const digits = (fallback: number, ...names: string[]) => Number(pick(...names) ?? fallback)

  const monthName = pick('January', 'Jan')
  const month = monthName
    ? monthNames.findIndex((name) => name.startsWith(monthName.slice(0, 3))) + 1
    : digits(1, '01', '1')
  const day = digits(1, '02', '_2', '2')
  let hour = digits(0, '15', '03', '3')
  const half = pick('PM', 'pm')?.toUpperCase()
  if (half === 'PM' && hour < 12) hour += 12
  if (half === 'AM' && hour === 12) hour = 0
  const minute = digits(0, '04', '4')
  const second = digits(0, '05', '5')
  const year = digits(0, '2006')
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > last || hour > 23 || minute > 59 || second > 59)
    return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const wall = date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000
  const offset = pick('Z07:00', 'Z0700', '-07:00', '-0700', '-07')
  return offset === undefined ? momentOf(wall, zone) : new Moment(wall - zoneOffset(offset) * 1000, 'UTC')
}

const usual = [
  '2006-01-02',
  '15:04:05',
  '2006-01-02 15:04:05',
  '2006-01-02T15:04:05Z07:00',
  '02 Jan 06 15:04 MST',
  'Monday, 02-Jan-06 15:04:05 MST',
  'Mon, 02 Jan 2006 15:04:05 MST',
  'Mon, 02 Jan 2006 15:04:05 -0700',
]

/** Reads a moment in the given format, or in one of the usual ones. */
export function readMoment(text: string, layout: string | undefined, zone: string): Moment {
  for (const each of layout === undefined ? usual : [layout]) {
    const moment = readAs(text, each, zone)
    if (moment) return moment
  }
  throw new ExpressionError(
    `\`${text}\` is not a date${layout === undefined ? '' : ` of the form \`${layout}\``}`,
  )
}
