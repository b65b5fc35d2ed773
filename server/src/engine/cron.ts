import { dayMatcher } from './cron/days.ts'
import { wholeSeconds } from './cron/duration.ts'
import { CronError, hours, listOf, minutes, months } from './cron/fields.ts'
import { firstOfDay, isTimeZone, offsetsOf } from './cron/zone.ts'

export interface Schedule {
  /**
   * The first time after `seconds` (both Unix seconds) at which the job is due, by the clocks of `zone` (a name of
   * the time zone database) unless the schedule names a zone itself. Undefined if none comes within five years.
   */
  nextAfter(seconds: number, zone: string): number | undefined
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

const secondsOfDay = 86_400
const maxLength = 500
const yearsAhead = 5

type Next = Schedule['nextAfter']

function fiveFields(text: string): Next {
  const fields = text.split(/\s+/).filter((field) => field !== '')
  if (fields.length !== 5)
    throw new CronError(`expected exactly 5 fields, found ${fields.length}: \`${text}\``)
  const [minuteText = '', hourText = '', dayText = '', monthText = '', weekdayText = ''] = fields
  const minuteList = listOf(minuteText, minutes)
  const times = listOf(hourText, hours).flatMap((hour) =>
    minuteList.map((minute) => hour * 3600 + minute * 60),
  )
  const isMonth = new Set(listOf(monthText, months))
  const isDay = dayMatcher(dayText, weekdayText)

  return (seconds, zone) => {
    const offsetAt = offsetsOf(zone)
    const today = Math.floor((seconds + offsetAt(seconds)) / secondsOfDay)
    const lastYear = new Date(today * secondsOfDay * 1000).getUTCFullYear() + yearsAhead
    // Clocks set back over midnight show the end of the previous day once more.
    for (let dayNumber = today - 1; ; dayNumber += 1) {
      const dayStart = dayNumber * secondsOfDay
      const date = new Date(dayStart * 1000)
      if (date.getUTCFullYear() > lastYear) return undefined
      const month = date.getUTCMonth() + 1
      if (!isMonth.has(month)) continue
      const last = new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate()
      if (!isDay({ month, day: date.getUTCDate(), weekday: date.getUTCDay(), last })) continue
      const found = firstOfDay(dayStart, times, seconds, offsetAt)
      if (found !== undefined) return found
    }
  }
}

function unzoned(text: string): Next {
  if (!text.startsWith('@')) return fiveFields(text)
  if (text.startsWith('@every ')) {
    const every = wholeSeconds(text.slice('@every '.length).trim())
    return (seconds) => seconds + every
  }
  const fields = Object.hasOwn(descriptors, text) ? descriptors[text] : undefined
  if (fields === undefined) throw new CronError(`unrecognized descriptor \`${text}\``)
  return fiveFields(fields)
}

/**
 * Reads a schedule: five fields, a descriptor or `@every`, with or without `TZ=<zone> ` before it.
 * Throws a CronError that says what is wrong.
 */
export function parseSchedule(text: string): Schedule {
  if (text.length > maxLength) throw new CronError(`it is longer than ${maxLength} characters`)
  const prefix = /^(?:CRON_)?TZ=(\S*)\s+/.exec(text)
  const next = unzoned(prefix ? text.slice(prefix[0].length).trim() : text.trim())
  const own = prefix?.[1]
  if (own !== undefined && !isTimeZone(own)) throw new CronError(`unknown time zone \`${own}\``)
  return { nextAfter: (seconds, zone) => next(seconds, own ?? zone) }
}
