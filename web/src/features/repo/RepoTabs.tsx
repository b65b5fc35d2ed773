import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Activity, GitBranch, GitPullRequest, Play, Settings } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { forgeOf } from '../../api/forges.ts'
import { ForgeIcon } from '../../domain/ForgeIcon.tsx'
import { OwnerLink } from '../../domain/OwnerLink.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { VisibilityIcon } from '../../domain/RepoName.tsx'
import { paths } from '../../paths.ts'
import { iconButtonClass } from '../../ui/IconButton.tsx'
import { IconLink, LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { SafeLink } from '../../ui/SafeLink.tsx'
import { TabLink, Tabs } from '../../ui/Tabs.tsx'
import { RepoBadge } from './RepoBadge.tsx'

/** The repository's own pages: its name, what can be done with it, its tabs. */
export function RepoTabs() {
  const t = useTranslations('repo')
  const { repo, perm } = useRepo()

  return (
    <Page
      title={
        <span className="flex min-w-0 items-center gap-2">
          <OwnerAndName />
          <VisibilityIcon visibility={repo.visibility} />
        </span>
      }
      actions={
        <>
          <RepoBadge />
          {perm.admin && <IconLink {...paths.repoSettings(repo.id)} icon={Settings} label={t('settings')} />}
          <ForgeLink />
          {perm.push && repo.active && (
            <LinkButton {...paths.manual(repo.id)} icon={Play} className="data-[status=active]:hidden">
              {t('run')}
            </LinkButton>
          )}
        </>
      }
      tabs={
        <Tabs label={t('sections')}>
          <TabLink
            {...paths.repo(repo.id)}
            icon={Activity}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {t('activity')}
          </TabLink>
          <TabLink {...paths.branches(repo.id)} icon={GitBranch} activeOptions={{ exact: false }}>
            {t('branches')}
          </TabLink>
          {repo.pr_enabled && repo.allow_pr && (
            <TabLink
              {...paths.pullRequests(repo.id)}
              icon={GitPullRequest}
              activeOptions={{ exact: false, includeSearch: false }}
            >
              {t('pullRequests')}
            </TabLink>
          )}
        </Tabs>
      }
    >
      <Outlet />
    </Page>
  )
}

/** `owner / name`; the owner leads to everything else of it. */
function OwnerAndName() {
  const { repo } = useRepo()
  return (
    <span className="flex min-w-0 items-baseline">
      <OwnerLink repo={repo} />
      <span className="shrink-0 px-1 text-muted">/</span>
      <span className="truncate font-semibold text-strong">
        <PlainText>{repo.name}</PlainText>
      </span>
    </span>
  )
}

/** Where the repository really lives. */
function ForgeLink() {
  const t = useTranslations('repo')
  const { repo } = useRepo()
  const forge = useQuery(forgeOf(repo.forge_id))
  if (!repo.forge_url) return null
  return (
    <SafeLink
      href={repo.forge_url}
      label={t('openForge')}
      tooltip={t('openForge')}
      className={iconButtonClass()}
    >
      <ForgeIcon type={forge.data?.type ?? ''} />
    </SafeLink>
  )
}
