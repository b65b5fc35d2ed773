import { parseSchedule } from '../../engine/cron.ts'
import { CronError } from '../../engine/cron/fields.ts'
import { isTimeZone } from '../../engine/cron/zone.ts'
import { badRequest, HttpError } from '../../http/errors.ts'

/** The words with which creating and changing refuse (wire 3.7, 4.12). */
interface Words {
  action: 'inserting' | 'updating'
  /** A schedule that cannot be read is 422 on creation and 400 on change. */
  unreadable: 400 | 422
}

export const onCreate: Words = { action: 'inserting', unreadable: 422 }
export const onUpdate: Words = { action: 'updating', unreadable: 400 }

/** Unix seconds of the next run after `now`. Throws the wire's refusal for a schedule or zone that is no use. */
export function nextRun(
  schedule: string,
  timezone: string,
  now: number,
  { action, unreadable }: Words,
): number {
  const invalid = (status: number, reason: string) =>
    new HttpError(status, `Error ${action} cron. validate failed: ${reason}`)
  if (!isTimeZone(timezone))
    throw invalid(422, `can't parse timezone: unknown time zone ${timezone.slice(0, 100)}`)
  try {
    const next = parseSchedule(schedule).nextAfter(now, timezone)
    if (next === undefined)
      throw badRequest(`Error ${action} cron. schedule could not parsed: it has no date within five years`)
    return next
  } catch (error) {
    if (error instanceof CronError) throw invalid(unreadable, `can't parse schedule: ${error.message}`)
    throw error
  }
}
