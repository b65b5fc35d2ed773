import type { Repo } from '@yaffle/contract/repos'
import { Lock, LockOpen } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { Icon } from '../ui/Icon.tsx'
import { PlainText } from './PlainText.tsx'

/** `owner / name` in one line, the name last to be cut off. */
export function RepoName({ repo }: { repo: Pick<Repo, 'owner' | 'name'> }) {
  return (
    <span className="flex min-w-0 items-baseline">
      <span className="min-w-8 shrink-[2] truncate text-muted">
        <PlainText>{repo.owner}</PlainText>
      </span>
      <span className="shrink-0 px-1 text-muted">/</span>
      <span className="truncate font-semibold text-strong">
        <PlainText>{repo.name}</PlainText>
      </span>
    </span>
  )
}

/** Says so where not everybody may look; public repositories need no mark. */
export function VisibilityIcon({ visibility }: { visibility: string }) {
  const t = useTranslations('repos.visibility')
  if (visibility !== 'private' && visibility !== 'internal') return null
  return (
    <span
      role="img"
      aria-label={t(visibility)}
      data-tooltip={t(visibility)}
      className="inline-flex shrink-0 text-muted"
    >
      <Icon icon={visibility === 'private' ? Lock : LockOpen} size="small" />
    </span>
  )
}
