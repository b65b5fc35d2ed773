import { useQuery } from '@tanstack/react-query'
import type { RepoLastPipeline } from '@yaffle/contract/repos'
import { FolderGit2, SearchX } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { reposAddable } from '../../api/repos.ts'
import { findBest } from '../../domain/search.ts'
import { byName } from '../../domain/sorting.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useSearchText } from '../../ui/useSearchText.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { AddableRepo } from './AddableRepo.tsx'

/** What the forge has and the caller may administer, to be enabled one by one. */
export function AddRepoScreen() {
  const t = useTranslations('repos')
  const [search, setSearch] = useSearchText('q')
  const addable = useQuery(reposAddable)
  useTitle(t('add'))

  return (
    <Page
      title={
        <span className="flex min-w-0 items-baseline">
          <TextLink {...paths.repos()} activeOptions={{ exact: true }} className="min-w-0 truncate">
            {t('title')}
          </TextLink>
          <span className="shrink-0 px-1 text-muted">/</span>
          {t('add')}
        </span>
      }
      aside={
        <SearchBox label={t('search')} value={search} onChange={setSearch} className="w-56 max-sm:w-full" />
      }
    >
      <p className="mb-4 text-muted">{t('addText')}</p>
      <QueryView
        query={addable}
        loading={
          <div className="flex flex-col gap-3">
            <p className="text-muted">{t('addLoading')}</p>
            <SkeletonRows rowClass="h-12" />
          </div>
        }
        empty={
          <EmptyState
            icon={FolderGit2}
            title={t('addEmptyTitle')}
            action={<Button onClick={() => addable.refetch()}>{t('refresh')}</Button>}
          >
            {t('addEmptyText')}
          </EmptyState>
        }
      >
        {(repos) => <Addable repos={repos} search={search} onClear={() => setSearch('')} />}
      </QueryView>
    </Page>
  )
}

interface AddableProps {
  repos: readonly RepoLastPipeline[]
  search: string
  onClear: () => void
}

function Addable({ repos, search, onClear }: AddableProps) {
  const t = useTranslations('repos')
  const wanted = useDeferredValue(search)
  const sorted = useMemo(() => repos.toSorted(byName), [repos])
  const found = useMemo(() => findBest(wanted, sorted, ({ full_name }) => full_name), [wanted, sorted])

  if (found.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title={t('noMatchTitle', { search: wanted })}
        action={<Button onClick={onClear}>{t('clearSearch')}</Button>}
      >
        {t('noMatchForge')}
      </EmptyState>
    )
  }
  return (
    <DataList label={t('add')} items={found} keyOf={keyOf} rowHeight={49}>
      {(repo) => <AddableRepo repo={repo} />}
    </DataList>
  )
}

const keyOf = ({ forge_remote_id, full_name }: RepoLastPipeline) => `${forge_remote_id} ${full_name}`
