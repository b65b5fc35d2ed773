import { GitBranch } from 'lucide-react'

import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/Icon.tsx'
import { forgeMarks } from './forgeMarks.ts'

/** A forge's mark, by its `type` on the wire; a plain one for kinds without. Decoration: name the forge beside it. */
export function ForgeIcon({ type, className }: { type: string; className?: string }) {
  const mark = forgeMarks[type === 'bitbucket-dc' ? 'bitbucket' : type]
  if (!mark) return <Icon icon={GitBranch} className={className} />
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      fill="currentColor"
      className={cx('size-[1.3rem] shrink-0', className)}
    >
      <path d={mark} />
    </svg>
  )
}
