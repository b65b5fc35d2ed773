import { useTranslations } from 'use-intl'

import { cx } from './cx.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** A grey place for something that is still on its way; give it the size of what will replace it. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-breathe rounded-sm bg-neutral-soft', className)} />
)

/** A list on its way: rows of the height of those to come. */
export function SkeletonRows({ count = 6, rowClass = 'h-12' }: { count?: number; rowClass?: string }) {
  return (
    <Loading>
      <div className="divide-y divide-border overflow-hidden rounded-md border border-border bg-panel">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={cx('flex items-center gap-3 px-4', rowClass)}>
            <Skeleton className="size-5 rounded-full" />
            <Skeleton className={['h-3.5 w-1/3', 'h-3.5 w-1/2', 'h-3.5 w-2/5'][index % 3] ?? ''} />
            <Skeleton className="ms-auto h-3 w-16" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** Says "loading" to screen readers around skeletons of any form. */
export function Loading({ children }: { children?: React.ReactNode }) {
  const t = useTranslations('ui')
  return (
    <div role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {children}
    </div>
  )
}
