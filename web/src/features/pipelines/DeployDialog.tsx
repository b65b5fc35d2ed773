import { useNavigate } from '@tanstack/react-router'
import type { Pipeline } from '@yaffle/contract/pipelines'
import { Rocket } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { reservedVariables, useDeployPipeline } from '../../api/pipelineActions.ts'
import { useErrorText } from '../../domain/errors.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { KeyValueEditor } from '../../ui/KeyValueEditor.tsx'
import { hasProblem, mapOf, rowsOf } from '../../ui/keyValues.ts'
import { ErrorBox } from '../../ui/MessageBox.tsx'
import { toasts } from '../../ui/toasts.ts'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'

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
  const errorText = useErrorText()
  const deploy = useDeployPipeline(repo.id)
  const [target, setTarget] = useState(pipeline.deploy_to)
  const [task, setTask] = useState(pipeline.deploy_task)
  const [variables, setVariables] = useState(() => rowsOf({}))
  const [hasTried, setTried] = useState(false)
  const { number } = pipeline
  const deploy_to = target.trim()
  const reserved = variables.map(({ key }) => key).filter(isReserved)
  const isBroken = hasProblem(variables)
  // Asked at the very moment of leaving, which comes before the next drawing.
  const isSent = useRef(false)
  const isUnsaved = () =>
    isOpen &&
    !isSent.current &&
    (target !== pipeline.deploy_to ||
      task !== pipeline.deploy_task ||
      variables.some(({ key, value }) => key !== '' || value !== ''))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (deploy.isPending || deploy_to === '' || isBroken || reserved.length > 0) return
    const next = await deploy
      .mutateAsync({ number, deploy_to, deploy_task: task.trim(), variables: mapOf(variables) })
      // A refusal is drawn from the mutation; the form stays as it is.
      .catch(() => undefined)
    if (!next) return
    isSent.current = true
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
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        <TextField
          label={t('pipelines.deployEnvironment')}
          description={t('pipelines.deployEnvironmentHelp')}
          value={target}
          onChange={setTarget}
          isRequired
          error={hasTried && deploy_to === '' ? t('pipelines.deployRequired') : undefined}
        />
        <TextField
          label={t('pipelines.deployTask')}
          description={t('pipelines.deployTaskHelp')}
          value={task}
          onChange={setTask}
          isOptional
        />
        <KeyValueEditor
          label={t('pipelines.deployVariables')}
          description={t('pipelines.deployVariablesHelp')}
          rows={variables}
          onChange={setVariables}
        />
        {reserved.length > 0 && (
          <ErrorBox>{t('pipelines.deployReserved', { names: [...new Set(reserved)].join(', ') })}</ErrorBox>
        )}
        {hasTried && isBroken && <ErrorBox>{t('pipelines.deployInvalid')}</ErrorBox>}
        {deploy.isError && <ErrorBox title={t('pipelines.deployFailed')}>{errorText(deploy.error)}</ErrorBox>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button isSubmit look="primary" icon={Rocket} isBusy={deploy.isPending}>
            {t('pipelines.deploy')}
          </Button>
        </div>
        <UnsavedGuard isUnsaved={isUnsaved} />
      </form>
    </Dialog>
  )
}
