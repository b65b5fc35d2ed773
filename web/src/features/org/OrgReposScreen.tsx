import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { RepoLastPipeline } from '@yaffle/contract/repos'
import { Building2, FolderGit2, Lock, SearchX, Settings, User } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'

import { orgOf, orgPermOf } from '../../api/orgs.ts'
import { reposMine } from '../../api/repos.ts'
import { config } from '../../config.ts'
import { statusOf } from '../../domain/errors.ts'
import { RepoRow } from '../../domain/RepoRow.tsx'
import { findBest } from '../../domain/search.ts'
import { lastRunFirst } from '../../domain/sorting.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { FailedView, QueryView } from '../../ui/QueryView.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { useSearchText } from '../../ui/useSearchText.ts'
import { useTitle } from '../../ui/useTitle.ts'

/** An organisation, or a person: its repositories, as far as the caller may see them. */
export function OrgReposScreen({ orgId }: { orgId: number }) {
  const t = useTranslations('org')
  const isId = Number.isSafeInteger(orgId) && orgId > 0
  const perm = useQuery({ ...orgPermOf(orgId), enabled: isId, meta: { quiet: true } })

  if (!isId || statusOf(perm.error) === 404) {
    return (
      <Unnamed tab={t('unknownTitle')}>
        <EmptyState icon={Building2} title={t('unknownTitle')}>
          {t('unknownText')}
        </EmptyState>
      </Unnamed>
    )
  }
  if (perm.isError && !perm.data) {
    return (
      <Unnamed tab={t('title')}>
        <FailedView error={perm.error} onRetry={() => perm.refetch()} />
      </Unnamed>
    )
  }
  if (!perm.data) {
    return (
      <Page title={<Skeleton className="h-6 w-40" />}>
        <SkeletonRows rowClass="h-14" />
      </Page>
    )
  }
  // The server tells visitors nothing of an organisation, not even its name.
  return config.user ? <OrgRepos orgId={orgId} perm={perm.data} /> : <SignInPrompt />
}

/** In place of an organisation of which nothing is known. */
function Unnamed({ tab, children }: { tab: string; children: ReactNode }) {
  const t = useTranslations('org')
  useTitle(tab)
  return <Page title={t('title')}>{children}</Page>
}

function SignInPrompt() {
  const t = useTranslations()
  const here = useLocation({ select: ({ publicHref }) => publicHref })
  return (
    <Unnamed tab={t('org.title')}>
      <EmptyState
        icon={Lock}
        title={t('org.signInTitle')}
        action={
          <LinkButton {...paths.login(here)} look="primary">
            {t('app.signIn')}
          </LinkButton>
        }
      >
        {t('org.signInText')}
      </EmptyState>
    </Unnamed>
  )
}

interface OrgReposProps {
  orgId: number
  perm: { member: boolean; admin: boolean }
}

function OrgRepos({ orgId, perm }: OrgReposProps) {
  const t = useTranslations('org')
  const [search, setSearch] = useSearchText('q')
  const org = useQuery({ ...orgOf(orgId), enabled: perm.member || config.user?.admin === true })
  const mine = useQuery(reposMine)
  const repos = mine.data?.filter(({ org_id }) => org_id === orgId)
  // Who is no member is not told the name, but may have repositories of it.
  const name = org.data?.name ?? repos?.[0]?.owner
  // Only administrators of the server may change the settings of another person, whose page is not their own.
  const isOwn = org.data?.is_user && (config.user?.org_id === orgId || !config.user?.admin)
  useTitle(t('repositories'), name)

  return (
    <Page
      title={
        <span className="flex min-w-0 items-center gap-2">
          <Icon icon={org.data?.is_user ? User : Building2} className="text-muted" />
          <span className="truncate">{name ?? t('title')}</span>
          {org.data?.is_user && <Badge>{t('isUser')}</Badge>}
        </span>
      }
      actions={
        <>
          <SearchBox label={t('search')} value={search} onChange={setSearch} className="w-56 max-sm:w-full" />
          {perm.admin && (
            <LinkButton {...(isOwn ? paths.user() : paths.orgSettings(orgId))} icon={Settings}>
              {t('settings')}
            </LinkButton>
          )}
        </>
      }
    >
      <QueryView
        query={{ ...mine, data: repos }}
        loading={<SkeletonRows rowClass="h-14" />}
        empty={
          <EmptyState
            icon={FolderGit2}
            title={t('emptyTitle')}
            action={<LinkButton {...paths.addRepo()}>{t('add')}</LinkButton>}
          >
            {t('emptyText')}
          </EmptyState>
        }
      >
        {(known) => <Repos repos={known} search={search} onClear={() => setSearch('')} />}
      </QueryView>
    </Page>
  )
}

interface ReposProps {
  repos: readonly RepoLastPipeline[]
  search: string
  onClear: () => void
}

function Repos({ repos, search, onClear }: ReposProps) {
  const t = useTranslations('org')
  const wanted = useDeferredValue(search)
  const found = findBest(wanted, repos.toSorted(lastRunFirst), ({ full_name }) => full_name)
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-meta text-muted">
        {t('count', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t('noMatch', { search: wanted })}
          action={<Button onClick={onClear}>{t('clearSearch')}</Button>}
        />
      ) : (
        <DataList label={t('repositories')} items={found} keyOf={({ id }) => id} rowHeight={57}>
          {(repo) => <RepoRow repo={repo} />}
        </DataList>
      )}
    </div>
  )
}
