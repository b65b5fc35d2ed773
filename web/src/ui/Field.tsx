import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

export interface FieldProps {
  label: ReactNode
  /** A sentence of help under the label. */
  description?: ReactNode
  /** What is wrong with the value, in words. */
  error?: string | undefined
  isRequired?: boolean
  /** Says "optional" beside the label. */
  isOptional?: boolean
  /** A small action or link beside the label. */
  aside?: ReactNode
}

interface ControlIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  required: boolean
}

/** A label, its help, its control and what is wrong with it, tied together for screen readers. */
export function Field(props: FieldProps & { children: (control: ControlIds) => ReactNode }) {
  const { label, description, error, isRequired = false, isOptional = false, aside, children } = props
  const t = useTranslations('ui')
  const id = useId()
  const described = [description !== undefined && `${id}-help`, error && `${id}-error`].filter(Boolean)

  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline gap-2">
        <label htmlFor={id} className="font-medium text-strong">
          {label}
          {isRequired && (
            <span aria-hidden className="ms-0.5 text-failure">
              *
            </span>
          )}
        </label>
        {isOptional && <span className="text-meta text-muted">{t('optional')}</span>}
        {aside !== undefined && <span className="ms-auto">{aside}</span>}
      </div>
      {description !== undefined && (
        <p id={`${id}-help`} className="-mt-1 text-meta text-muted">
          {description}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': error ? true : undefined,
        required: isRequired,
      })}
      {error && (
        <p id={`${id}-error`} className="text-meta text-failure">
          {error}
        </p>
      )}
    </div>
  )
}
