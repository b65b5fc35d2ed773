import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitPullRequest, GitPullRequestClosed, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { pullRequestsOf } from '../../api/repos.ts'
import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { findBest } from '../../domain/search.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useSearchText } from '../../ui/useSearchText.ts'
import { useTitle } from '../../ui/useTitle.ts'

/** The repository's open pull requests. */
export function PullRequestsScreen() {
  const t = useTranslations('repo')
  const { repo } = useRepo()
  useTitle(t('pullRequests'), repo.full_name)
  return repo.pr_enabled && repo.allow_pr ? <PullRequests /> : <PullRequestsOff />
}

function PullRequests() {
  const t = useTranslations()
  const { repo } = useRepo()
  const [search, setSearch] = useSearchText('q')
  const pullRequests = useInfiniteQuery(pullRequestsOf(repo.id))
  const { data } = pullRequests
  const found = useMemo(
    () => data && findBest(search, data, ({ index, title }) => `#${index} ${title}`),
    [data, search],
  )

  return (
    <div className="flex flex-col gap-4">
      {data && data.length > 0 && (
        <SearchBox
          label={t('repo.pullRequestsSearch')}
          value={search}
          onChange={setSearch}
          className="w-72 max-sm:w-full"
        />
      )}
      <InfiniteList
        label={t('repo.pullRequests')}
        query={{ ...pullRequests, data: found }}
        keyOf={({ index }) => index}
        rowHeight={45}
        empty={
          search === '' ? (
            <EmptyState icon={GitPullRequest} title={t('repo.pullRequestsEmptyTitle')}>
              {t('repo.pullRequestsEmptyText')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={SearchX}
              title={t('repos.noMatchTitle', { search })}
              action={<Button onClick={() => setSearch('')}>{t('repos.clearSearch')}</Button>}
            />
          )
        }
      >
        {({ index, title }) => (
          <Link
            {...paths.pullRequest(repo.id, index)}
            className="flex h-11 items-center gap-3 px-4 text-normal transition-colors hover:bg-hover focus-visible:-outline-offset-2"
          >
            <Icon icon={GitPullRequest} size="small" className="text-muted" />
            <span className="max-w-32 shrink-0 truncate text-muted tabular-nums">
              #<PlainText>{index}</PlainText>
            </span>
            <span className="truncate text-strong">
              <PlainText>{title}</PlainText>
            </span>
          </Link>
        )}
      </InfiniteList>
    </div>
  )
}

/** Instead of the list, where there can be none. */
function PullRequestsOff() {
  const t = useTranslations('repo')
  const { repo, perm } = useRepo()
  return (
    <EmptyState
      icon={GitPullRequestClosed}
      title={t('pullRequestsOffTitle')}
      action={
        perm.admin &&
        repo.pr_enabled && (
          <LinkButton {...paths.repoSettings(repo.id)} look="primary">
            {t('toSettings')}
          </LinkButton>
        )
      }
    >
      {repo.pr_enabled ? t('pullRequestsOffText') : t('pullRequestsNoneText')}
    </EmptyState>
  )
}
