import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/MessageBox.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { useErrorText } from './errors.ts'

interface ManagedFormProps {
  /** Of `useForm`. */
  form: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    isBusy: boolean
    refusal: unknown
    problems: object
    isUnsaved: () => boolean
  }
  label: string
  submitLabel: string
  /** Left out where the form is the whole page. */
  onCancel?: () => unknown
  /** Its fields. */
  children: ReactNode
}

/**
 * Every form of the settings: its fields, then what went wrong and its buttons, and the question before something typed
 * is lost. Rules are the form's own words, not the browser's, which also offers none of its earlier entries.
 */
export function ManagedForm({ form, label, submitLabel, onCancel, children }: ManagedFormProps) {
  return (
    <form
      onSubmit={form.onSubmit}
      noValidate
      autoComplete="off"
      aria-label={label}
      className="flex max-w-2xl flex-col gap-5"
    >
      {children}
      <FormEnd form={form} submitLabel={submitLabel} onCancel={onCancel} />
    </form>
  )
}

interface FormEndProps {
  form: ManagedFormProps['form']
  submitLabel: string
  onCancel: (() => unknown) | undefined
}

function FormEnd({ form, submitLabel, onCancel }: FormEndProps) {
  const t = useTranslations()
  const errorText = useErrorText()
  return (
    <>
      {Object.keys(form.problems).length > 0 && <ErrorBox>{t('forms.mendFirst')}</ErrorBox>}
      {form.refusal !== undefined && (
        <ErrorBox title={t('forms.refusedTitle')}>
          <span className="whitespace-pre-line">{errorText(form.refusal)}</span>
        </ErrorBox>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && (
          <Button
            onClick={() => {
              // Not waited for: a navigation that is called off never ends.
              void onCancel()
            }}
          >
            {t('ui.cancel')}
          </Button>
        )}
        <Button isSubmit look="primary" isBusy={form.isBusy}>
          {submitLabel}
        </Button>
      </div>
      <UnsavedGuard isUnsaved={form.isUnsaved} />
    </>
  )
}
