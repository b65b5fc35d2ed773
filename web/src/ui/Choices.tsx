import { useId } from 'react'
import type { ReactNode } from 'react'

import { tickClass, tickHelpClass, tickLabelClass } from './controlClass.ts'
import { Checkbox } from './fields.tsx'

export interface Choice<Value extends string = string> {
  value: Value
  label: ReactNode
  description?: ReactNode
  isDisabled?: boolean
}

interface GroupProps {
  label: ReactNode
  description?: ReactNode
  error?: string | undefined
  /** In columns where there is room, for short labels. */
  isDense?: boolean
}

function Group({
  label,
  description,
  error,
  isDense = false,
  role,
  children,
}: GroupProps & { role?: 'radiogroup'; children: ReactNode }) {
  const id = useId()
  const described = [description !== undefined && `${id}-help`, error && `${id}-error`].filter(Boolean)
  return (
    <fieldset
      role={role}
      // A group can have no invalid state of its own; it can take the focus where a rule is broken.
      {...(error && { tabIndex: -1, 'aria-invalid': true })}
      aria-describedby={described.length > 0 ? described.join(' ') : undefined}
      className="flex flex-col gap-1.5"
    >
      <legend className="mb-1.5 font-medium text-strong">{label}</legend>
      {description !== undefined && (
        <p id={`${id}-help`} className="-mt-1 mb-1 text-meta text-muted">
          {description}
        </p>
      )}
      <div className={isDense ? 'grid gap-x-4 gap-y-1.5 sm:grid-cols-2 lg:grid-cols-3' : 'grid gap-2'}>
        {children}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-meta text-failure">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface CheckboxGroupProps<Value extends string> extends GroupProps {
  options: readonly Choice<Value>[]
  /** Those that are ticked; values that are no option stay as they are. */
  values: readonly string[]
  onChange: (values: string[]) => void
}

/** Any number of a few. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { options, values, onChange } = props
  return (
    <Group {...props}>
      {options.map(({ value, label, description, isDisabled }) => (
        <Checkbox
          key={value}
          label={label}
          {...(description !== undefined && { description })}
          {...(isDisabled !== undefined && { isDisabled })}
          isChecked={values.includes(value)}
          onChange={(isChecked) =>
            onChange(isChecked ? [...values, value] : values.filter((other) => other !== value))
          }
        />
      ))}
    </Group>
  )
}

interface RadioGroupProps<Value extends string> extends GroupProps {
  options: readonly Choice<Value>[]
  value: string
  onChange: (value: Value) => void
}

/** Exactly one of a few, each with room to explain itself. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { options, value: chosen, onChange } = props
  const id = useId()
  return (
    <Group {...props} role="radiogroup">
      {options.map(({ value, label, description, isDisabled }) => (
        <div key={value} className="flex items-start gap-2.5">
          <input
            id={`${id}-${value}`}
            type="radio"
            name={id}
            checked={value === chosen}
            disabled={isDisabled}
            aria-describedby={description === undefined ? undefined : `${id}-${value}-help`}
            onChange={() => onChange(value)}
            className={tickClass}
          />
          <div>
            <label htmlFor={`${id}-${value}`} className={tickLabelClass}>
              {label}
            </label>
            {description !== undefined && (
              <p id={`${id}-${value}-help`} className={tickHelpClass}>
                {description}
              </p>
            )}
          </div>
        </div>
      ))}
    </Group>
  )
}
