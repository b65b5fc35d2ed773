import { useId } from 'react'
import type { ReactNode } from 'react'

import { cx } from './cx.ts'

interface PanelProps {
  title?: ReactNode
  description?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
  /** Without inner space, for lists that reach the edges. */
  isFlush?: boolean
  className?: string
}

/** A bordered area with an optional title, which names it for screen readers. */
export function Panel({ title, description, actions, children, isFlush = false, className }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={cx('rounded-md border border-border bg-panel', className)}
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border px-4 py-3">
          <div className="min-w-[min(14rem,100%)] flex-1">
            <h2 id={id} className="text-heading">
              {title}
            </h2>
            {description !== undefined && <p className="text-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={isFlush ? undefined : 'p-4'}>{children}</div>
    </section>
  )
}
