import type { ReactNode } from 'react'

import { cx } from './cx.ts'

export type Tone = 'neutral' | 'success' | 'failure' | 'running' | 'pending'

const tones = {
  neutral: 'bg-neutral-soft text-neutral',
  success: 'bg-success-soft text-success',
  failure: 'bg-failure-soft text-failure',
  running: 'bg-running-soft text-running',
  pending: 'bg-pending-soft text-pending',
} satisfies Record<Tone, string>

/** A word or two about the thing beside it, with an optional label in front. */
export function Badge({
  children,
  tone = 'neutral',
  label,
}: {
  children: ReactNode
  tone?: Tone
  label?: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 rounded-sm px-1.5 text-meta font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {label !== undefined && <span className="font-normal">{label}</span>}
      <span className="truncate">{children}</span>
    </span>
  )
}

/** How many; nothing for none. */
export function CountBadge({ count, tone = 'neutral' }: { count: number; tone?: Tone }) {
  if (count <= 0) return null
  return (
    <span
      className={cx(
        'inline-flex h-[1.125rem] min-w-[1.125rem] items-center justify-center rounded-full px-1 text-[0.6875rem] leading-none font-semibold tabular-nums',
        tones[tone],
      )}
    >
      {count}
    </span>
  )
}
