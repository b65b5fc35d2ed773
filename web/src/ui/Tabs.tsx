import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'

import { CountBadge } from './Badge.tsx'
import type { Tone } from './Badge.tsx'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'

/** Pages that belong together. The links in it are `TabLink`s; where there is no room they go on in a second row. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="-mb-px flex flex-wrap items-end gap-x-1">
      {children}
    </nav>
  )
}

type TabAnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  ref?: Ref<HTMLAnchorElement>
  icon?: LucideIcon
  /** Shown when it is above 0. */
  count?: number
  countTone?: Tone
}

function TabAnchor({ icon, count = 0, countTone, className, children, ...rest }: TabAnchorProps) {
  return (
    <a
      {...rest}
      className={cx(
        'inline-flex h-9 items-center gap-1.5 rounded-t-md border-b-2 border-transparent px-2.5 text-muted transition-colors max-sm:h-11',
        'hover:text-strong focus-visible:-outline-offset-2 aria-[current=page]:border-brand aria-[current=page]:font-medium aria-[current=page]:text-strong',
        className,
      )}
    >
      {icon && <Icon icon={icon} size="small" />}
      {children}
      <CountBadge count={count} {...(countTone && { tone: countTone })} />
    </a>
  )
}

/**
 * One of the pages. It is the current one when its address is shown exactly; pass
 * `activeOptions={{ exact: false }}` for one that has pages below it.
 */
export const TabLink = createLink(TabAnchor)
