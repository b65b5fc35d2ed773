import { useNavigate } from '@tanstack/react-router'
import type { Repo } from '@yaffle/contract/repos'
import { Play } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useRunPipeline } from '../../api/pipelineActions.ts'
import { marked } from '../../domain/PlainText.tsx'
import { RunForm } from '../../domain/RunForm.tsx'
import { useRunForm } from '../../domain/useRunForm.ts'
import { paths } from '../../paths.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { TextField } from '../../ui/fields.tsx'
import { toasts } from '../../ui/toasts.ts'

interface ManualRunFormProps {
  repo: Repo
  /** Those known so far. */
  branches: readonly string[]
  isReading: boolean
  /** There are no other branches. */
  isWhole: boolean
}

/** What to run. */
export function ManualRunForm({ repo, branches, isReading, isWhole }: ManualRunFormProps) {
  const t = useTranslations('manual')
  const run = useRunPipeline(repo.id)
  const navigate = useNavigate()
  const options = useMemo(
    () => offered(repo.default_branch, branches, isWhole),
    [repo.default_branch, branches, isWhole],
  )
  const [branch, setBranch] = useState(repo.default_branch || (branches[0] ?? ''))
  const isUnknown = isWhole && branch !== '' && !branches.includes(branch)
  const [message, setMessage] = useState('')
  const form = useRunForm(run, { isComplete: branch !== '' && !isUnknown, isChanged: message !== '' })

  async function submit() {
    const pipeline = await form.send((variables) => ({ branch, message, variables }))
    if (pipeline === null) return
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
    <RunForm
      form={form}
      label={t('title')}
      onSubmit={submit}
      variables={{
        label: t('variables'),
        description: t('variablesHelp'),
        invalid: t('variablesInvalid'),
      }}
      submit={{ label: t('run'), icon: Play, failed: t('failedTitle') }}
    >
      <Combobox
        label={t('branch')}
        description={t('branchHelp')}
        value={branch}
        onChange={setBranch}
        options={options}
        draw={marked}
        isLoading={isReading}
        isRequired
        error={
          isUnknown ? t('branchUnknown') : form.hasTried && branch === '' ? t('branchRequired') : undefined
        }
      />
      <TextField
        label={t('message')}
        description={t('messageHelp')}
        value={message}
        onChange={setMessage}
        isOptional
      />
    </RunForm>
  )
}

/** The default branch first; as long as others may come it is taken to be there. */
function offered(first: string, branches: readonly string[], isWhole: boolean): readonly string[] {
  const isThere = branches.includes(first) || (!isWhole && first !== '')
  return isThere ? [...new Set([first, ...branches])] : branches
}
