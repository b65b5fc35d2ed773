import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '../ui/Button.tsx'
import { KeyValueEditor } from '../ui/KeyValueEditor.tsx'
import { ErrorBox } from '../ui/MessageBox.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { useErrorText } from './errors.ts'
import type { RunFormState } from './useRunForm.ts'

interface RunFormProps {
  form: RunFormState
  /** Where nothing around it says its name. */
  label?: string
  /** Sends it. */
  onSubmit: () => Promise<void>
  /** Left out where the form is the whole page. */
  onCancel?: () => void
  /** What is asked before the variables. */
  children: ReactNode
  variables: {
    label: string
    description: string
    /** Said while a name is missing or stands there twice. */
    invalid: string
    /** Said of names that a variable cannot have. */
    refused?: (names: string) => string
    noteOf?: (name: string) => string | undefined
  }
  submit: { label: string; icon: ComponentProps<typeof Button>['icon']; failed: string }
}

/** A form that starts a pipeline. Nothing typed is lost when the server refuses. */
export function RunForm({ form, label, onSubmit, onCancel, children, variables, submit }: RunFormProps) {
  const t = useTranslations('ui')
  const errorText = useErrorText()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
      noValidate
      aria-label={label}
      className="flex flex-col gap-5"
    >
      {children}
      <KeyValueEditor
        label={variables.label}
        description={variables.description}
        rows={form.variables}
        onChange={form.setVariables}
        noteOf={variables.noteOf}
      />
      {variables.refused && form.refused.length > 0 && (
        <ErrorBox>{variables.refused(form.refused.join(', '))}</ErrorBox>
      )}
      {form.hasTried && form.isBroken && <ErrorBox>{variables.invalid}</ErrorBox>}
      {form.refusal && <ErrorBox title={submit.failed}>{errorText(form.refusal)}</ErrorBox>}
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        <Button isSubmit look="primary" icon={submit.icon} isBusy={form.isBusy}>
          {submit.label}
        </Button>
      </div>
      <UnsavedGuard isUnsaved={form.isUnsaved} />
    </form>
  )
}
