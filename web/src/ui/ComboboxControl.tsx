import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { controlClass } from './controlClass.ts'
import { Icon } from './Icon.tsx'
import { matching } from './matching.ts'
import { Spinner } from './Spinner.tsx'

export interface ComboboxChoice {
  value: string
  onChange: (value: string) => void
  /** May still be growing while `isLoading`. */
  options: readonly string[]
  /** What an option looks like; without it, as its text. */
  draw?: ((option: string) => ReactNode) | undefined
  isLoading?: boolean
  placeholder?: string | undefined
  isDisabled?: boolean
}

interface ComboboxControlProps extends ComboboxChoice {
  id: string
  name: string | undefined
  required?: boolean
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  /** Lets the choice be taken back: then '' is chosen. */
  clearLabel?: string
  /** What a choice of the typed text itself is called; without it only the options can be chosen. */
  typedLabel?: (text: string) => string
  /** Below the choices. */
  note?: string | false
  onOpenChange?: (isOpen: boolean) => void
}

/** So many matches are drawn; typing narrows them down. */
const mostShown = 100

/** A combobox without its label. */
export function ComboboxControl(props: ComboboxControlProps) {
  const { value, onChange, options, isLoading = false, placeholder, isDisabled = false, name } = props
  const { draw = (option) => option, clearLabel, typedLabel, note = false, onOpenChange } = props
  const t = useTranslations('ui')
  const [typed, setTyped] = useState('')
  const isTypedItself = typedLabel !== undefined && typed !== '' && !options.includes(typed)
  const shown = useMemo(() => {
    const found = matching(options, typed, mostShown)
    return isTypedItself ? [...found, typed] : found
  }, [options, typed, isTypedItself])

  return (
    <Base.Root
      items={options}
      filteredItems={shown}
      value={value === '' ? null : value}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen)
        else if (clearLabel !== undefined) onChange('')
      }}
      onInputValueChange={(text, { reason }) => setTyped(reason === 'input-change' ? text.trim() : '')}
      onOpenChange={(isOpen) => onOpenChange?.(isOpen)}
      onOpenChangeComplete={(isOpen) => !isOpen && setTyped('')}
      disabled={isDisabled}
      autoHighlight
    >
      <Base.InputGroup className="relative">
        <Base.Input
          id={props.id}
          required={props.required}
          aria-describedby={props['aria-describedby']}
          aria-invalid={props['aria-invalid']}
          aria-label={name}
          placeholder={placeholder}
          spellCheck={false}
          className={controlClass('truncate pe-8')}
        />
        {clearLabel !== undefined && value !== '' ? (
          <Base.Clear aria-label={clearLabel} className={markClass}>
            <Icon icon={X} size="small" />
          </Base.Clear>
        ) : (
          <Base.Trigger aria-label={name} tabIndex={-1} className={markClass}>
            {isLoading ? <Spinner /> : <Icon icon={ChevronDown} size="small" />}
          </Base.Trigger>
        )}
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className="z-40 outline-none">
          <Base.Popup className="w-(--anchor-width) min-w-64 rounded-md border border-border bg-raised shadow-float">
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
                  <span className="min-w-0 flex-1 break-all">
                    {isTypedItself && option === typed ? typedLabel(option) : draw(option)}
                  </span>
                  <Base.ItemIndicator>
                    <Icon icon={Check} size="small" className="text-brand" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
            <Base.Status>
              {note && <p className="border-t border-border px-3 py-2 text-meta text-muted">{note}</p>}
            </Base.Status>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const markClass = 'absolute inset-y-0 end-0 flex w-8 items-center justify-center text-muted'
