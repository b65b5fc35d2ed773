import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { PreciseDuration } from '../../domain/Duration.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { StatusIcon } from '../../domain/StatusIcon.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Line } from './tree.ts'

interface Shared {
  isInTabOrder: boolean
  onFocus: () => void
}

const lineClass =
  'flex min-h-8 items-center gap-2 rounded-md px-2 text-normal select-none max-md:min-h-11 focus-visible:-outline-offset-2'

interface WorkflowLineProps extends Shared {
  line: Line & { kind: 'workflow' }
  onFold: () => void
}

/** A workflow, which folds and unfolds its steps. */
export function WorkflowLine({ line, isInTabOrder, onFocus, onFold }: WorkflowLineProps) {
  const { workflow, isOpen, pid, place, of } = line
  const { name, state, started, finished, environ } = workflow
  const axes = Object.entries(environ)
  return (
    <div
      role="treeitem"
      data-pid={pid}
      aria-level={1}
      aria-posinset={place}
      aria-setsize={of}
      aria-expanded={isOpen}
      aria-selected={false}
      tabIndex={isInTabOrder ? 0 : -1}
      onFocus={onFocus}
      onClick={onFold}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onFold()
      }}
      className={cx(lineClass, 'cursor-pointer flex-wrap font-medium text-strong hover:bg-hover')}
    >
      <Icon
        icon={ChevronRight}
        size="small"
        className={cx('text-muted transition-transform', isOpen && 'rotate-90')}
      />
      <StatusIcon status={state} size="small" />
      <span className="min-w-0 flex-1 truncate">
        <PlainText>{name}</PlainText>
      </span>
      {started !== finished && (
        <PreciseDuration
          of={workflow}
          status={state}
          className="shrink-0 text-meta font-normal text-muted tabular-nums"
        />
      )}
      {axes.length > 0 && (
        <span className="flex w-full min-w-0 flex-wrap gap-1 ps-6 pb-1">
          {axes.map(([axis, value]) => (
            <Badge key={axis} label={axis}>
              <PlainText>{value}</PlainText>
            </Badge>
          ))}
        </span>
      )}
    </div>
  )
}

interface StepLineProps extends Shared {
  line: Line & { kind: 'step' }
  repoId: number
  number: number
  isChosen: boolean
}

/** A step, which leads to its log. */
export function StepLine({ line, repoId, number, isChosen, isInTabOrder, onFocus }: StepLineProps) {
  const t = useTranslations('pipelines')
  const { step, level, place, of } = line
  const isService = step.type === 'service'
  const link = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])

  return (
    <Link
      {...paths.step(repoId, number, step.pid)}
      ref={link}
      role="treeitem"
      data-pid={step.pid}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={of}
      aria-selected={isChosen}
      tabIndex={isInTabOrder ? 0 : -1}
      onFocus={onFocus}
      className={cx(
        lineClass,
        level === 2 && 'ps-7',
        isChosen ? 'bg-selected text-strong' : 'hover:bg-hover',
      )}
    >
      <StatusIcon status={step.state} isService={isService} size="small" />
      <span className="min-w-0 flex-1 truncate" data-tooltip={step.name}>
        <PlainText>{step.name}</PlainText>
      </span>
      {isService && <span className="text-meta text-muted">{t('service')}</span>}
      <PreciseDuration of={step} status={step.state} className="shrink-0 text-meta text-muted tabular-nums" />
    </Link>
  )
}
