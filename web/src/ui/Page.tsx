import type { ReactNode } from 'react'

import { cx } from './cx.ts'

interface PageProps {
  /** The heading: text, or links that lead up (`owner / name`). */
  title: ReactNode
  /** Facts or a search box beside the title. */
  aside?: ReactNode
  /** Buttons at the end of the title's line. */
  actions?: ReactNode
  /** A `Tabs` with the pages that belong together. */
  tabs?: ReactNode
  /** `full` for pages that need every pixel, such as logs. */
  width?: 'normal' | 'full'
  children: ReactNode
}

const widths = {
  normal: 'mx-auto w-full max-w-[64rem] px-4 sm:px-6',
  full: 'w-full px-4',
} as const

/** The frame of a page: its title, what can be done with it, its tabs, its content. */
export function Page({ title, aside, actions, tabs, width = 'normal', children }: PageProps) {
  const isFull = width === 'full'
  return (
    <div className={cx('flex flex-1 flex-col', isFull && 'min-h-0')}>
      <header className="border-b border-border bg-panel">
        <div className={widths[width]}>
          <div className={cx('flex flex-wrap items-center gap-x-4 gap-y-2', isFull ? 'py-2' : 'py-3')}>
            <h1
              className={cx(
                'min-w-[min(12rem,100%)] flex-1 truncate',
                isFull ? 'text-heading' : 'text-title',
              )}
            >
              {title}
            </h1>
            {aside}
            {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
          </div>
          {tabs}
        </div>
      </header>
      <div className={cx(widths[width], 'flex flex-1 flex-col', isFull ? 'min-h-0' : 'py-5')}>{children}</div>
    </div>
  )
}
