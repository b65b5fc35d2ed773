import type { QueueInfo } from '@yaffle/contract/queue'
import { CircleDashed, Clock, Hourglass, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/Icon.tsx'

/** How much of what there is, at a glance. */
export function QueueTiles({ stats }: { stats: QueueInfo['stats'] }) {
  const t = useTranslations('admin.queue')
  const tiles = [
    { label: t('freeSlots'), count: stats.worker_count, icon: CircleDashed, mark: 'text-success' },
    { label: t('running'), count: stats.running_count, icon: LoaderCircle, mark: 'text-running' },
    { label: t('pending'), count: stats.pending_count, icon: Clock, mark: 'text-pending' },
    { label: t('waiting'), count: stats.waiting_on_deps_count, icon: Hourglass, mark: 'text-neutral' },
  ]
  return (
    <dl aria-label={t('counts')} className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {tiles.map(({ label, count, icon, mark }) => (
        <div key={label} className="flex flex-col gap-1 rounded-md border border-border px-3 py-2">
          <dt className="flex items-center gap-1.5 text-meta text-muted">
            <Icon icon={icon} size="small" className={cx(mark)} />
            {label}
          </dt>
          <dd className="text-title text-strong tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  )
}
