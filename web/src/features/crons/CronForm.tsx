import { useInfiniteQuery } from '@tanstack/react-query'
import type { Cron, CronInput } from '@yaffle/contract/crons'
import type { Repo } from '@yaffle/contract/repos'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { useCreateCron, useUpdateCron } from '../../api/crons.ts'
import { branchesOf } from '../../api/repos.ts'
import { useReadOn } from '../../api/useReadOn.ts'
import { useProblemText } from '../../domain/formTexts.ts'
import { ManagedForm } from '../../domain/ManagedForm.tsx'
import { marked } from '../../domain/PlainText.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Checkbox, TextField } from '../../ui/fields.tsx'
import { KeyValueEditor } from '../../ui/KeyValueEditor.tsx'
import { mapOf, rowsOf } from '../../ui/keyValues.ts'
import { ErrorBox } from '../../ui/MessageBox.tsx'
import { toasts } from '../../ui/toasts.ts'
import { useForm } from '../../ui/useForm.ts'
import { cronRules } from './cronRules.ts'
import { SchedulePreview } from './SchedulePreview.tsx'

interface CronFormProps {
  repo: Repo
  /** What is changed; without it a new one is made. */
  cron?: Cron
  /** Names of the other jobs. */
  taken: ReadonlySet<string>
  onClose: () => unknown
}

/** The list of browsers lacks UTC. */
const timeZones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** One job. It works on a copy: what is cancelled leaves nothing behind in the list. */
export function CronForm({ repo, cron, taken, onClose }: CronFormProps) {
  const t = useTranslations()
  const problemText = useProblemText()
  const create = useCreateCron(repo.id)
  const update = useUpdateCron(repo.id)
  const branches = useInfiniteQuery({ ...branchesOf(repo.id), enabled: repo.active })
  useReadOn(branches, repo.active)

  const form = useForm({
    initial: {
      name: cron?.name ?? '',
      schedule: cron?.schedule ?? '',
      timezone: cron?.timezone || 'UTC',
      branch: cron?.branch ?? '',
      enabled: cron?.enabled ?? true,
      variables: rowsOf(cron?.variables ?? {}),
    },
    schema: cronRules({ taken, needsBranch: cron !== undefined && cron.branch !== '' }),
    send: async (values) => {
      const input: CronInput = {
        name: values.name.trim(),
        schedule: values.schedule.trim(),
        timezone: values.timezone,
        branch: values.branch,
        enabled: values.enabled,
        variables: mapOf(values.variables),
      }
      await (cron ? update.mutateAsync({ id: cron.id, patch: input }) : create.mutateAsync(input))
      toasts.show({ title: t(cron ? 'crons.saved' : 'crons.created', { name: values.name.trim() }) })
    },
    onSaved: onClose,
  })
  const { values, set, problems } = form
  const defaultBranch = t('crons.defaultBranch', { branch: repo.default_branch })
  const branchOptions = useMemo(
    () => [...new Set([defaultBranch, cron?.branch ?? '', ...(branches.data ?? [])])].filter(Boolean),
    [defaultBranch, cron?.branch, branches.data],
  )

  return (
    <ManagedForm
      form={form}
      label={cron ? t('crons.editTitle', { name: cron.name }) : t('crons.add')}
      submitLabel={cron ? t('ui.save') : t('crons.add')}
      onCancel={onClose}
    >
      <TextField
        label={t('crons.name')}
        value={values.name}
        onChange={(value) => set('name', value)}
        isRequired
        error={problemText(problems.name)}
      />
      <Checkbox
        label={t('crons.enabled')}
        description={t('crons.enabledHelp')}
        isChecked={values.enabled}
        onChange={(value) => set('enabled', value)}
      />
      <TextField
        label={t('crons.schedule')}
        description={t('crons.scheduleHelp')}
        placeholder="0 3 * * mon-fri"
        value={values.schedule}
        onChange={(value) => set('schedule', value)}
        isRequired
        isMonospace
        error={problemText(problems.schedule)}
      />
      <Combobox
        label={t('crons.timezone')}
        value={values.timezone}
        onChange={(value) => set('timezone', value)}
        options={timeZones}
        isRequired
        error={problemText(problems.timezone)}
      />
      <SchedulePreview schedule={values.schedule} timezone={values.timezone} isEnabled={values.enabled} />
      <Combobox
        label={t('crons.branch')}
        {...(cron?.branch && { description: t('crons.branchStays') })}
        value={values.branch === '' ? defaultBranch : values.branch}
        onChange={(value) => set('branch', value === defaultBranch ? '' : value)}
        options={branchOptions}
        draw={marked}
        isLoading={branches.hasNextPage && !branches.isError}
        // Options that arrive while one types would take the text away.
        isDisabled={branches.isLoading}
        error={problemText(problems.branch)}
      />
      <KeyValueEditor
        label={t('crons.variables')}
        description={t('crons.variablesHelp')}
        rows={values.variables}
        onChange={(rows) => set('variables', rows)}
      />
      {problems.variables !== undefined && <ErrorBox>{problemText(problems.variables)}</ErrorBox>}
    </ManagedForm>
  )
}
