import { useLocation, useNavigate } from '@tanstack/react-router'
import { logRoutes } from '@yaffle/contract/logs'
import type { Step } from '@yaffle/contract/pipelines'
import { isActive } from '@yaffle/contract/statuses'
import { Ban } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { call } from '../../../api/call.ts'
import { apiUrl } from '../../../api/url.ts'
import { config } from '../../../config.ts'
import { areLogGroupsFolded } from '../../../domain/logGroups.ts'
import { StatusIcon } from '../../../domain/StatusIcon.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { fileName } from './clipboard.ts'
import { LogBar } from './LogBar.tsx'
import { LogMessage } from './LogMessage.tsx'
import { LogViewer } from './LogViewer.tsx'
import { formatHash, parseHash, type LineRange } from './ranges.ts'

interface LogPaneProps {
  repoId: number
  /** Of the pipeline. */
  number: number
  step: Step
  pipelineStatus: string
  /** May delete the log. */
  canPush: boolean
  /** Begins the name of a downloaded file; by default the repository's id. */
  repoName?: string
  /** Shows a way back where the log covers the list of steps. */
  onClose?: () => void
}

/** The log of a step, whatever state it is in. Fills its flex container. */
export function LogPane({ repoId, number, step, pipelineStatus, canPush, repoName, onClose }: LogPaneProps) {
  const t = useTranslations('log')
  const [range, setRange] = useHashRange()
  const [isRemoving, setRemoving] = useState(false)
  const [round, setRound] = useState(0)
  const isRunning = isActive(step.state)
  const source = useMemo(
    () => sourceOf(repoId, number, step.id, isRunning, step.state === 'failure' || step.state === 'error'),
    [repoId, number, step.id, isRunning, step.state],
  )
  const noLog = reasonForNone(step, pipelineStatus)
  if (noLog) {
    return (
      <section
        data-theme="dark"
        aria-label={t('label', { step: step.name })}
        className="flex min-h-0 min-w-0 flex-1 flex-col bg-log text-normal"
      >
        <LogBar title={step.name} onClose={onClose} />
        <LogMessage icon={Ban} title={t(noLog)} />
      </section>
    )
  }

  const remove = async () => {
    const params = { repo_id: String(repoId), number: String(number), step_id: String(step.id) }
    await call(logRoutes.remove, { params })
    toasts.show({ title: t('removed', { step: step.name }) })
    setRound((before) => before + 1)
  }

  return (
    // Where the page has no height of its own, the log has one: else it would be as high as all of its lines.
    <div className="flex min-h-0 min-w-0 flex-1 flex-col max-md:h-[calc(100dvh-3rem)] max-md:flex-none">
      <LogViewer
        key={`${step.id}/${round}`}
        source={source}
        isRunning={isRunning}
        step={step.name}
        started={step.started}
        fileName={fileName([repoName ?? repoId, number, step.name])}
        range={range}
        onRange={setRange}
        onRemove={canPush && !isRunning ? () => setRemoving(true) : undefined}
        onClose={onClose}
      />
      {!isRunning && <StepEnd step={step} />}
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={t('removeTitle', { step: step.name })}
        confirmLabel={t('remove')}
        isDangerous
        onConfirm={remove}
      >
        <p>{t('removeText')}</p>
      </ConfirmDialog>
    </div>
  )
}

function StepEnd({ step }: { step: Step }) {
  const t = useTranslations('log')
  return (
    <p
      data-theme="dark"
      className="flex items-center gap-2 border-t border-border bg-log px-3 py-1.5 text-meta text-normal select-none"
    >
      <StatusIcon status={step.state} size="small" />
      <span className="min-w-0 break-words">{step.error || t('exitCode', { code: step.exit_code })}</span>
    </p>
  )
}

/** Why there cannot be a log, as the key of its text. A step that was stopped while running has one. */
function reasonForNone(step: Step, pipelineStatus: string) {
  if (pipelineStatus === 'blocked') return 'blocked'
  if (step.started > 0) return undefined
  if (step.state === 'skipped') return 'skipped'
  if (step.state === 'canceled') return 'canceled'
  return step.state === 'declined' || step.state === 'created' || step.state === 'blocked'
    ? 'notRun'
    : undefined
}

/** Addresses in full: the worker that uses them has no page to resolve them against. */
function sourceOf(repoId: number, number: number, stepId: number, isRunning: boolean, isFailed: boolean) {
  const params = { repo_id: repoId, number, step_id: stepId }
  const absolute = (path: string) => new URL(apiUrl(path, params), location.href).href
  return {
    storedUrl: absolute(logRoutes.get.path),
    ...(isRunning && { streamUrl: absolute(logRoutes.stream.path) }),
    token: config.token,
    isFailed,
    // What runs is watched; what is over is looked through.
    startsFolded: !isRunning && areLogGroupsFolded.get(),
  }
}

/** The lines that the address names, and how to name others. */
function useHashRange(): [LineRange | undefined, (range: LineRange | undefined) => void] {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const range = useMemo(() => parseHash(hash), [hash])
  const setRange = useCallback(
    (next: LineRange | undefined) => {
      void navigate({
        to: '.',
        search: true,
        hash: next ? formatHash(next) : '',
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
      })
    },
    [navigate],
  )
  return [range, setRange]
}
