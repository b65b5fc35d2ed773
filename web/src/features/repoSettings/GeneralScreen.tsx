import { approvalModes, type Repo, type Visibility, visibilities } from '@yaffle/contract/repos'
import { useTranslations } from 'use-intl'

import { useUpdateRepo } from '../../api/repoChanges.ts'
import { config } from '../../config.ts'
import { useProblemText } from '../../domain/formTexts.ts'
import { ManagedForm } from '../../domain/ManagedForm.tsx'
import { CheckboxGroup, RadioGroup } from '../../ui/Choices.tsx'
import { Checkbox, TextField } from '../../ui/fields.tsx'
import { ListEditor } from '../../ui/ListEditor.tsx'
import { WarningBox } from '../../ui/MessageBox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toasts } from '../../ui/toasts.ts'
import { useForm } from '../../ui/useForm.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { generalRules } from './generalRules.ts'
import { TrustedFields } from './TrustedFields.tsx'

const cancelable = ['push', 'tag', 'pull_request', 'deployment'] as const

/** Repository settings > General: what runs, who has to approve it, and who may look. */
export function GeneralScreen({ repo }: { repo: Repo }) {
  const t = useTranslations('repoSettings')
  const events = useTranslations('events')
  const ui = useTranslations('ui')
  const problemText = useProblemText()
  const update = useUpdateRepo(repo.id)
  const isAdmin = config.user?.admin === true
  useTitle(t('general'), repo.full_name)

  const form = useForm({
    initial: {
      allow_pr: repo.allow_pr,
      allow_deploy: repo.allow_deploy,
      netrc_trusted: repo.netrc_trusted,
      trusted: repo.trusted,
      require_approval: repo.require_approval,
      approval_allowed_users: repo.approval_allowed_users,
      visibility: repo.visibility,
      timeout: String(repo.timeout),
      config_file: repo.config_file,
      cancel_previous_pipeline_events: repo.cancel_previous_pipeline_events,
    },
    schema: generalRules,
    send: async ({ trusted, timeout, config_file, ...fields }) => {
      await update.mutateAsync({
        ...fields,
        timeout: Number(timeout),
        config_file: config_file.trim(),
        // Only administrators of the server may change it; others do not even send it.
        ...(isAdmin && { trusted }),
      })
      toasts.show({ title: t('saved') })
    },
  })
  const { values, set, problems } = form

  return (
    <Panel title={t('general')}>
      <ManagedForm form={form} label={t('general')} submitLabel={ui('save')}>
        <TextField
          label={t('configFile')}
          description={t('configFileHelp')}
          placeholder={config.defaultConfigPaths.join(', ')}
          value={values.config_file}
          onChange={(value) => set('config_file', value)}
          isOptional
          isMonospace
          error={problemText(problems.config_file)}
        />
        <RadioGroup<Visibility>
          label={t('visibility')}
          options={visibilities.map((value) => ({
            value,
            label: t(`visibilities.${value}`),
            description: t(`visibilityHelp.${value}`),
          }))}
          value={values.visibility}
          onChange={(value) => set('visibility', value)}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-medium text-strong">{t('pipelines')}</legend>
          <Checkbox
            label={t('allowPr')}
            description={t('allowPrHelp')}
            isChecked={values.allow_pr}
            onChange={(value) => set('allow_pr', value)}
          />
          <Checkbox
            label={t('allowDeploy')}
            description={t('allowDeployHelp')}
            isChecked={values.allow_deploy}
            onChange={(value) => set('allow_deploy', value)}
          />
        </fieldset>
        <RadioGroup
          label={t('approval')}
          description={t('approvalHelp')}
          options={approvalModes.map((value) => ({
            value,
            label: t(`approvalModes.${value}`),
            description: t(`approvalModeHelp.${value}`),
          }))}
          value={values.require_approval}
          onChange={(value) => set('require_approval', value)}
        />
        {values.require_approval === 'none' ? (
          <WarningBox>{t('approvalRisk')}</WarningBox>
        ) : (
          <ListEditor
            label={t('approvalUsers')}
            description={t('approvalUsersHelp')}
            items={values.approval_allowed_users}
            onChange={(value) => set('approval_allowed_users', value)}
            isOptional
          />
        )}
        <TextField
          label={t('timeout')}
          description={t('timeoutHelp')}
          type="number"
          value={values.timeout}
          onChange={(value) => set('timeout', value)}
          isRequired
          error={problemText(problems.timeout)}
        />
        <CheckboxGroup
          label={t('cancelPrevious')}
          description={t('cancelPreviousHelp')}
          options={cancelable.map((value) => ({ value, label: events(value) }))}
          values={values.cancel_previous_pipeline_events}
          onChange={(value) => set('cancel_previous_pipeline_events', value)}
          isDense
        />
        <ListEditor
          label={t('netrcTrusted')}
          description={t('netrcTrustedHelp')}
          placeholder="docker.io/library/git"
          items={values.netrc_trusted}
          onChange={(value) => set('netrc_trusted', value)}
          isOptional
          error={problemText(problems.netrc_trusted)}
        />
        {isAdmin && <TrustedFields trusted={values.trusted} onChange={(value) => set('trusted', value)} />}
      </ManagedForm>
    </Panel>
  )
}
