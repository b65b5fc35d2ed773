import { pageSize } from '@yaffle/contract/fields'
import type { Pipeline } from '@yaffle/contract/pipelines'
import { type KeyboardEvent, memo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useDurationText } from '../../domain/Duration.tsx'
import { roleFill } from '../../domain/roleFill.ts'
import { RowLink } from '../../domain/RowLink.tsx'
import { looksOf } from '../../domain/statuses.ts'
import { useStatusName } from '../../domain/StatusIcon.tsx'
import { paths } from '../../paths.ts'
import { fewestRuns, heightOf, isSameRuns, type Run, runsOf, trendOf } from './trend.ts'

interface DurationTrendProps {
  repoId: number
  /** All that the repository has, newest first. Only the first page counts: bars must not change while one scrolls. */
  pipelines: readonly Pipeline[]
}

/**
 * How long the latest pipelines took, as bars, and what is usual. Whether there are enough is decided when the list is
 * first drawn: a strip that comes or goes later would move the rows that somebody is about to press.
 */
export function DurationTrend({ repoId, pipelines }: DurationTrendProps) {
  const runs = runsOf(pipelines.slice(0, pageSize))
  const [isShown] = useState(runs.length >= fewestRuns)
  return isShown && <Strip repoId={repoId} runs={runs} />
}

interface StripProps {
  repoId: number
  runs: readonly Run[]
}

/** Most events are about pipelines that still run: they leave everything here as it is. */
const Strip = memo(
  function Strip({ repoId, runs }: StripProps) {
    const t = useTranslations('repo')
    const durationText = useDurationText()
    const trend = trendOf(runs)
    const longest = Math.max(...runs.map(({ seconds }) => seconds))

    return (
      <div className="flex items-center gap-4 max-sm:gap-3">
        <Bars repoId={repoId} runs={runs} longest={longest} />
        {/* So wide on small screens that its lines are no taller than the bars: one more must not push the list. */}
        <p className="grid text-meta text-muted tabular-nums max-sm:min-w-1/2 max-sm:flex-1">
          {trend && (
            <span className="text-normal">{t('trendUsual', { time: durationText(trend.usual) })}</span>
          )}
          {trend?.change && (
            <span>
              {t(trend.change.kind === 'slower' ? 'trendSlower' : 'trendFaster', {
                time: durationText(trend.change.before),
              })}
            </span>
          )}
        </p>
      </div>
    )
  },
  (before, now) => before.repoId === now.repoId && isSameRuns(before.runs, now.runs),
)

/**
 * One stop of the tab order, inside of which the arrow keys move: thirty would stand between the filters and the list,
 * and none would keep the durations from those who have no mouse. To screen readers it is a named list of links. Bars are
 * narrow; whoever cannot hit them has the same links in the rows below (the exception of WCAG 2.5.8).
 */
function Bars({ repoId, runs, longest }: StripProps & { longest: number }) {
  const t = useTranslations('repo')
  const newest = runs.at(-1)?.number
  // Stays where it is when a newer one ends: the focus may be there.
  const [chosen, setChosen] = useState(newest)
  const stop = runs.some(({ number }) => number === chosen) ? chosen : newest

  return (
    <ul aria-label={t('trendBars')} className="flex min-w-0 border-b border-border">
      {runs.map(({ number, status, seconds }) => (
        <Bar
          key={number}
          repoId={repoId}
          number={number}
          status={status}
          seconds={seconds}
          height={heightOf(seconds, longest, tallest)}
          isTabStop={number === stop}
          onMove={setChosen}
        />
      ))}
    </ul>
  )
}

/** The bar that a key leads to. */
function barAfter({ key, currentTarget }: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const bars = [...(currentTarget.closest('ul')?.querySelectorAll('li') ?? [])]
  const at = bars.findIndex((bar) => bar.contains(currentTarget))
  const next = placeAfter(key, at, bars.length)
  return next === undefined ? undefined : bars[next]
}

function placeAfter(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1)
    case 'ArrowRight':
      return Math.min(count - 1, at + 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/** Pixels of the longest bar, and of every link. */
const tallest = 48

interface BarProps extends Run {
  repoId: number
  height: number
  isTabStop: boolean
  onMove: (number: number) => void
}

const Bar = memo(function Bar(props: BarProps) {
  const { repoId, number, status, seconds, height, isTabStop, onMove } = props
  const statusName = useStatusName()
  const durationText = useDurationText()

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = barAfter(event)
    if (!next) return
    event.preventDefault()
    onMove(Number(next.dataset['number']))
    next.querySelector('a')?.focus()
  }

  return (
    <li className="w-2.5 min-w-0" data-number={number}>
      <RowLink
        to={paths.pipeline(repoId, number)}
        label={[`#${number}`, statusName(status), durationText(seconds)].join(', ')}
        tabIndex={isTabStop ? 0 : -1}
        onKeyDown={handleKey}
        className="block px-px hover:bg-hover focus-visible:outline-offset-0"
      >
        <svg aria-hidden className="block w-full" height={tallest}>
          <rect
            y={tallest - height}
            width="100%"
            height={height}
            rx={1}
            className={roleFill[looksOf(status).role]}
          />
        </svg>
      </RowLink>
    </li>
  )
})
