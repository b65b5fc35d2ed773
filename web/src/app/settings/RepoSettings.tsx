import { useTranslations } from 'use-intl'

import { OwnerLink } from '../../domain/OwnerLink.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { LinkButton, TextLink } from '../../ui/links.tsx'
import { Refused } from './Refused.tsx'
import { repoPages } from './repoPages.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The settings of a repository. `path` is that of the page, '' for the first. */
export function RepoSettings({ path }: { path: string }) {
  const t = useTranslations()
  const { repo, perm } = useRepo()
  const title = (
    <span className="flex min-w-0 items-baseline">
      <OwnerLink repo={repo} />
      <span className="shrink-0 px-1 text-muted">/</span>
      <TextLink {...paths.repo(repo.id)} activeOptions={{ exact: true }} className="min-w-0 truncate">
        <PlainText>{repo.name}</PlainText>
      </TextLink>
      <span className="shrink-0 px-1 text-muted">/</span>
      {t('settings.title')}
    </span>
  )

  // Decided before anything below asks the server for what it would refuse.
  if (!perm.admin) {
    return (
      <Refused
        named={[t('settings.title'), repo.full_name]}
        title={title}
        reason={t('app.notAllowedTitle')}
        way={<LinkButton {...paths.repo(repo.id)}>{t('settings.toRepo')}</LinkButton>}
      >
        {t('settings.repoAdminsOnly')}
      </Refused>
    )
  }
  return (
    <SettingsFrame
      title={title}
      pages={repoPages}
      area={repo}
      path={path}
      linkTo={(page) => paths.repoSettings(repo.id, page)}
    />
  )
}
