import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'

import { controlClass } from './controlClass.ts'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

interface SearchBoxProps {
  /** What is searched, as accessible name and placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
  /** When somebody goes to it, before anything is typed. */
  onFocus?: () => unknown
  className?: string
}

/** Filters the page's list as one types. `/` goes to the first one of the page, Escape empties it. */
export function SearchBox({ label, value, onChange, onFocus, className }: SearchBoxProps) {
  const t = useTranslations('ui')
  const input = useRef<HTMLInputElement>(null)

  return (
    <div role="search" aria-label={label} className={cx('relative', className)}>
      <Icon
        icon={Search}
        size="small"
        className="pointer-events-none absolute start-2.5 top-1/2 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        value={value}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        data-page-filter
        onChange={(event) => onChange(event.currentTarget.value)}
        onFocus={onFocus}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          onChange('')
        }}
        className={controlClass('ps-8 pe-8')}
      />
      <IconButton
        icon={X}
        size="small"
        label={t('clearSearch')}
        isHidden={value === ''}
        onClick={() => {
          onChange('')
          input.current?.focus()
        }}
        className="absolute end-0.5 top-1/2 -translate-y-1/2"
      />
    </div>
  )
}
