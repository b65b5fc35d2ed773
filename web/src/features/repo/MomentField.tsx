import { useEffect, useEffectEvent, useId, useState } from 'react'

import { controlClass } from '../../ui/controlClass.ts'

/** How long typing must pause before it counts (ms); browsers change the value with each digit. */
const pause = 400
/** The first digits of a year are a year of long ago. */
const earliest = '1970-01-02T00:00'

interface MomentFieldProps {
  label: string
  /** A minute of the reader's own time, `2026-11-01T00:00`; '' for none. */
  value: string
  onChange: (value: string) => void
  /** The element that says what is wrong with it. */
  errorId?: string | undefined
}

/** A date and a time, in one line with its label. */
export function MomentField({ label, value, onChange, errorId }: MomentFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState({ text: value, seen: value })
  if (draft.seen !== value) setDraft({ text: value, seen: value })

  const { text } = draft
  const news = text !== value && (text === '' || text >= earliest) ? text : undefined
  const send = useEffectEvent(onChange)
  useEffect(() => {
    if (news === undefined) return
    const timer = setTimeout(() => send(news), pause)
    return () => clearTimeout(timer)
  }, [news])

  return (
    <div className="flex min-w-0 items-center gap-x-2 text-meta text-muted max-sm:w-full">
      <label htmlFor={id} className="max-sm:w-14">
        {label}
      </label>
      <input
        id={id}
        type="datetime-local"
        value={text}
        min={earliest}
        max="9999-12-30T00:00"
        aria-invalid={errorId === undefined ? undefined : true}
        aria-describedby={errorId}
        onChange={(event) => setDraft({ text: event.currentTarget.value, seen: value })}
        onBlur={() => news !== undefined && onChange(news)}
        className={controlClass('min-w-0 max-sm:flex-1 sm:w-auto')}
      />
    </div>
  )
}
