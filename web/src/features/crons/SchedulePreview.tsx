import { useFormatter, useTranslations } from 'use-intl'

import { useNow } from '../../domain/useNow.ts'
import { Badge } from '../../ui/Badge.tsx'
import { nextRuns } from './nextRuns.ts'
import { readSchedule } from './schedule.ts'
import { useScheduleText } from './useScheduleText.ts'

const shown = 5

interface SchedulePreviewProps {
  schedule: string
  timezone: string
  isEnabled: boolean
}

/** What a schedule means: in words, and its next runs by the clock of the job and of the reader. */
export function SchedulePreview({ schedule: text, timezone, isEnabled }: SchedulePreviewProps) {
  const t = useTranslations('crons')
  const format = useFormatter()
  const words = useScheduleText()
  const now = useNow('minute')
  const read = readSchedule(text)
  if ('problem' in read) return null

  const { schedule } = read
  const zone = (schedule.kind === 'fields' && schedule.zone) || timezone
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const runs = nextRuns(schedule, timezone, now, shown)
  const inZone = (seconds: number, timeZone: string) =>
    format.dateTime(new Date(seconds * 1000), {
      timeZone,
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    })

  return (
    <section
      aria-label={t('preview')}
      className="flex flex-col gap-2 rounded-md border border-border bg-canvas p-3"
    >
      <p className="flex flex-wrap items-center gap-2 font-medium text-strong">
        {words(schedule)}
        {!isEnabled && <Badge>{t('disabled')}</Badge>}
      </p>
      {runs.length === 0 ? (
        <p className="text-failure">{t('never')}</p>
      ) : (
        <table className="w-full text-meta tabular-nums">
          <caption className="sr-only">{t('nextRuns')}</caption>
          <thead>
            <tr className="text-start text-muted">
              <th scope="col" className="pe-4 text-start font-normal">
                {t('inZone', { zone })}
              </th>
              {zone !== here && (
                <th scope="col" className="text-start font-normal">
                  {t('inYourZone', { zone: here })}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run}>
                <td className="pe-4">{inZone(run, zone)}</td>
                {zone !== here && <td>{inZone(run, here)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {schedule.kind === 'every' && <p className="text-meta text-muted">{t('everyHelp')}</p>}
    </section>
  )
}
