import { useTranslations } from 'use-intl'

import { controlClass } from '../../ui/fields.tsx'

interface FilterSelectProps {
  label: string
  /** '' for any. */
  value: string
  options: readonly string[]
  nameOf: (option: string) => string
  onChange: (value: string) => void
}

/** One way to narrow a list down, in one line with its label. */
export function FilterSelect({ label, value, options, nameOf, onChange }: FilterSelectProps) {
  const t = useTranslations('repo')
  return (
    <label className="flex items-center gap-2 text-meta text-muted">
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={controlClass('w-auto max-w-48')}
      >
        <option value="">{t('filterAny')}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    </label>
  )
}
