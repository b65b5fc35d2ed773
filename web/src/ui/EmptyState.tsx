import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { Icon } from './Icon.tsx'

interface EmptyStateProps {
  icon?: LucideIcon
  title: ReactNode
  /** What would be here, and how it gets here. */
  children?: ReactNode
  /** The next step. */
  action?: ReactNode
}

/** A list with nothing in it, teaching what to do. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-md border border-dashed border-control/50 px-6 py-12 text-center">
      {icon && <Icon icon={icon} size="large" className="text-muted" />}
      <div className="font-semibold text-strong">{title}</div>
      {children !== undefined && <div className="max-w-prose text-muted">{children}</div>}
      {action !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
