import { isActive } from '@yaffle/contract/statuses'
import { ChartNoAxesGantt } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { useRepo } from '../../domain/repoContext.ts'
import { clockText } from '../../domain/time.ts'
import { useNow } from '../../domain/useNow.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { usePipeline } from './pipelineContext.ts'
import { type Timeline, ticksOf, timelineOf } from './timeline.ts'
import { TimelineLine } from './TimelineLine.tsx'

/** Every workflow and step on one axis of time: what waited, what ran, and for how long. */
export function TimelineScreen() {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const { number, status } = usePipeline()
  useTitle(t('timeline'), t('title', { number }), repo.full_name)
  return isActive(status) ? <LiveChart /> : <Chart now={0} />
}

const LiveChart = () => <Chart now={useNow('second')} />

/** `now` counts only while something runs. */
function Chart({ now }: { now: number }) {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const pipeline = usePipeline()
  const timeline = timelineOf(pipeline, now || pipeline.finished || pipeline.updated)
  const { decision, rows } = timeline

  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-[80rem] flex-col gap-3 py-5">
        {rows.every(({ wait, run }) => !wait && !run) ? (
          <EmptyState icon={ChartNoAxesGantt} title={t('timelineEmptyTitle')}>
            {t('timelineEmptyText')}
          </EmptyState>
        ) : (
          <>
            <p className="text-meta text-muted">
              {t('timelineLegend')} {decision > 0 && t('timelineDecision', { time: clockText(decision) })}
            </p>
            <Axis timeline={timeline} />
            <ul aria-label={t('timeline')} className="flex flex-col">
              {rows.map((row) => (
                <li key={row.pid}>
                  <TimelineLine row={row} timeline={timeline} repoId={repo.id} number={pipeline.number} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

/** The marks above the bars, in time since the start. Readers of the page hear the times of each row instead. */
function Axis({ timeline }: { timeline: Timeline }) {
  const length = timeline.end - timeline.start
  const ticks = ticksOf(timeline)
  const middle = Math.ceil(ticks.length / 2)
  return (
    <div
      aria-hidden
      className="grid grid-cols-[minmax(6rem,16rem)_minmax(0,1fr)_3.5rem] max-sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_3rem] gap-x-3 px-2"
    >
      <span />
      <span className="relative h-5 border-b border-border text-meta text-muted tabular-nums">
        {ticks.map((tick, index) => (
          <span
            key={tick}
            data-part="mark"
            className={cx(
              'absolute border-s border-control/50 ps-1 leading-4',
              // Small screens have room for the words of two.
              index !== 0 && index !== middle && 'max-sm:hidden',
            )}
            style={{ insetInlineStart: `${(tick / length) * 100}%` }}
          >
            {tick / length < 0.95 && clockText(tick)}
          </span>
        ))}
      </span>
    </div>
  )
}
