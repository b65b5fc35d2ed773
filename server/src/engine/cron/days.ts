import { CronError, daysOfMonth, daysOfWeek, valueOf, valuesOf } from './fields.ts'

/** A day of the calendar; `month` from 1, `weekday` from 0 for Sunday, `last` is the month's last day. */
interface Day {
  month: number
  day: number
  weekday: number
  last: number
}

type Matches = (day: Day) => boolean

interface DayField {
  /** It is, or holds, a bare `*` or `?`. */
  isOpen: boolean
  matches: Matches
}

const isWorkday = (weekday: number) => weekday >= 1 && weekday <= 5

/** The workday nearest to a date, never in another month. */
function nearestWorkday(date: number, { day, weekday, last }: Day): number {
  const onThatDate = (((weekday + date - day) % 7) + 7) % 7
  if (isWorkday(onThatDate)) return date
  if (onThatDate === 6) return date > 1 ? date - 1 : date + 2
  return date < last ? date + 1 : date - 2
}

function dayOfMonth(part: string): Matches {
  const upper = part.toUpperCase()
  if (upper === 'L') return ({ day, last }) => day === last
  if (upper === 'LW') return (it) => it.day === nearestWorkday(it.last, it)
  const beforeLast = /^L-(\d{1,2})$/.exec(upper)
  if (beforeLast) {
    const count = Number(beforeLast[1])
    if (count < 1 || count > 30) throw new CronError(`day of month: \`${part}\` must count back 1 to 30 days`)
    return ({ day, last }) => day === last - count
  }
  const nearest = /^(\d{1,2})W$/.exec(upper)
  if (nearest) {
    const date = valueOf(nearest[1] ?? '', daysOfMonth)
    return (it) => date <= it.last && it.day === nearestWorkday(date, it)
  }
  const days = new Set(valuesOf(part, daysOfMonth))
  return ({ day }) => days.has(day)
}

function dayOfWeek(part: string): Matches {
  if (part.toUpperCase() === 'L') return ({ weekday }) => weekday === 6
  const lastOne = /^(\w+)L$/i.exec(part)
  if (lastOne) {
    const wanted = valueOf(lastOne[1] ?? '', daysOfWeek)
    return ({ weekday, day, last }) => weekday === wanted && day > last - 7
  }
  const nth = /^(\w+)#(\d+)$/.exec(part)
  if (nth) {
    const wanted = valueOf(nth[1] ?? '', daysOfWeek)
    const which = Number(nth[2])
    if (which < 1 || which > 5)
      throw new CronError(`day of week: \`${part}\` must name the 1st to 5th of a month`)
    return ({ weekday, day }) => weekday === wanted && Math.ceil(day / 7) === which
  }
  const days = new Set(valuesOf(part, daysOfWeek))
  return ({ weekday }) => days.has(weekday)
}

function field(text: string, one: (part: string) => Matches): DayField {
  const parts = text.split(',')
  const isBare = (part: string) => part === '*' || part === '?'
  const matchers = parts.map((part) => (isBare(part) ? () => true : one(part)))
  return { isOpen: parts.some(isBare), matches: (day) => matchers.some((matches) => matches(day)) }
}

/** Days by both of their fields: if one is left open both must match, otherwise either may. */
export function dayMatcher(dayOfMonthText: string, dayOfWeekText: string): Matches {
  const ofMonth = field(dayOfMonthText, dayOfMonth)
  const ofWeek = field(dayOfWeekText, dayOfWeek)
  return ofMonth.isOpen || ofWeek.isOpen
    ? (day) => ofMonth.matches(day) && ofWeek.matches(day)
    : (day) => ofMonth.matches(day) || ofWeek.matches(day)
}
