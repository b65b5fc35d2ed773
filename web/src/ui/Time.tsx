import type { ReactNode } from 'react'

import { useSharedTexts } from '../i18n/Texts.tsx'

interface TimeProps {
  /** Unix seconds; nothing is shown for 0, which means "not yet". */
  at: number
  /** A shorter way to say it; the full date and time is then the tooltip, and what screen readers hear. */
  children?: ReactNode
  className?: string
}

/** A moment. Without children: short date and time of the reader's language and time zone. */
export function Time({ at, children, className }: TimeProps) {
  const { moment } = useSharedTexts()
  if (at <= 0) return null
  const date = new Date(at * 1000)
  const full = moment.format(date)
  return (
    <time
      dateTime={date.toISOString()}
      className={className}
      {...(children !== undefined && { 'data-tooltip': full })}
    >
      {children ?? full}
    </time>
  )
}
