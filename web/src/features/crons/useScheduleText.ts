import { useFormatter, useTranslations } from 'use-intl'

import { isOpen } from './nextRuns.ts'
import type { DayPart, Fields, Schedule } from './schedule.ts'

const isEvery = (values: readonly number[], count: number) => values.length === count

// The step of a field such as `0/15`: evenly spread from the very start over the whole range.
function stepOf(values: readonly number[], count: number): number | undefined {
  const [first, second] = values
  if (first !== 0 || second === undefined) return undefined
  const isEven = values.every((value, index) => value === index * second)
  return isEven && values.length === Math.ceil(count / second) ? second : undefined
}

/** So many times of the day are still read more easily one by one. */
const mostTimes = 6
const sunday = Date.UTC(2023, 0, 1)
const dayMs = 86_400_000

/** Puts a schedule into a sentence of the reader's language. */
export function useScheduleText() {
  const t = useTranslations('crons.words')
  const format = useFormatter()
  const list = (items: readonly (string | number)[]) => format.list(items.map(String))
  const weekday = (value: number) =>
    format.dateTime(new Date(sunday + value * dayMs), { weekday: 'long', timeZone: 'UTC' })
  const month = (value: number) =>
    format.dateTime(new Date(Date.UTC(2023, value - 1, 1)), { month: 'long', timeZone: 'UTC' })
  const clock = (hour: number, minute: number) =>
    format.dateTime(new Date(Date.UTC(2023, 0, 1, hour, minute)), { timeStyle: 'short', timeZone: 'UTC' })

  function time({ minutes, hours }: Fields): string {
    const everyHour = isEvery(hours, 24)
    const minuteStep = stepOf(minutes, 60)
    const hourStep = stepOf(hours, 24)
    if (everyHour && isEvery(minutes, 60)) return t('everyMinute')
    if (everyHour && minuteStep !== undefined) return t('everyMinutes', { count: minuteStep })
    if (everyHour) return t('minutesOfHour', { count: minutes.length, minutes: list(minutes) })
    if (hourStep !== undefined && minutes.length === 1)
      return t('everyHours', { count: hourStep, minute: minutes[0] ?? 0 })
    if (minutes.length * hours.length <= mostTimes)
      return t('at', { times: list(hours.flatMap((hour) => minutes.map((minute) => clock(hour, minute)))) })
    if (isEvery(minutes, 60)) return t('everyMinuteOfHours', { hours: list(hours) })
    return t('minutesOfHours', { minutes: list(minutes), hours: list(hours) })
  }

  /** Three and more in a row are named by their ends. */
  function runsOf(values: readonly number[], name: (value: number) => string): string[] {
    const first = values[0] ?? 0
    const last = values.at(-1) ?? 0
    const isRun = values.length > 2 && last - first === values.length - 1
    return isRun ? [t('fromTo', { from: name(first), to: name(last) })] : values.map(name)
  }

  function part(it: DayPart, name: (value: number) => string): string[] {
    switch (it.kind) {
      case 'any':
        return []
      case 'values':
        return runsOf(it.values, name)
      case 'last':
        return [it.before === 0 ? t('lastDay') : t('beforeLastDay', { count: it.before })]
      case 'workday':
        return [it.day === undefined ? t('lastWorkday') : t('workday', { day: it.day })]
      case 'lastWeekday':
        return [t('lastWeekday', { weekday: weekday(it.weekday) })]
      case 'nthWeekday':
        return [t('nthWeekday', { nth: it.nth, weekday: weekday(it.weekday) })]
    }
  }

  function days({ days, weekdays }: Fields): string | undefined {
    const dayNames = isOpen(days) ? [] : days.flatMap((one) => part(one, (day) => t('dayOfMonth', { day })))
    const weekdayNames = isOpen(weekdays) ? [] : weekdays.flatMap((one) => part(one, weekday))
    const names = [...new Set([...dayNames, ...weekdayNames])]
    if (names.length === 0) return undefined
    return t('on', { days: format.list(names, { type: 'disjunction' }) })
  }

  return (schedule: Schedule): string => {
    if (schedule.kind === 'every') return t('every', { duration: duration(schedule.seconds, t) })
    const inMonths = isEvery(schedule.months, 12)
      ? undefined
      : t('in', { months: format.list(schedule.months.map(month), { type: 'disjunction' }) })
    const onDays = days(schedule)
    const everyDay = onDays === undefined && schedule.hours.length < 24 ? t('everyDay') : onDays
    return [everyDay, inMonths]
      .filter((part) => part !== undefined)
      .reduce((first, second) => t('and', { first, second }), time(schedule))
  }
}

type Words = ReturnType<typeof useTranslations<'crons.words'>>

function duration(seconds: number, t: Words): string {
  const parts = [
    ['hours', Math.floor(seconds / 3600)],
    ['minutes', Math.floor(seconds / 60) % 60],
    ['seconds', seconds % 60],
  ] as const
  return parts
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => t(unit, { count }))
    .join(' ')
}
