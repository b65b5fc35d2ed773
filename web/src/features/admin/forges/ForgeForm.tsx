import type { Forge } from '@yaffle/contract/forges'
import { useTranslations } from 'use-intl'

import { ForgeIcon } from '../../../domain/ForgeIcon.tsx'
import { forgeKindName } from '../../../domain/forgeName.ts'
import { useProblemText } from '../../../domain/formTexts.ts'
import { ManagedForm } from '../../../domain/ManagedForm.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { SecretField } from '../../../ui/SecretField.tsx'
import { useForm } from '../../../ui/useForm.ts'
import { ForgeAdvanced } from './ForgeAdvanced.tsx'
import { factsOf, type ForgeKind, forgeKinds } from './forgeKinds.ts'
import { forgeRules, type ForgeValues, newForge, valuesOf, withKind } from './forgeValues.ts'
import { RedirectAddress } from './RedirectAddress.tsx'

interface ForgeFormProps {
  /** What is changed, and its kind, which stays; without it a new one is made. */
  stored?: { forge: Forge; kind: ForgeKind }
  send: (values: ForgeValues) => Promise<unknown>
  onSaved: () => unknown
  onCancel: () => unknown
}

/** One forge. What its server knows of secrets never comes back, so that those fields start empty. */
export function ForgeForm({ stored, send, onSaved, onCancel }: ForgeFormProps) {
  const t = useTranslations()
  const problemText = useProblemText()
  const isStored = stored !== undefined
  const form = useForm({
    initial: stored ? valuesOf(stored.forge, stored.kind) : newForge,
    schema: forgeRules({ isStored }),
    send,
    onSaved,
  })
  const { values, set, problems } = form
  const { isHostedOnly, defaultUrl, needsGitAccount } = factsOf(values.type)

  return (
    <ManagedForm
      form={form}
      label={isStored ? t('admin.forges.edit') : t('admin.forges.add')}
      submitLabel={isStored ? t('ui.save') : t('admin.forges.add')}
      onCancel={onCancel}
    >
      {isStored ? (
        <p className="flex items-center gap-2 text-strong">
          <ForgeIcon type={values.type} /> {forgeKindName(values.type)}
          <span className="text-meta text-muted">{t('admin.forges.kindFixed')}</span>
        </p>
      ) : (
        <Select
          label={t('admin.forges.kind')}
          value={values.type}
          options={forgeKinds.map((kind) => ({ value: kind, label: forgeKindName(kind) }))}
          onChange={(kind) => {
            const { type, url } = withKind(values, kind)
            set('type', type)
            set('url', url)
          }}
          aside={<ForgeIcon type={values.type} />}
        />
      )}
      {!isHostedOnly && (
        <TextField
          label={t('admin.forges.url')}
          description={t('admin.forges.urlHelp')}
          type="url"
          placeholder={defaultUrl || 'https://git.example.com'}
          value={values.url}
          onChange={(url) => set('url', url)}
          isRequired
          error={problemText(problems.url)}
        />
      )}
      <RedirectAddress kind={values.type} url={values.url} oauthHost={values.oauth_host} />
      <TextField
        label={t('admin.forges.client')}
        value={values.client}
        onChange={(client) => set('client', client)}
        isRequired
        isMonospace
        error={problemText(problems.client)}
      />
      <SecretField
        label={t('admin.forges.secret')}
        {...(isStored && { description: t('admin.forges.secretKept') })}
        value={values.oauth_client_secret}
        onChange={(secret) => set('oauth_client_secret', secret)}
        isRequired={!isStored}
        error={problemText(problems.oauth_client_secret)}
      />
      {needsGitAccount && (
        <>
          <TextField
            label={t('admin.forges.gitUsername')}
            description={t('admin.forges.gitHelp')}
            value={values.gitUsername}
            onChange={(name) => set('gitUsername', name)}
            isRequired
            error={problemText(problems.gitUsername)}
          />
          <SecretField
            label={t('admin.forges.gitPassword')}
            {...(isStored && { description: t('admin.forges.secretKept') })}
            value={values.gitPassword}
            onChange={(password) => set('gitPassword', password)}
            isRequired={!isStored}
            error={problemText(problems.gitPassword)}
          />
        </>
      )}
      <ForgeAdvanced values={values} set={set} oauthHostError={problemText(problems.oauth_host)} />
    </ManagedForm>
  )
}
