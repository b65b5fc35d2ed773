import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { controlClass } from './controlClass.ts'
import { CopyButton } from './CopyButton.tsx'
import { cx } from './cx.ts'
import { Field } from './Field.tsx'
import type { FieldProps } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

interface SecretFieldProps extends FieldProps {
  value: string
  /** Left out where the value can only be read. */
  onChange?: (value: string) => void
  /** More than one for keys and certificates. */
  lines?: number
  placeholder?: string
}

/** Something nobody else should read: masked until asked for, kept away from autofill, spelling and translation. */
export function SecretField(props: SecretFieldProps) {
  const { value, onChange, lines = 1, placeholder } = props
  const t = useTranslations('forms')
  const [isShown, setShown] = useState(false)
  const common = {
    value,
    placeholder,
    autoComplete: 'off',
    spellCheck: false,
    translate: 'no' as const,
    readOnly: !onChange,
    'data-1p-ignore': true,
    'data-lpignore': 'true',
  }
  const mask = isShown ? undefined : '[-webkit-text-security:disc]'

  return (
    <Field {...props}>
      {(control) => (
        <div className="flex items-start gap-1">
          {lines > 1 ? (
            <textarea
              {...control}
              {...common}
              rows={lines}
              onChange={(event) => onChange?.(event.currentTarget.value)}
              className={controlClass(
                cx('h-auto max-h-[60vh] min-h-16 field-sizing-content py-1.5 font-mono max-sm:h-auto', mask),
              )}
            />
          ) : (
            <input
              {...control}
              {...common}
              type={isShown ? 'text' : 'password'}
              onChange={(event) => onChange?.(event.currentTarget.value)}
              className={controlClass('font-mono')}
            />
          )}
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={isShown ? t('hideValue') : t('showValue')}
            isPressed={isShown}
            onClick={() => setShown(!isShown)}
          />
          <CopyButton text={value} label={t('copyValue')} size="normal" />
        </div>
      )}
    </Field>
  )
}
