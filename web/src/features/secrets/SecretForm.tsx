import type { Secret, SecretInput } from '@yaffle/contract/secrets'
import { events } from '@yaffle/contract/statuses'
import { useTranslations } from 'use-intl'

import type { Scope } from '../../api/scope.ts'
import { useCreateSecret, useUpdateSecret } from '../../api/secrets.ts'
import { useProblemText } from '../../domain/formTexts.ts'
import { ManagedForm } from '../../domain/ManagedForm.tsx'
import { CheckboxGroup } from '../../ui/Choices.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { ListEditor } from '../../ui/ListEditor.tsx'
import { WarningBox } from '../../ui/MessageBox.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { toasts } from '../../ui/toasts.ts'
import { useForm } from '../../ui/useForm.ts'
import { isForPullRequests, secretRules } from './secretRules.ts'

interface SecretFormProps {
  scope: Scope
  /** What is changed; without it a new one is made. */
  secret?: Secret
  /** To start a new one with. */
  name?: string
  taken: ReadonlySet<string>
  onClose: () => unknown
}

/** One secret. Its stored value never comes back from the server, so that the field starts empty. */
export function SecretForm({ scope, secret, name = '', taken, onClose }: SecretFormProps) {
  const t = useTranslations()
  const problemText = useProblemText()
  const create = useCreateSecret(scope)
  const update = useUpdateSecret(scope)
  const isStored = secret !== undefined

  const form = useForm({
    initial: {
      name: secret?.name ?? name,
      value: '',
      images: secret?.images ?? [],
      events: secret?.events ?? ['push'],
      note: secret?.note ?? '',
    } satisfies SecretInput,
    schema: secretRules({ isStored, taken }),
    send: async ({ name, ...fields }) => {
      if (isStored) {
        await update.mutateAsync({ name, patch: fields })
        toasts.show({ title: t('secrets.saved', { name }) })
      } else {
        await create.mutateAsync({ name: name.trim(), ...fields })
        toasts.show({ title: t('secrets.created', { name: name.trim() }) })
      }
    },
    onSaved: onClose,
  })
  const { values, set, problems } = form

  return (
    <ManagedForm
      form={form}
      label={isStored ? t('secrets.editTitle', { name: secret.name }) : t('secrets.add')}
      submitLabel={isStored ? t('ui.save') : t('secrets.add')}
      onCancel={onClose}
    >
      <TextField
        label={t('secrets.name')}
        {...(isStored && { description: t('secrets.nameFixed') })}
        value={values.name}
        onChange={(value) => set('name', value)}
        isReadOnly={isStored}
        isRequired
        isMonospace
        error={problemText(problems.name)}
      />
      <SecretField
        label={t('secrets.value')}
        description={isStored ? t('secrets.valueKept') : t('secrets.valueHelp')}
        value={values.value}
        onChange={(value) => set('value', value)}
        lines={4}
        isRequired={!isStored}
        error={problemText(problems.value)}
      />
      <CheckboxGroup
        label={t('secrets.events')}
        description={t('secrets.eventsHelp')}
        options={events.map((event) => ({ value: event, label: t(`events.${event}`) }))}
        values={values.events}
        onChange={(chosen) => set('events', chosen)}
        error={problemText(problems.events)}
        isDense
      />
      {isForPullRequests(values.events) && (
        <WarningBox title={t('secrets.pullRequestTitle')}>{t('secrets.pullRequestText')}</WarningBox>
      )}
      <ListEditor
        label={t('secrets.images')}
        description={t('secrets.imagesHelp')}
        placeholder="docker.io/library/node"
        items={values.images}
        onChange={(images) => set('images', images)}
        isOptional
        error={problemText(problems.images)}
      />
      <TextArea
        label={t('secrets.note')}
        description={t('secrets.noteHelp')}
        value={values.note}
        onChange={(note) => set('note', note)}
        lines={2}
        isOptional
      />
    </ManagedForm>
  )
}
