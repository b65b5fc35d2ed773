import type { Repo } from '@yaffle/contract/repos'
import { useTranslations } from 'use-intl'

import { paths } from '../paths.ts'
import { TextLink } from '../ui/links.tsx'
import { PlainText } from './PlainText.tsx'

/** The owner of a repository in its title; leads to everything else of it, where the server says who that is. */
export function OwnerLink({ repo }: { repo: Pick<Repo, 'owner' | 'org_id'> }) {
  const t = useTranslations('repo')
  const owner = <PlainText>{repo.owner}</PlainText>
  if (repo.org_id <= 0) return <span className="min-w-8 shrink-[2] truncate text-muted">{owner}</span>
  return (
    <TextLink
      {...paths.org(repo.org_id)}
      data-tooltip={t('ownerPage', { owner: repo.owner })}
      className="min-w-8 shrink-[2] truncate !text-muted"
    >
      {owner}
    </TextLink>
  )
}
