import { useQuery } from '@tanstack/react-query'
import type { RepoLastPipeline } from '@yaffle/contract/repos'
import { FolderGit2, Plus, RefreshCw, SearchX } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { reposMine } from '../../api/repos.ts'
import { RepoRow } from '../../domain/RepoRow.tsx'
import { findBest } from '../../domain/search.ts'
import { lastRunFirst } from '../../domain/sorting.ts'
import { visits } from '../../domain/visits.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useStored } from '../../ui/stored.ts'
import { useSearchText } from '../../ui/useSearchText.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { lastVisited } from './lastVisited.ts'

/** The caller's repositories: searched over the full name, else last visited and then by their newest pipeline. */
export function ReposScreen() {
  const t = useTranslations('repos')
  const [search, setSearch] = useSearchText('q')
  const mine = useQuery(reposMine)
  // Events change the list at any time; drawing it may then wait for what the reader does.
  const latest = useDeferredValue(mine.data)
  const add = useMemo(
    () => (
      <LinkButton {...paths.addRepo()} icon={Plus} look="primary">
        {t('add')}
      </LinkButton>
    ),
    [t],
  )
  /** Code is slow the first time it runs, that of plural forms above all: the first key should not have to wait for it. */
  const warmUp = () => t('foundCount', { count: findBest('-', mine.data ?? [], nameOf).length })
  const clear = useCallback(() => setSearch(''), [setSearch])
  useTitle(t('title'))

  return (
    <Page
      title={t('title')}
      actions={
        <>
          <SearchBox
            label={t('search')}
            value={search}
            onChange={setSearch}
            onFocus={warmUp}
            className="w-56 max-sm:w-full"
          />
          <IconButton icon={RefreshCw} label={t('refresh')} onClick={() => mine.refetch()} />
          {add}
        </>
      }
    >
      <QueryView query={mine} loading={<SkeletonRows rowClass="h-14" count={8} />} empty={<NoRepos />}>
        {(repos) => <Repos repos={latest ?? repos} wanted={search} onClear={clear} />}
      </QueryView>
    </Page>
  )
}

const nameOf = ({ full_name }: RepoLastPipeline) => full_name

interface ReposProps {
  repos: readonly RepoLastPipeline[]
  /** What is searched for. */
  wanted: string
  onClear: () => void
}

/** Drawn with each key, at once: putting it off costs a second drawing, and whoever types waits for the answer. */
const Repos = memo(function Repos({ repos, wanted, onClear }: ReposProps) {
  const t = useTranslations('repos')
  const sorted = useMemo(() => repos.toSorted(lastRunFirst), [repos])
  const found = useMemo(() => findBest(wanted, sorted, nameOf), [wanted, sorted])
  const visited = useStored(visits)
  const recent = useMemo(() => lastVisited(repos, visited), [repos, visited])
  const isSearching = wanted.trim() !== ''

  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="sr-only">
        {isSearching && t('foundCount', { count: found.length })}
      </p>
      {!isSearching && recent.length > 0 && <LastVisited repos={recent} />}
      {found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t('noMatchTitle', { search: wanted })}
          action={
            <>
              <Button onClick={onClear}>{t('clearSearch')}</Button>
              <LinkButton {...paths.addRepo()}>{t('add')}</LinkButton>
            </>
          }
        >
          {t('noMatchText')}
        </EmptyState>
      ) : (
        <section>
          {recent.length > 0 && !isSearching && <h2 className="mb-2 text-heading">{t('all')}</h2>}
          <DataList
            label={isSearching ? t('found') : t('all')}
            items={found}
            // While one searches each row stays where it is and shows another repository.
            keyOf={(repo, index) => (sorted[index] ?? repo).id}
            rowHeight={57}
            total={sorted.length}
          >
            {(repo) => <RepoRow repo={repo} />}
          </DataList>
        </section>
      )}
    </div>
  )
})

function LastVisited({ repos }: { repos: readonly RepoLastPipeline[] }) {
  const t = useTranslations('repos')
  return (
    <section>
      <h2 className="mb-2 text-heading">{t('lastVisited')}</h2>
      <ul aria-label={t('lastVisited')} className="grid gap-2 md:grid-cols-2">
        {repos.map((repo) => (
          <li key={repo.id} className="min-w-0">
            <RepoRow repo={repo} className="rounded-md border border-border bg-panel" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoRepos() {
  const t = useTranslations('repos')
  return (
    <EmptyState
      icon={FolderGit2}
      title={t('emptyTitle')}
      action={
        <LinkButton {...paths.addRepo()} icon={Plus} look="primary">
          {t('add')}
        </LinkButton>
      }
    >
      {t('emptyText')}
    </EmptyState>
  )
}
