import { useId } from 'react'
import { useTranslations } from 'use-intl'

import { managedRowClass } from '../../../domain/ManagedList.tsx'
import { PlainText } from '../../../domain/PlainText.tsx'
import { RelativeTime } from '../../../domain/RelativeTime.tsx'
import { paths } from '../../../paths.ts'
import { Badge, CountBadge } from '../../../ui/Badge.tsx'
import { DataList } from '../../../ui/DataList.tsx'
import { TextLink } from '../../../ui/links.tsx'
import { LabelBadges } from './LabelBadges.tsx'
import { ReasonText } from './ReasonText.tsx'
import type { ListedTask } from './waiting.ts'

/** The tasks of one state; nothing when there are none. */
export function QueueTasks({ title, tasks }: { title: string; tasks: readonly ListedTask[] }) {
  const id = useId()
  if (tasks.length === 0) return null
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="flex items-center gap-2 font-semibold text-strong">
        {title} <CountBadge count={tasks.length} />
      </h3>
      <DataList label={title} items={tasks} keyOf={({ task }) => `${task.id} ${task.pid}`}>
        {(listed) => <TaskRow listed={listed} />}
      </DataList>
    </section>
  )
}

/** Shown in words in the row, or of no use to people. */
const hiddenLabels: ReadonlySet<string> = new Set(['org-id', 'repo'])

function TaskRow({ listed: { task, reason } }: { listed: ListedTask }) {
  const t = useTranslations('admin.queue')
  const repo = (Object.hasOwn(task.labels, 'repo') && task.labels['repo']) || `#${task.repo_id}`
  return (
    <div className={managedRowClass}>
      <div className="min-w-52 flex-1">
        <p className="break-words">
          <TextLink {...paths.step(task.repo_id, task.pipeline_number, task.pid)} className="font-medium">
            <PlainText>{task.name || t('unnamed')}</PlainText>
          </TextLink>{' '}
          <span className="text-meta text-muted">
            <PlainText>{repo}</PlainText> #{task.pipeline_number}
          </span>
        </p>
        <p className="text-meta break-words text-muted">
          <ReasonText reason={reason} />
        </p>
      </div>
      <span className="flex max-w-full min-w-0 flex-wrap gap-1">
        {task.concurrency_group !== '' && <Badge label={t('group')}>{task.concurrency_group}</Badge>}
        <LabelBadges labels={task.labels} hidden={hiddenLabels} />
      </span>
      <span className="w-28 shrink-0 text-end text-meta text-muted max-sm:w-auto">
        <span className="sr-only">{t('since')} </span>
        <RelativeTime at={task.created} />
      </span>
    </div>
  )
}
