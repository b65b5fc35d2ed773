import type { Repo } from '@yaffle/contract/repos'
import { Lock, LockOpen } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { Icon } from '../ui/Icon.tsx'
import { marked } from './PlainText.tsx'

/** `owner / name` in one line, the name last to be cut off. */
export function RepoName({ repo }: { repo: Pick<Repo, 'owner' | 'name'> }) {
  return (
    <span className="flex min-w-0 items-baseline">
      <bdi className="min-w-8 shrink-[2] truncate text-muted">{marked(repo.owner)}</bdi>
      <span className="shrink-0 px-1 text-muted">/</span>
      <bdi className="truncate font-semibold text-strong">{marked(repo.name)}</bdi>
    </span>
  )
}

/** Says so where not everybody may look; public repositories need no mark. */
export function VisibilityIcon({ visibility }: { visibility: string }) {
  return visibility === 'private' || visibility === 'internal' ? <Mark visibility={visibility} /> : null
}

function Mark({ visibility }: { visibility: 'private' | 'internal' }) {
  const t = useTranslations('repos.visibility')
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
