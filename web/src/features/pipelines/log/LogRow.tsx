import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'

import { clockText } from '../../../domain/time.ts'
import { cx } from '../../../ui/cx.ts'
import { SafeLink } from '../../../ui/SafeLink.tsx'
import { looksOf } from './colour.ts'
import type { FoldState, RowGroup } from './protocol.ts'
import type { Segment } from './segments.ts'

interface LogRowProps {
  group: RowGroup
  /** Pixels from the top of the scrolled element. */
  y: number
  isChosen: boolean
  /** What the time column says, or undefined when it is off. */
  time: string | undefined
  onNumber: (line: number, extend: boolean) => void
  onToggle: (line: number) => void
}

/** One line of a log, or the part of a very long one that is near what can be seen. */
export const LogRow = memo(function LogRow({ group, y, isChosen, time, onNumber, onToggle }: LogRowProps) {
  const t = useTranslations('log')
  const { line, fold, severity } = group
  const number = line + 1
  const isStderr = group.type === 1

  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    onNumber(number, event.shiftKey)
  }

  return (
    <div
      role="row"
      aria-rowindex={group.position}
      data-line={line}
      className={cx(
        'log-row',
        severity === 'error' && 'log-error',
        severity === 'warning' && 'log-warning',
        isStderr && 'log-stderr',
        isChosen && 'log-chosen',
        fold && 'log-head',
      )}
      style={{ transform: `translateY(${y}px)` }}
    >
      <span
        role="rowheader"
        className="log-number"
        {...(isStderr && group.sub === 0 && { 'data-tooltip': t('stderr') })}
      >
        {group.sub === 0 && (
          <a href={`#L${number}`} tabIndex={-1} aria-label={t('line', { number })} onClick={choose}>
            {number}
          </a>
        )}
      </span>
      {time !== undefined && (
        <span role="cell" className="log-time">
          {group.sub === 0 && time}
        </span>
      )}
      <span role="cell" className="log-text">
        {fold && group.sub === 0 && <FoldButton fold={fold} onToggle={() => onToggle(line)} />}
        {isStderr && group.sub === 0 && <span className="sr-only">{t('stderr')}: </span>}
        {severity && group.sub === 0 && <span className="sr-only">{t(severity)}: </span>}
        {group.rows.map((segments) => (
          <span key={segments[0]?.offset ?? 'empty'} className="log-piece">
            {segments.map((segment) => (
              <Piece key={segment.offset} segment={segment} />
            ))}
          </span>
        ))}
      </span>
    </div>
  )
})

function FoldButton({ fold, onToggle }: { fold: FoldState; onToggle: () => void }) {
  const t = useTranslations('log')
  const Chevron = fold.isClosed ? ChevronRight : ChevronDown
  return (
    <>
      <button
        type="button"
        className="log-fold"
        aria-expanded={!fold.isClosed}
        aria-label={t('foldLines', { title: fold.title, count: fold.count })}
        onClick={onToggle}
      >
        <Chevron aria-hidden className="size-4" />
      </button>
      <span className="log-fold-facts">
        {fold.isClosed && <span>{t('hiddenLines', { count: fold.count })}</span>}
        {(fold.seconds > 0 || fold.isOpenEnded) && <span>{clockText(fold.seconds)}</span>}
      </span>
    </>
  )
}

function Piece({ segment }: { segment: Segment }) {
  const { offset, length, text, style, href, hit, mark } = segment
  const piece = (
    <span
      data-o={offset}
      data-n={length}
      {...(mark && { 'data-mark': mark })}
      className={cx(hit && `log-${hit}`, mark && 'log-mark') || undefined}
      {...(style && { style: looksOf(style) })}
    >
      {text}
    </span>
  )
  if (href === undefined) return piece
  return (
    <SafeLink href={href} className="log-link">
      {piece}
    </SafeLink>
  )
}
