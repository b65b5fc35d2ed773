import { useNavigate } from '@tanstack/react-router'
import type { Pipeline } from '@yaffle/contract/pipelines'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { reservedVariables, useDeployPipeline } from '../../api/pipelineActions.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { RunForm } from '../../domain/RunForm.tsx'
import { useRunForm } from '../../domain/useRunForm.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { toasts } from '../../ui/toasts.ts'

interface DeployDialogProps {
  pipeline: Pipeline
  isOpen: boolean
  onClose: () => void
}

const isReserved = (name: string) => (reservedVariables as readonly string[]).includes(name)

/** Where to deploy a pipeline to, and how. What was typed outlives a refusal, and closing the dialog. */
export function DeployDialog({ pipeline, isOpen, onClose }: DeployDialogProps) {
  const t = useTranslations()
  const { repo } = useRepo()
  const navigate = useNavigate()
  const deploy = useDeployPipeline(repo.id)
  const [target, setTarget] = useState(pipeline.deploy_to)
  const [task, setTask] = useState(pipeline.deploy_task)
  const { number } = pipeline
  const deploy_to = target.trim()
  const form = useRunForm(deploy, {
    isComplete: deploy_to !== '',
    isChanged: target !== pipeline.deploy_to || task !== pipeline.deploy_task,
    refuses: isReserved,
  })

  async function submit() {
    const next = await form.send((variables) => ({ number, deploy_to, deploy_task: task.trim(), variables }))
    if (!next) return
    onClose()
    toasts.show({ title: t('pipelines.deployed', { number: next.number }) })
    await navigate(paths.pipeline(repo.id, next.number))
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      title={t('pipelines.deployTitle', { number })}
      description={t('pipelines.deployHelp')}
    >
      <RunForm
        form={{ ...form, isUnsaved: () => isOpen && form.isUnsaved() }}
        onSubmit={submit}
        onCancel={onClose}
        variables={{
          label: t('pipelines.deployVariables'),
          description: t('pipelines.deployVariablesHelp'),
          invalid: t('pipelines.deployInvalid'),
          refused: (names) => t('pipelines.deployReserved', { names }),
          noteOf: (name) =>
            Object.hasOwn(pipeline.variables, name) ? t('pipelines.deployKept', { number }) : undefined,
        }}
        submit={{ label: t('pipelines.deploy'), icon: Rocket, failed: t('pipelines.deployFailed') }}
      >
        <TextField
          label={t('pipelines.deployEnvironment')}
          description={t('pipelines.deployEnvironmentHelp')}
          value={target}
          onChange={setTarget}
          isRequired
          error={form.hasTried && deploy_to === '' ? t('pipelines.deployRequired') : undefined}
        />
        <TextField
          label={t('pipelines.deployTask')}
          description={t('pipelines.deployTaskHelp')}
          value={task}
          onChange={setTask}
          isOptional
        />
      </RunForm>
    </Dialog>
  )
}
