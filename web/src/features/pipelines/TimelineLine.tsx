import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

import { PlainText } from '../../domain/PlainText.tsx'
import { roleFill } from '../../domain/roleFill.ts'
import { looksOf } from '../../domain/statuses.ts'
import { StatusIcon } from '../../domain/StatusIcon.tsx'
import { clockText } from '../../domain/time.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import type { Stretch, Timeline, TimelineRow } from './timeline.ts'

interface TimelineLineProps {
  row: TimelineRow
  timeline: Timeline
  repoId: number
  number: number
}

/** One workflow or step: its name, its place on the axis, how long it ran. Leads to its log. */
export function TimelineLine({ row, timeline, repoId, number }: TimelineLineProps) {
  const t = useTranslations('pipelines')
  const { kind, pid, name, state, wait, run } = row
  const isStep = kind === 'step'
  const waited = wait ? lengthOf(wait) : 0
  const times = [
    waited > 0 && t('timelineWaited', { time: clockText(waited) }),
    run ? t('timelineRan', { time: clockText(lengthOf(run)) }) : t('timelineNotRun'),
  ]
  const words = times.filter(Boolean).join(', ')

  return (
    <Link
      {...paths.step(repoId, number, pid)}
      data-tooltip={words}
      className="grid min-h-8 grid-cols-[minmax(6rem,16rem)_minmax(0,1fr)_3.5rem] max-sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_3rem] items-center gap-x-3 rounded-md px-2 text-normal transition-colors hover:bg-hover focus-visible:-outline-offset-2 max-md:min-h-11"
    >
      <span className={cx('flex min-w-0 items-center gap-2', isStep ? 'ps-5' : 'font-medium text-strong')}>
        <StatusIcon status={state} size="small" />
        <span className="truncate">
          <PlainText>{name}</PlainText>
        </span>
      </span>
      <Bars row={row} timeline={timeline} />
      <span className="text-end text-meta text-muted tabular-nums">
        <span aria-hidden>{run && clockText(lengthOf(run))}</span>
        <span className="sr-only">{words}</span>
      </span>
    </Link>
  )
}

const lengthOf = ({ from, to }: Stretch) => Math.floor(to - from)

/** Of the drawing, which is stretched to its column. */
const width = 1_000

function Bars({ row: { kind, state, wait, run }, timeline }: { row: TimelineRow; timeline: Timeline }) {
  const { start, end } = timeline
  const place = ({ from, to }: Stretch) => {
    // What took less than a second can still be seen, also at the very end.
    const long = Math.max(((to - from) / (end - start)) * width, 3)
    return { x: Math.min(((from - start) / (end - start)) * width, width - long), width: long }
  }
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} 20`}
      preserveAspectRatio="none"
      className="h-5 w-full overflow-hidden"
    >
      {wait && wait.to > wait.from && (
        <rect data-part="wait" {...place(wait)} y={9} height={2} className="fill-control opacity-60" />
      )}
      {run && (
        <rect
          data-part="run"
          {...place(run)}
          y={kind === 'workflow' ? 6 : 3}
          height={kind === 'workflow' ? 8 : 14}
          className={roleFill[looksOf(state).role]}
        />
      )}
    </svg>
  )
}
