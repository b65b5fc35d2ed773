import type { DayPart, Fields, Schedule } from './schedule.ts'

const secondsOfDay = 86_400
/** Clocks differ from UTC by less than this. */
const farthest = 15 * 3600
const yearsAhead = 5

interface Day {
  month: number
  day: number
  /** From 0 for Sunday. */
  weekday: number
  /** The month's last day. */
  last: number
}

/** The workday nearest to a date, never in another month. */
function workdayNear(date: number, { day, weekday, last }: Day): number {
  const there = (((weekday + date - day) % 7) + 7) % 7
  if (there === 6) return date > 1 ? date - 1 : date + 2
  if (there === 0) return date < last ? date + 1 : date - 2
  return date
}

function isOn(part: DayPart, it: Day, value: number): boolean {
  switch (part.kind) {
    case 'any':
      return true
    case 'values':
      return part.values.includes(value)
    case 'last':
      return it.day === it.last - part.before
    case 'workday': {
      const date = part.day ?? it.last
      return date <= it.last && it.day === workdayNear(date, it)
    }
    case 'lastWeekday':
      return it.weekday === part.weekday && it.day > it.last - 7
    case 'nthWeekday':
      return it.weekday === part.weekday && Math.ceil(it.day / 7) === part.nth
  }
}

export const isOpen = (parts: readonly DayPart[]) => parts.some(({ kind }) => kind === 'any')

/** Where both day fields are restricted either may match, otherwise both must. */
function isDue({ days, months, weekdays }: Fields, it: Day): boolean {
  if (!months.includes(it.month)) return false
  const byDay = days.some((part) => isOn(part, it, it.day))
  const byWeekday = weekdays.some((part) => isOn(part, it, it.weekday))
  return isOpen(days) || isOpen(weekdays) ? byDay && byWeekday : byDay || byWeekday
}

/** Seconds that the zone's clock is ahead of UTC, at a time in Unix seconds. */
function clockOf(zone: string): (seconds: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (seconds) => {
    const parts = new Map(
      format.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]),
    )
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const wall = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    )
    return Math.round(wall / 1000) - seconds
  }
}

/**
 * When the zone's clock shows these times of a day; `dayStart` reads the clock as if it were UTC. A time that the
 * clocks skip never comes, one that they show twice comes twice.
 */
function momentsOf(
  dayStart: number,
  times: readonly number[],
  offsetAt: (seconds: number) => number,
): number[] {
  const before = offsetAt(dayStart - farthest)
  const after = offsetAt(dayStart + secondsOfDay + farthest)
  if (before === after) return times.map((time) => dayStart + time - before)
  return times
    .flatMap((time) => {
      const wall = dayStart + time
      return [...new Set([wall - before, wall - after])].filter(
        (moment) => moment + offsetAt(moment) === wall,
      )
    })
    .toSorted((one, other) => one - other)
}

/**
 * The next runs after `now` (Unix seconds), at most `count`, none later than five years ahead. `zone` is the job's; a
 * zone in the schedule itself comes first.
 */
export function nextRuns(schedule: Schedule, zone: string, now: number, count: number): number[] {
  if (schedule.kind === 'every')
    return Array.from({ length: count }, (_, index) => now + (index + 1) * schedule.seconds)

  const offsetAt = clockOf(schedule.zone ?? zone)
  const times = schedule.hours.flatMap((hour) => schedule.minutes.map((minute) => hour * 3600 + minute * 60))
  const today = Math.floor((now + offsetAt(now)) / secondsOfDay)
  const lastDay = today + yearsAhead * 366
  const found: number[] = []
  // Clocks that are set back over midnight show the end of the day before once more.
  for (let number = today - 1; number <= lastDay && found.length < count; number += 1) {
    const date = new Date(number * secondsOfDay * 1000)
    const month = date.getUTCMonth() + 1
    const it: Day = {
      month,
      day: date.getUTCDate(),
      weekday: date.getUTCDay(),
      last: new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate(),
    }
    if (!isDue(schedule, it)) continue
    for (const moment of momentsOf(number * secondsOfDay, times, offsetAt)) {
      if (moment > now && found.length < count) found.push(moment)
    }
  }
  return found
}
