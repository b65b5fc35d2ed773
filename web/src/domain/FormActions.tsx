import { useTranslations } from 'use-intl'

import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/MessageBox.tsx'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'
import { useErrorText } from './errors.ts'

interface FormActionsProps {
  form: { isBusy: boolean; refusal: unknown; problems: object; isUnsaved: () => boolean }
  submitLabel: string
  onCancel?: () => unknown
}

/** The end of every form: what went wrong, its buttons, and the question before something typed is lost. */
export function FormActions({ form, submitLabel, onCancel }: FormActionsProps) {
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
