import { useInfiniteQuery } from '@tanstack/react-query'
import { type Repo, repoRoutes } from '@yaffle/contract/repos'
import { FolderGit2, Settings } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { allRepos } from '../../api/adminRepos.ts'
import { useReadOn } from '../../api/useReadOn.ts'
import { curlOf } from '../../domain/commands.ts'
import { HandOver } from '../../domain/HandOver.tsx'
import { ManagedList, managedRowClass } from '../../domain/ManagedList.tsx'
import { RepoName, VisibilityIcon } from '../../domain/RepoName.tsx'
import { byName } from '../../domain/sorting.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { controlClass } from '../../ui/controlClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconLink, LinkButton, TextLink } from '../../ui/links.tsx'
import { WarningBox } from '../../ui/MessageBox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { ForgeBadge } from './ForgeBadge.tsx'
import { RepairAll } from './RepairAll.tsx'

/** Administration > Repositories: all that the server knows, whoever they belong to. */
export function AdminReposScreen() {
  const t = useTranslations('admin')
  const query = useInfiniteQuery(allRepos)
  useTitle(t('repos.title'), t('title'))

  const { hasNextPage, fetchNextPage } = query
  // Search and order need all of them; what has come can be used meanwhile.
  useReadOn(query, true)

  return (
    <Panel
      title={t('repos.title')}
      description={t('repos.about')}
      actions={
        <span className="flex flex-wrap gap-2">
          <HandOver curl={curlOf(repoRoutes.all)} />
          <RepairAll repos={query.data ?? []} />
        </span>
      }
    >
      <QueryView query={query}>
        {(repos) => (
          <div className="flex flex-col gap-3">
            <Repos repos={repos} />
            {query.isFetchNextPageError ? (
              <WarningBox action={<Button onClick={() => fetchNextPage()}>{t('repos.goOn')}</Button>}>
                {t('repos.incomplete')}
              </WarningBox>
            ) : (
              hasNextPage && (
                <p role="status" className="text-center text-meta text-muted">
                  {t('repos.loadingMore')}
                </p>
              )
            )}
          </div>
        )}
      </QueryView>
    </Panel>
  )
}

const shown = ['', 'active', 'disabled'] as const
type Shown = (typeof shown)[number]

function Repos({ repos }: { repos: readonly Repo[] }) {
  const t = useTranslations('admin')
  const s = useTranslations('settings')
  const [param, setState] = useSearchParam('state')
  const state: Shown = shown.find((known) => known === param) ?? ''
  const wanted = state === '' ? repos : repos.filter(({ active }) => active === (state === 'active'))

  return (
    <ManagedList
      label={t('repos.title')}
      items={wanted}
      keyOf={({ id }) => id}
      textOf={({ full_name }) => full_name}
      filter={<StateSelect value={state} onChange={setState} />}
      sortings={[
        { id: 'name', label: s('byName'), compare: byName },
        { id: 'name-desc', label: s('byNameBackwards'), compare: (one, other) => byName(other, one) },
        { id: 'newest', label: t('newestFirst'), compare: (one, other) => other.id - one.id },
      ]}
      empty={
        repos.length > 0 ? (
          <EmptyState
            icon={FolderGit2}
            title={t('repos.noneInState')}
            action={<Button onClick={() => setState('')}>{t('repos.showAll')}</Button>}
          />
        ) : (
          <EmptyState
            icon={FolderGit2}
            title={t('repos.emptyTitle')}
            action={<LinkButton {...paths.addRepo()}>{t('addRepo')}</LinkButton>}
          >
            {t('repos.emptyText')}
          </EmptyState>
        )
      }
    >
      {(repo) => <RepoRow repo={repo} />}
    </ManagedList>
  )
}

interface StateSelectProps {
  value: Shown
  onChange: (value: string) => void
}

function StateSelect({ value, onChange }: StateSelectProps) {
  const t = useTranslations('admin.repos')
  return (
    <label className="flex items-center gap-2 text-meta text-muted">
      {t('state')}
      <select
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={controlClass('w-auto px-2')}
      >
        {shown.map((state) => (
          <option key={state} value={state}>
            {t(`states.${state || 'all'}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

function RepoRow({ repo }: { repo: Repo }) {
  const t = useTranslations('admin')
  return (
    <div className={managedRowClass}>
      <div className="flex min-w-40 flex-1 items-center gap-2">
        <TextLink {...paths.repo(repo.id)} className="flex min-w-0">
          <RepoName repo={repo} />
        </TextLink>
        <VisibilityIcon visibility={repo.visibility} />
      </div>
      <span className="flex max-w-full min-w-0 flex-wrap gap-1 empty:hidden max-sm:order-last max-sm:basis-full">
        <ForgeBadge forgeId={repo.forge_id} />
        {!repo.active && <Badge tone="pending">{t('repos.disabled')}</Badge>}
      </span>
      <span className="ms-auto">
        <IconLink
          {...paths.repoSettings(repo.id)}
          icon={Settings}
          label={t('settingsOf', { name: repo.full_name })}
        />
      </span>
    </div>
  )
}
