import { useNavigate } from '@tanstack/react-router'
import type { Repo } from '@yaffle/contract/repos'
import { Play } from 'lucide-react'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useRunPipeline } from '../../api/pipelineActions.ts'
import { useErrorText } from '../../domain/errors.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { TextField } from '../../ui/fields.tsx'
import { KeyValueEditor } from '../../ui/KeyValueEditor.tsx'
import { hasProblem, mapOf, rowsOf } from '../../ui/keyValues.ts'
import { ErrorBox } from '../../ui/MessageBox.tsx'
import { toasts } from '../../ui/toasts.ts'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'

interface ManualRunFormProps {
  repo: Repo
  /** Those known so far. */
  branches: readonly string[]
  hasMore: boolean
  /** Reads more branches; undefined while that is under way. */
  onMore: (() => Promise<unknown>) | undefined
}

/** What to run. Nothing typed is lost when the server refuses. */
export function ManualRunForm({ repo, branches, hasMore, onMore }: ManualRunFormProps) {
  const t = useTranslations('manual')
  const run = useRunPipeline(repo.id)
  const errorText = useErrorText()
  const navigate = useNavigate()
  const options = useMemo(
    () => (repo.default_branch ? [...new Set([repo.default_branch, ...branches])] : branches),
    [repo.default_branch, branches],
  )
  const [branch, setBranch] = useState(repo.default_branch || (branches[0] ?? ''))
  const [message, setMessage] = useState('')
  const [variables, setVariables] = useState(() => rowsOf({}))
  const [hasTried, setTried] = useState(false)
  const hasBadVariables = hasProblem(variables)
  // Asked at the very moment of leaving, which comes before the next drawing.
  const isSent = useRef(false)
  const isUnsaved = () =>
    !isSent.current && (message !== '' || variables.some(({ key, value }) => key !== '' || value !== ''))

  useEffect(() => {
    if (hasMore && onMore) void onMore()
  }, [hasMore, onMore])

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (run.isPending || branch === '' || hasBadVariables) return
    // A refusal is drawn from the mutation; the form stays as it is.
    const pipeline = await run.mutateAsync({ branch, message, variables: mapOf(variables) }).catch(() => null)
    if (pipeline === null) return
    isSent.current = true
    if (pipeline) {
      await navigate(paths.pipeline(repo.id, pipeline.number))
      return
    }
    toasts.show({
      type: 'warn',
      title: t('nothingTitle'),
      text: t('nothingText', { branch }),
      duration: 8_000,
    })
    await navigate(paths.repo(repo.id))
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={t('title')}
      className="flex flex-col gap-5"
    >
      <Combobox
        label={t('branch')}
        description={t('branchHelp')}
        value={branch}
        onChange={setBranch}
        options={options}
        isLoading={hasMore}
        isRequired
        error={hasTried && branch === '' ? t('branchRequired') : undefined}
      />
      <TextField
        label={t('message')}
        description={t('messageHelp')}
        value={message}
        onChange={setMessage}
        isOptional
      />
      <KeyValueEditor
        label={t('variables')}
        description={t('variablesHelp')}
        rows={variables}
        onChange={setVariables}
      />
      {hasTried && hasBadVariables && <ErrorBox>{t('variablesInvalid')}</ErrorBox>}
      {run.isError && <ErrorBox title={t('failedTitle')}>{errorText(run.error)}</ErrorBox>}
      <div className="flex justify-end">
        <Button isSubmit look="primary" icon={Play} isBusy={run.isPending}>
          {t('run')}
        </Button>
      </div>
      <UnsavedGuard isUnsaved={isUnsaved} />
    </form>
  )
}
