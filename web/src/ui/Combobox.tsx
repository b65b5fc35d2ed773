import { ComboboxControl, type ComboboxChoice } from './ComboboxControl.tsx'
import { Field } from './Field.tsx'
import type { FieldProps } from './Field.tsx'

/** One of many, found by typing. Leaving it keeps the last choice. */
export const Combobox = (props: FieldProps & ComboboxChoice) => (
  <Field {...props}>
    {(control) => (
      <ComboboxControl
        {...props}
        {...control}
        // Everything else is hidden from screen readers while the choices are open, its label, too.
        name={typeof props.label === 'string' ? props.label : undefined}
      />
    )}
  </Field>
)
