import { ComboboxControl, type ComboboxChoice } from './ComboboxControl.tsx'
import { Field } from './Field.tsx'
import type { FieldProps } from './Field.tsx'

/** One of many, found by typing. Leaving it keeps the last choice. */
export function Combobox(props: FieldProps & ComboboxChoice) {
  const { value, onChange, options, draw, isLoading = false, placeholder, isDisabled = false } = props
  return (
    <Field {...props}>
      {(control) => (
        <ComboboxControl
          {...control}
          // Everything else is hidden from screen readers while the choices are open, its label, too.
          name={typeof props.label === 'string' ? props.label : undefined}
          value={value}
          onChange={onChange}
          options={options}
          draw={draw}
          isLoading={isLoading}
          placeholder={placeholder}
          isDisabled={isDisabled}
        />
      )}
    </Field>
  )
}
