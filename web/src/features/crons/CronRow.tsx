import { useNavigate } from '@tanstack/react-router'
import type { Cron } from '@yaffle/contract/crons'
import { Pencil, Play } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'

import { useRemoveCron, useRunCron } from '../../api/crons.ts'
import { managedRowClass } from '../../domain/ManagedList.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { RemoveButton } from '../../domain/RemoveButton.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { toasts } from '../../ui/toasts.ts'
import { isTimeZone, readSchedule } from './schedule.ts'
import { useScheduleText } from './useScheduleText.ts'

/** One job: when it runs, and what can be done with it. */
export function CronRow({ repoId, cron, onEdit }: { repoId: number; cron: Cron; onEdit: () => unknown }) {
  const t = useTranslations()
  const words = useScheduleText()
  const navigate = useNavigate()
  const run = useRunCron(repoId)
  const remove = useRemoveCron(repoId)
  const read = readSchedule(cron.schedule)
  const { name } = cron
  const inOwnZone = useTimeInZone(cron.next_exec, cron.timezone)

  async function start() {
    const pipeline = await run.mutateAsync(cron.id)
    if (pipeline) await navigate(paths.pipeline(repoId, pipeline.number))
    else
      toasts.show({
        type: 'warn',
        title: t('crons.nothingTitle'),
        text: t('crons.nothingText', { name }),
        duration: 8_000,
      })
  }

  return (
    <div className={managedRowClass}>
      <div className="min-w-40 flex-1 max-sm:basis-full">
        <span className="font-medium break-words text-strong">
          <PlainText>{name}</PlainText>
        </span>
        <p className="text-meta break-words text-muted">
          {'schedule' in read ? words(read.schedule) : cron.schedule}
          {cron.branch !== '' && ` · ${cron.branch}`}
        </p>
      </div>
      <span className="text-meta text-muted max-sm:min-w-0 max-sm:flex-1">
        {!cron.enabled ? (
          <Badge>{t('crons.disabled')}</Badge>
        ) : cron.next_exec > 0 ? (
          <>
            {t('crons.next')}{' '}
            <span data-tooltip={inOwnZone}>
              <Time at={cron.next_exec} />
            </span>
          </>
        ) : (
          t('crons.notPlanned')
        )}
      </span>
      <span className="flex shrink-0 justify-end">
        <IconButton icon={Play} label={t('crons.runNamed', { name })} onClick={start} />
        <IconButton icon={Pencil} label={t('settings.editNamed', { name })} onClick={onEdit} />
        <RemoveButton
          name={name}
          title={t('crons.removeTitle', { name })}
          done={t('crons.removed', { name })}
          onRemove={() => remove.mutateAsync(cron.id)}
        >
          {t('crons.removeText')}
        </RemoveButton>
      </span>
    </div>
  )
}

/** The job's own clock at a moment, in Unix seconds, with the name of its zone; undefined where nobody knows the zone. */
function useTimeInZone(seconds: number, timezone: string): string | undefined {
  const format = useFormatter()
  const timeZone = timezone || 'UTC'
  if (!isTimeZone(timeZone)) return undefined
  const time = format.dateTime(new Date(seconds * 1000), {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return `${time}, ${timeZone}`
}
