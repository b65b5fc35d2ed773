import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { controlClass } from '../ui/controlClass.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/Icon.tsx'

interface FilterSelectProps {
  label: string
  /** '' for any. */
  value: string
  options: readonly string[]
  nameOf: (option: string) => string
  onChange: (value: string) => void
  /** The choice at the end of the line, as wide as its neighbours above and below. */
  isWide?: boolean
}

/** One way to narrow a list down, in one line with its label. */
export function FilterSelect({ label, value, options, nameOf, onChange, isWide = false }: FilterSelectProps) {
  const t = useTranslations('repo')
  return (
    <label
      className={cx(
        'flex min-w-0 gap-x-2 gap-y-1 text-meta text-muted',
        isWide ? 'items-center justify-between' : 'max-sm:flex-col sm:items-center',
      )}
    >
      {label}
      <span className={cx('relative', isWide && 'w-44 shrink-0')}>
        <select
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={controlClass(cx('appearance-none truncate pe-8', !isWide && 'sm:w-auto sm:max-w-44'))}
        >
          <option value="">{t('filterAny')}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {nameOf(option)}
            </option>
          ))}
        </select>
        <Icon
          icon={ChevronDown}
          size="small"
          className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-muted"
        />
      </span>
    </label>
  )
}
