import { useNavigate } from '@tanstack/react-router'
import type { Workflow } from '@yaffle/contract/pipelines'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { paths } from '../../paths.ts'
import { StepLine, WorkflowLine } from './StepLines.tsx'
import { stepBeside } from './steps.ts'
import { linesOf, moveOf } from './tree.ts'
import { foldedBy, foldsAfter, foldsAtFirst } from './treeFolds.ts'
import { useStepKeys } from './useStepKeys.ts'

interface StepTreeProps {
  repoId: number
  number: number
  workflows: readonly Workflow[]
  /** The `pid` of the step that is shown. */
  chosen: number | undefined
}

/**
 * The workflows and their steps. Steps are real links; arrow keys move through the lines, Left and Right fold and
 * unfold, Enter opens; j and k open the next and the previous step from anywhere. One line at a time is in the tab
 * order.
 */
export function StepTree({ repoId, number, workflows, chosen }: StepTreeProps) {
  const t = useTranslations('pipelines')
  const tree = useRef<HTMLDivElement>(null)
  const [before, setFolds] = useState(() => foldsAtFirst(workflows, chosen))
  const folds = foldsAfter(before, workflows, chosen)
  if (folds !== before) setFolds(folds)
  const [focused, setFocused] = useState<number>()
  const only = workflows.length === 1 ? workflows[0] : undefined
  const isFlat = only !== undefined && Object.keys(only.environ).length === 0
  const lines = linesOf(workflows, folds.folded, isFlat)
  const isThere = (pid: number | undefined) => lines.some((line) => line.pid === pid)
  const inTabOrder = isThere(focused) ? focused : isThere(chosen) ? chosen : lines[0]?.pid

  const lineOf = (pid: number) => tree.current?.querySelector<HTMLElement>(`[data-pid="${pid}"]`)

  const fold = (pid: number, isOpen: boolean) => setFolds((latest) => foldedBy(latest, pid, isOpen))

  const navigate = useNavigate()
  /** Where j and k are going, until it is shown. */
  const aim = useRef<number>(undefined)

  useStepKeys((by) => {
    const next = stepBeside(workflows, aim.current ?? chosen, by)
    if (!next) return
    aim.current = next.pid
    fold(next.ppid, true)
    void navigate(paths.step(repoId, number, next.pid))
  })

  const arrive = useEffectEvent((pid: number | undefined) => {
    if (pid === undefined || pid !== aim.current) return
    aim.current = undefined
    lineOf(pid)?.focus()
  })
  useEffect(() => arrive(chosen), [chosen])

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = Number((event.target as HTMLElement).dataset['pid'])
    const move = moveOf(lines, at, event.key)
    if (!move) return
    event.preventDefault()
    if ('fold' in move) return fold(move.fold, move.isOpen)
    setFocused(move.focus)
    lineOf(move.focus)?.focus()
  }

  return (
    <div
      ref={tree}
      role="tree"
      aria-label={t('stepTree')}
      tabIndex={-1}
      onKeyDown={handleKey}
      className="flex flex-col"
    >
      {lines.map((line) => {
        const shared = {
          isInTabOrder: line.pid === inTabOrder,
          onFocus: () => setFocused(line.pid),
        }
        return line.kind === 'workflow' ? (
          <WorkflowLine key={line.pid} line={line} {...shared} onFold={() => fold(line.pid, !line.isOpen)} />
        ) : (
          <StepLine
            key={line.pid}
            line={line}
            repoId={repoId}
            number={number}
            isChosen={line.pid === chosen}
            {...shared}
          />
        )
      })}
    </div>
  )
}
