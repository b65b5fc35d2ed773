import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from './Button.tsx'
import { controlClass } from './controlClass.ts'
import { Field } from './Field.tsx'
import type { FieldProps } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

interface ListEditorProps extends FieldProps {
  items: readonly string[]
  onChange: (items: string[]) => void
  placeholder?: string
}

/** A list of texts. What was typed counts as soon as its field is left, so that nothing waits unsaved for a button. */
export function ListEditor(props: ListEditorProps) {
  const { items, onChange, placeholder } = props
  const t = useTranslations('forms')
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const isDuplicate = items.includes(wanted)

  const add = () => {
    if (wanted === '' || isDuplicate) return
    onChange([...items, wanted])
    setTyped('')
  }

  return (
    <Field {...props} error={props.error ?? (isDuplicate ? t('problems.duplicate') : undefined)}>
      {(control) => (
        <div className="flex flex-col gap-1.5">
          {items.length > 0 && (
            <ul className="flex flex-col rounded-md border border-border [&>li+li]:border-t [&>li+li]:border-border">
              {items.map((item) => (
                <li key={item} className="flex items-center gap-2 py-0.5 ps-2.5 pe-1">
                  <span className="min-w-0 flex-1 font-mono break-all">{item}</span>
                  <IconButton
                    icon={Trash2}
                    size="small"
                    label={t('removeItem', { item })}
                    onClick={() => onChange(items.filter((other) => other !== item))}
                  />
                </li>
              ))}
            </ul>
          )}
          <div className="flex items-center gap-2">
            <input
              {...control}
              value={typed}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onBlur={add}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || wanted === '') return
                event.preventDefault()
                add()
              }}
              className={controlClass('font-mono')}
            />
            <Button icon={Plus} onClick={add} isDisabled={wanted === '' || isDuplicate}>
              {t('addItem')}
            </Button>
          </div>
        </div>
      )}
    </Field>
  )
}
