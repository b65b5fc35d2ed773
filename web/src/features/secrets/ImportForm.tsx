import type { Secret } from '@yaffle/contract/secrets'
import { events as allEvents } from '@yaffle/contract/statuses'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'

import type { Scope } from '../../api/scope.ts'
import { useCreateSecret, useUpdateSecret } from '../../api/secrets.ts'
import { useErrorText } from '../../domain/errors.ts'
import { says, useProblemText } from '../../domain/formTexts.ts'
import { ManagedForm } from '../../domain/ManagedForm.tsx'
import { CheckboxGroup } from '../../ui/Choices.tsx'
import { ErrorBox, WarningBox } from '../../ui/MessageBox.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { toasts } from '../../ui/toasts.ts'
import { useForm } from '../../ui/useForm.ts'
import { readEnv } from './envText.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { isForPullRequests } from './secretRules.ts'

interface ImportFormProps {
  scope: Scope
  /** What this level has already. */
  known: readonly Secret[]
  onClose: () => unknown
}

interface Failed {
  name: string
  reason: string
}

const rules = z.object({
  text: z.string().check(
    z.refine((text) => {
      const { entries } = readEnv(text)
      return entries.length > 0 && entries.every(({ value }) => value !== '')
    }, says('nothingToImport')),
  ),
  events: z.array(z.string()).check(z.minLength(1, says('noEvent'))),
})

/** Many secrets at once, from the text of an `.env` file; shows which are added and which replaced before it is sent. */
export function ImportForm({ scope, known, onClose }: ImportFormProps) {
  const t = useTranslations()
  const problemText = useProblemText()
  const errorText = useErrorText()
  const create = useCreateSecret(scope)
  const update = useUpdateSecret(scope)
  const [failed, setFailed] = useState<Failed[]>([])

  const form = useForm({
    initial: { text: '', events: ['push'] },
    schema: rules,
    send: async ({ text, events }) => {
      const names = new Set(known.map(({ name }) => name))
      const refused: Failed[] = []
      const { entries } = readEnv(text)
      // One after the other: what was refused is known by name, and the rest is there.
      for (const { name, value } of entries) {
        try {
          await (names.has(name)
            ? update.mutateAsync({ name, patch: { value } })
            : create.mutateAsync({ name, value, events, images: [], note: '' }))
        } catch (error) {
          refused.push({ name, reason: errorText(error) })
        }
      }
      setFailed(refused)
      if (refused.length > 0) throw new Error(t('secrets.importPartly', { count: refused.length }))
      toasts.show({ title: t('secrets.imported', { count: entries.length }) })
    },
    onSaved: onClose,
  })
  const { values, set, problems } = form
  const { entries, unreadable } = readEnv(values.text)

  return (
    <ManagedForm
      form={form}
      label={t('secrets.import')}
      submitLabel={t('secrets.importSubmit', { count: entries.length })}
      onCancel={onClose}
    >
      <SecretField
        label={t('secrets.importText')}
        description={t('secrets.importHelp')}
        value={values.text}
        onChange={(text) => set('text', text)}
        lines={8}
        placeholder="API_TOKEN=…"
        isRequired
        error={problemText(problems.text)}
      />
      {unreadable.length > 0 && (
        <WarningBox>
          {t('secrets.importUnreadable', {
            count: unreadable.length,
            lines: unreadable.slice(0, 20).join(', '),
          })}
        </WarningBox>
      )}
      {entries.length > 0 && <ImportPreview entries={entries} known={known} />}
      <CheckboxGroup
        label={t('secrets.events')}
        description={t('secrets.importEventsHelp')}
        options={allEvents.map((event) => ({ value: event, label: t(`events.${event}`) }))}
        values={values.events}
        onChange={(events) => set('events', events)}
        error={problemText(problems.events)}
        isDense
      />
      {isForPullRequests(values.events) && (
        <WarningBox title={t('secrets.pullRequestTitle')}>{t('secrets.pullRequestText')}</WarningBox>
      )}
      {failed.length > 0 && (
        <ErrorBox title={t('secrets.importFailed')}>
          <ul className="list-disc ps-5">
            {failed.map(({ name, reason }) => (
              <li key={name}>
                <code>{name}</code>: {reason}
              </li>
            ))}
          </ul>
        </ErrorBox>
      )}
    </ManagedForm>
  )
}
