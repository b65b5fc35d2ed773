import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { controlClass } from './controlClass.ts'
import { Field } from './Field.tsx'
import type { FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

interface ComboboxProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  /** May still be growing while `isLoading`. */
  options: readonly string[]
  isLoading?: boolean
  placeholder?: string
  isDisabled?: boolean
}

/** So many matches are drawn; typing narrows them down. */
const mostShown = 100

/** One of many, found by typing. Leaving it keeps the last choice. */
export function Combobox(props: ComboboxProps) {
  const { value, onChange, options, isLoading = false, placeholder, isDisabled = false } = props
  const t = useTranslations('ui')

  return (
    <Field {...props}>
      {(control) => (
        <Base.Root
          items={options}
          value={value === '' ? null : value}
          onValueChange={(chosen) => chosen !== null && onChange(chosen)}
          limit={mostShown}
          disabled={isDisabled}
          autoHighlight
        >
          <Base.InputGroup className="relative">
            <Base.Input
              {...control}
              // Everything else is hidden from screen readers while the choices are open, its label, too.
              aria-label={typeof props.label === 'string' ? props.label : undefined}
              placeholder={placeholder}
              spellCheck={false}
              className={controlClass('pe-8')}
            />
            <Base.Trigger
              aria-label={typeof props.label === 'string' ? props.label : undefined}
              tabIndex={-1}
              className="absolute inset-y-0 end-0 flex w-8 items-center justify-center text-muted"
            >
              {isLoading ? <Spinner /> : <Icon icon={ChevronDown} size="small" />}
            </Base.Trigger>
          </Base.InputGroup>
          <Base.Portal>
            <Base.Positioner sideOffset={4} className="z-40 outline-none">
              <Base.Popup className="w-(--anchor-width) min-w-48 rounded-md border border-border bg-raised shadow-float">
                <Base.Empty>
                  <p className="px-3 py-2 text-muted">{isLoading ? t('loading') : t('noMatches')}</p>
                </Base.Empty>
                <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0">
                  {(option: string) => (
                    <Base.Item
                      key={option}
                      value={option}
                      className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 outline-none select-none data-highlighted:bg-hover max-sm:min-h-11"
                    >
                      <span className="min-w-0 flex-1 break-all">{option}</span>
                      <Base.ItemIndicator>
                        <Icon icon={Check} size="small" className="text-brand" />
                      </Base.ItemIndicator>
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}
