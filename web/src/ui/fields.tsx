import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode, Ref } from 'react'

import { controlClass, tickClass, tickHelpClass, tickLabelClass } from './controlClass.ts'
import { cx } from './cx.ts'
import { Field } from './Field.tsx'
import type { FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'

interface TextFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  name?: string
  type?: 'text' | 'password' | 'email' | 'url' | 'number'
  placeholder?: string
  autoComplete?: string
  isReadOnly?: boolean
  isDisabled?: boolean
  isMonospace?: boolean
  ref?: Ref<HTMLInputElement>
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, name, type = 'text', placeholder, autoComplete = 'off', ref } = props
  return (
    <Field {...props}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          name={name}
          type={type}
          value={value}
          placeholder={placeholder}
          autoComplete={autoComplete}
          spellCheck={false}
          readOnly={props.isReadOnly}
          disabled={props.isDisabled}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={controlClass(props.isMonospace ? 'font-mono' : undefined)}
        />
      )}
    </Field>
  )
}

interface TextAreaProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  name?: string
  /** Visible lines at first; grows with its text where the browser can. */
  lines?: number
  placeholder?: string
  isDisabled?: boolean
  isMonospace?: boolean
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  return (
    <Field {...props}>
      {(control) => (
        <textarea
          {...control}
          name={props.name}
          rows={props.lines ?? 4}
          value={props.value}
          placeholder={props.placeholder}
          disabled={props.isDisabled}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          className={controlClass(
            cx(
              'h-auto max-h-[60vh] min-h-16 field-sizing-content py-1.5 max-sm:h-auto',
              props.isMonospace && 'font-mono',
            ),
          )}
        />
      )}
    </Field>
  )
}

export interface Option<Value extends string = string> {
  value: Value
  label: string
  isDisabled?: boolean
}

interface SelectProps<Value extends string> extends FieldProps {
  value: Value
  onChange: (value: Value) => void
  options: readonly Option<Value>[]
  name?: string
  isDisabled?: boolean
}

/** One of a few, by the browser's own list. For many choices see Combobox. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options } = props
  return (
    <Field {...props}>
      {(control) => (
        <span className="relative block">
          <select
            {...control}
            name={props.name}
            value={value}
            disabled={props.isDisabled}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.currentTarget.value)
              if (chosen) onChange(chosen.value)
            }}
            className={controlClass('appearance-none pe-8')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            icon={ChevronDown}
            size="small"
            className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </Field>
  )
}

interface CheckboxProps {
  label: ReactNode
  description?: ReactNode
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  name?: string
  isDisabled?: boolean
}

/** Yes or no. */
export function Checkbox({
  label,
  description,
  isChecked,
  onChange,
  name,
  isDisabled = false,
}: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={isChecked}
        disabled={isDisabled}
        aria-describedby={description === undefined ? undefined : `${id}-help`}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className={tickClass}
      />
      <div>
        <label htmlFor={id} className={tickLabelClass}>
          {label}
        </label>
        {description !== undefined && (
          <p id={`${id}-help`} className={tickHelpClass}>
            {description}
          </p>
        )}
      </div>
    </div>
  )
}
