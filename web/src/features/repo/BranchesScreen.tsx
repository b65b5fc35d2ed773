import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitBranch, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { branchesOf } from '../../api/repos.ts'
import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { findBest } from '../../domain/search.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useSearchText } from '../../ui/useSearchText.ts'
import { useTitle } from '../../ui/useTitle.ts'

/** The repository's branches, the default one first. */
export function BranchesScreen() {
  const t = useTranslations('repo')
  const { repo } = useRepo()
  const [search, setSearch] = useSearchText('q')
  const branches = useInfiniteQuery(branchesOf(repo.id))
  const { data } = branches
  const found = useMemo(
    () => data && findBest(search, defaultFirst(data, repo.default_branch), (branch) => branch),
    [data, search, repo.default_branch],
  )
  useTitle(t('branches'), repo.full_name)

  return (
    <div className="flex flex-col gap-4">
      {data && data.length > 0 && (
        <SearchBox
          label={t('branchesSearch')}
          value={search}
          onChange={setSearch}
          className="w-72 max-sm:w-full"
        />
      )}
      <InfiniteList
        label={t('branches')}
        query={{ ...branches, data: found }}
        keyOf={(branch) => branch}
        rowHeight={45}
        empty={
          search === '' ? (
            <EmptyState icon={GitBranch} title={t('branchesEmptyTitle')}>
              {t('branchesEmptyText')}
            </EmptyState>
          ) : (
            <NoMatch search={search} onClear={() => setSearch('')} />
          )
        }
      >
        {(branch) => (
          <Link {...paths.branch(repo.id, branch)} className={rowClass}>
            <Icon icon={GitBranch} size="small" className="text-muted" />
            <span className="truncate text-strong">
              <PlainText>{branch}</PlainText>
            </span>
            {branch === repo.default_branch && <Badge>{t('defaultBranch')}</Badge>}
          </Link>
        )}
      </InfiniteList>
    </div>
  )
}

const rowClass =
  'flex h-11 items-center gap-3 px-4 text-normal transition-colors hover:bg-hover focus-visible:-outline-offset-2'

const defaultFirst = (branches: readonly string[], first: string) =>
  branches.toSorted((a, b) => Number(b === first) - Number(a === first))

function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  const t = useTranslations('repos')
  return (
    <EmptyState
      icon={SearchX}
      title={t('noMatchTitle', { search })}
      action={<Button onClick={onClear}>{t('clearSearch')}</Button>}
    />
  )
}
