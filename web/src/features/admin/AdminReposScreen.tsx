import { useInfiniteQuery } from '@tanstack/react-query'
import { type Repo, repoRoutes } from '@yaffle/contract/repos'
import { FolderGit2, Settings, Wrench } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { allRepos, useRepairAll } from '../../api/adminRepos.ts'
import { ApiError } from '../../api/call.ts'
import { curlOf } from '../../domain/commands.ts'
import { HandOver } from '../../domain/HandOver.tsx'
import { ManagedList, managedRowClass } from '../../domain/ManagedList.tsx'
import { RepoName, VisibilityIcon } from '../../domain/RepoName.tsx'
import { byName } from '../../domain/sorting.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/fields.tsx'
import { IconLink, LinkButton, TextLink } from '../../ui/links.tsx'
import { WarningBox } from '../../ui/MessageBox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { toasts } from '../../ui/toasts.ts'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { failedRepos } from './failedRepos.ts'
import { ForgeBadge } from './ForgeBadge.tsx'

/** Administration > Repositories: all that the server knows, whoever they belong to. */
export function AdminReposScreen() {
  const t = useTranslations('admin')
  const query = useInfiniteQuery(allRepos)
  useTitle(t('repos.title'), t('title'))

  // Search and order need all of them; what has come can be used meanwhile.
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])

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
    <div className="flex flex-col gap-3">
      {repos.length > 0 && (
        <div className="w-56 max-sm:w-full">
          <Select
            label={t('repos.state')}
            value={state}
            options={shown.map((value) => ({ value, label: t(`repos.states.${value || 'all'}`) }))}
            onChange={setState}
          />
        </div>
      )}
      <ManagedList
        label={t('repos.title')}
        items={wanted}
        keyOf={({ id }) => id}
        textOf={({ full_name }) => full_name}
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
    </div>
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
      <span className="flex flex-wrap gap-1">
        <ForgeBadge forgeId={repo.forge_id} />
        {!repo.active && <Badge tone="pending">{t('repos.disabled')}</Badge>}
      </span>
      <IconLink
        {...paths.repoSettings(repo.id)}
        icon={Settings}
        label={t('settingsOf', { name: repo.full_name })}
      />
    </div>
  )
}

function RepairAll({ repos }: { repos: readonly Repo[] }) {
  const t = useTranslations('admin.repos')
  const repair = useRepairAll()
  const [isAsking, setAsking] = useState(false)

  const run = async () => {
    try {
      await repair.mutateAsync()
    } catch (error) {
      const ids = error instanceof ApiError ? failedRepos(error.body) : undefined
      if (!ids) throw error
      const names = ids.map((id) => repos.find((repo) => repo.id === id)?.full_name ?? `#${id}`)
      throw new Error(t('repairFailed', { count: ids.length, names: names.join(', ') }), { cause: error })
    }
    toasts.show({ title: t('repaired') })
  }

  return (
    <>
      <Button icon={Wrench} onClick={() => setAsking(true)}>
        {t('repair')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('repairTitle')}
        confirmLabel={t('repair')}
        onConfirm={run}
      >
        {t('repairText')}
      </ConfirmDialog>
    </>
  )
}
