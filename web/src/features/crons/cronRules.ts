import { CronInput } from '@yaffle/contract/crons'
import * as z from 'zod/mini'

import { type Complaint, says } from '../../domain/formTexts.ts'
import { hasProblem, type KeyValue } from '../../ui/keyValues.ts'
import { isTimeZone, readSchedule, type ScheduleProblem } from './schedule.ts'

const complaints = {
  empty: 'required',
  fields: 'scheduleFields',
  descriptor: 'scheduleDescriptor',
  duration: 'scheduleDuration',
  zone: 'notZone',
  minute: 'scheduleMinute',
  hour: 'scheduleHour',
  day: 'scheduleDay',
  month: 'scheduleMonth',
  weekday: 'scheduleWeekday',
} as const satisfies Record<ScheduleProblem, Complaint>

/** What the server would say of a schedule; undefined for one that it reads. */
function complaintOf(schedule: string): Complaint | undefined {
  const read = readSchedule(schedule)
  return 'problem' in read ? complaints[read.problem] : undefined
}

interface Known {
  /** Names of the repository's other jobs. */
  taken: ReadonlySet<string>
  /** A branch that was set once cannot be taken away again (wire 4.12). */
  needsBranch: boolean
}

/** The contract's job, with the rules that the server has for it; variables as the form's rows. */
export const cronRules = ({ taken, needsBranch }: Known) =>
  z.extend(CronInput, {
    name: z.string().check(
      z.refine((name) => name.trim() !== '', says('required')),
      z.refine((name) => !taken.has(name.trim()), says('taken')),
    ),
    schedule: z.string().check((context) => {
      const complaint = complaintOf(context.value)
      if (complaint !== undefined)
        context.issues.push({ code: 'custom', input: context.value, message: complaint })
    }),
    timezone: z.string().check(z.refine(isTimeZone, says('notZone'))),
    branch: z.string().check(z.refine((branch) => !needsBranch || branch !== '', says('branchStays'))),
    variables: z
      .custom<readonly KeyValue[]>()
      .check(z.refine((rows) => !hasProblem(rows), says('badVariables'))),
  })
