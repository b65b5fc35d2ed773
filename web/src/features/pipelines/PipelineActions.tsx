import { useNavigate } from '@tanstack/react-router'
import type { Pipeline } from '@yaffle/contract/pipelines'
import { isActive } from '@yaffle/contract/statuses'
import { Ban, Rocket, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useCancelPipeline, useRestartPipeline } from '../../api/pipelineActions.ts'
import { useErrorText } from '../../domain/errors.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toasts } from '../../ui/toasts.ts'
import { DeployDialog } from './DeployDialog.tsx'

/** What somebody with push may do to a pipeline. */
export function PipelineActions({ pipeline }: { pipeline: Pipeline }) {
  const { number, status } = pipeline
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const restart = useRestartPipeline(repo.id)
  const cancel = useCancelPipeline(repo.id)
  const [isAsking, setAsking] = useState(false)
  const [isDeploying, setDeploying] = useState(false)

  async function handleRestart() {
    try {
      const next = await restart.mutateAsync(number)
      toasts.show({ title: t('restarted', { number: next.number }) })
      await navigate(paths.pipeline(repo.id, next.number))
    } catch (error) {
      toasts.show({ type: 'error', title: t('restartFailed'), text: errorText(error), group: 'restart' })
    }
  }
  async function handleCancel() {
    try {
      await cancel.mutateAsync(number)
    } catch (error) {
      throw new Error(errorText(error), { cause: error })
    }
    toasts.show({ title: t('canceled', { number }) })
  }

  return (
    <>
      <Button icon={RotateCw} onClick={handleRestart}>
        {t('restart')}
      </Button>
      {isActive(status) && (
        <Button icon={Ban} onClick={() => setAsking(true)}>
          {t('cancel')}
        </Button>
      )}
      {status === 'success' && repo.allow_deploy && (
        <>
          <Button icon={Rocket} onClick={() => setDeploying(true)}>
            {t('deploy')}
          </Button>
          <DeployDialog
            key={number}
            pipeline={pipeline}
            isOpen={isDeploying}
            onClose={() => setDeploying(false)}
          />
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('cancelTitle', { number })}
        confirmLabel={t('cancelConfirm')}
        cancelLabel={t('cancelKeep')}
        isDangerous
        onConfirm={handleCancel}
      >
        {t('cancelText')}
      </ConfirmDialog>
    </>
  )
}
