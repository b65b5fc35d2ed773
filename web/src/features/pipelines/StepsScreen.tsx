import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

import { useRepo } from '../../domain/repoContext.ts'
import { useStatusName } from '../../domain/StatusIcon.tsx'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useIsBeside } from '../../ui/useIsBeside.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { errorsFirst } from './findings.ts'
import { LogPane } from './log/LogPane.tsx'
import { usePipeline } from './pipelineContext.ts'
import { PipelineDetails } from './PipelineDetails.tsx'
import { defaultStep, stepOf } from './steps.ts'
import { StepTree } from './StepTree.tsx'
import { Verdict } from './Verdict.tsx'

interface StepsScreenProps {
  /** The `pid` in the address; without one the page follows what most likely matters. */
  pid?: number | undefined
}

/** The steps, and the log of one of them. On small screens one after the other. */
export function StepsScreen({ pid }: StepsScreenProps) {
  const t = useTranslations('pipelines')
  const statusName = useStatusName()
  const navigate = useNavigate()
  const { repo, perm } = useRepo()
  const pipeline = usePipeline()
  const { number, status, workflows = [] } = pipeline
  const asked = stepOf(workflows, pid)
  const step = asked ?? defaultStep(workflows)
  useTitle(t('statusChanged', { number, status: statusName(status) }), repo.full_name)

  /** Whoever begins to read a log stays in it, whichever step runs or fails meanwhile. */
  const stay = () => {
    if (asked || !step) return
    void navigate({ ...paths.step(repo.id, number, step.pid), hash: true, replace: true, resetScroll: false })
  }
  const close = () => void navigate(paths.pipeline(repo.id, number))
  const hasVerdict = errorsFirst(pipeline) || status === 'blocked' || status === 'declined'
  const isLogOpen = asked !== undefined && !hasVerdict
  // A log that nobody has asked for would be loaded where it cannot be seen.
  const hasLog = useIsBeside() ? !hasVerdict : isLogOpen

  return (
    <div className="-mx-4 flex min-h-0 flex-1 max-md:flex-col">
      {/* What somebody has to know or decide comes first, wherever one thing comes after the other. */}
      {hasVerdict && (
        <div className="min-w-0 shrink-0 md:order-last md:flex-1 md:overflow-y-auto">
          <Verdict pipeline={pipeline} />
        </div>
      )}
      <div
        className={cx(
          'w-full shrink-0 overflow-y-auto border-border p-2 md:w-72 md:border-e xl:w-80',
          isLogOpen && 'max-md:hidden',
        )}
      >
        <div className={cx(status === 'blocked' && 'max-md:hidden')}>
          {workflows.length > 0 ? (
            <StepTree
              key={number}
              repoId={repo.id}
              number={number}
              workflows={workflows}
              chosen={step?.pid}
            />
          ) : (
            <p className="p-2 text-muted">{status === 'created' ? t('noStepsYet') : t('noSteps')}</p>
          )}
        </div>
        <PipelineDetails pipeline={pipeline} />
      </div>
      {hasLog && (
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {step ? (
            <div
              onPointerDownCapture={stay}
              onWheelCapture={stay}
              onKeyDownCapture={stay}
              className="flex min-h-0 flex-1 flex-col"
            >
              <LogPane
                key={step.id}
                repoId={repo.id}
                number={number}
                step={step}
                pipelineStatus={status}
                canPush={perm.push}
                repoName={repo.full_name}
                onClose={close}
              />
            </div>
          ) : (
            <div className="p-4">
              <EmptyState title={t('noSteps')}>{t('noStepsYet')}</EmptyState>
            </div>
          )}
        </div>
      )}
    </div>
  )
}
