import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { Icon } from '../../../ui/Icon.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'

interface LogMessageProps {
  /** Left out while something is under way. */
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** In place of a log: why there is none, or none yet. */
export function LogMessage({ icon, title, children, action }: LogMessageProps) {
  return (
    <div
      // Also where no log is around it.
      data-theme="dark"
      className="flex min-h-48 flex-1 flex-col items-center justify-center gap-2 bg-log px-6 py-12 text-center"
    >
      {icon ? <Icon icon={icon} className="size-7 text-muted" /> : <Spinner className="size-5 text-muted" />}
      <p className="font-semibold text-strong">{title}</p>
      {children !== undefined && <div className="max-w-prose text-muted">{children}</div>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  )
}
