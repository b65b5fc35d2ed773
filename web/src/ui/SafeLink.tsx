import type { ReactNode } from 'react'

import { cx } from './cx.ts'
import { safeUrl } from './safeUrl.ts'

interface SafeLinkProps {
  /** From outside: a forge, a log, a query. */
  href: string
  children: ReactNode
  className?: string
  label?: string
  tooltip?: string
}

/**
 * The only way to link to an address that somebody else wrote: http and https, in a new tab, telling it nothing. Any
 * other address leaves the words without a link.
 */
export function SafeLink({ href, children, className, label, tooltip }: SafeLinkProps) {
  const url = safeUrl(href)
  if (!url) return <span className={className}>{children}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      data-tooltip={tooltip}
      className={className ?? cx('text-link underline-offset-2 hover:underline')}
    >
      {children}
    </a>
  )
}
