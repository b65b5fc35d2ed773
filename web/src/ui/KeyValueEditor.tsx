import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'

import { controlClass } from './controlClass.ts'
import { IconButton } from './IconButton.tsx'
import { rowProblem, withTrailingRow } from './keyValues.ts'
import type { KeyValue } from './keyValues.ts'

interface KeyValueEditorProps {
  label: string
  description?: string
  /** Start with `rowsOf(map)`; read the result with `mapOf(rows)` and `hasProblem(rows)` of `keyValues.ts`. */
  rows: readonly KeyValue[]
  onChange: (rows: KeyValue[]) => void
  isMonospace?: boolean
  /** What else there is to say about a name, at its very row. */
  noteOf?: ((key: string) => string | undefined) | undefined
}

/** Names and their values. There is always one empty row more to type into. */
export function KeyValueEditor({
  label,
  description,
  rows: given,
  onChange,
  isMonospace = true,
  noteOf,
}: KeyValueEditorProps) {
  const t = useTranslations('ui')
  const id = useId()
  const rows = withTrailingRow(given)
  const change = (index: number, part: Partial<KeyValue>) =>
    onChange(withTrailingRow(rows.map((row, at) => (at === index ? { ...row, ...part } : row))))
  const font = isMonospace ? 'font-mono' : undefined

  return (
    <fieldset
      className="flex flex-col gap-1.5"
      aria-describedby={description === undefined ? undefined : `${id}-help`}
    >
      <legend className="mb-1.5 font-medium text-strong">{label}</legend>
      {description !== undefined && (
        <p id={`${id}-help`} className="-mt-1 text-meta text-muted">
          {description}
        </p>
      )}
      {rows.map((row, index) => {
        const problem = rowProblem(rows, index)
        const note = row.key === '' ? undefined : noteOf?.(row.key)
        const noteId = `${id}-${row.id}-note`
        const about = [problem && `${id}-${row.id}`, note !== undefined && noteId].filter(Boolean).join(' ')
        const isLast = index === rows.length - 1
        return (
          <div key={row.id} className="flex flex-col gap-1">
            <div className="flex items-center gap-2">
              <input
                aria-label={`${t('key')} ${index + 1}`}
                placeholder={t('key')}
                value={row.key}
                autoComplete="off"
                spellCheck={false}
                aria-invalid={problem ? true : undefined}
                aria-describedby={about || undefined}
                onChange={(event) => change(index, { key: event.currentTarget.value })}
                className={controlClass(font)}
              />
              <input
                aria-label={`${t('value')} ${index + 1}`}
                placeholder={t('value')}
                value={row.value}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => change(index, { value: event.currentTarget.value })}
                className={controlClass(font)}
              />
              <IconButton
                icon={Trash2}
                label={t('removeRow', { key: row.key || `${index + 1}` })}
                onClick={() => onChange(withTrailingRow(rows.filter((_, at) => at !== index)))}
                {...(isLast && { className: 'invisible' })}
              />
            </div>
            {problem && (
              <p id={`${id}-${row.id}`} className="text-meta text-failure">
                {t(problem)}
              </p>
            )}
            {note !== undefined && (
              <p id={noteId} className="text-meta text-muted">
                {note}
              </p>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
