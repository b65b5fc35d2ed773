import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { branchesOf } from '../../api/repos.ts'
import { useReadOn } from '../../api/useReadOn.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { ManualRunForm } from './ManualRunForm.tsx'

/** Starts a pipeline by hand. */
export function ManualRunScreen() {
  const t = useTranslations()
  const { repo, perm } = useRepo()
  const branches = useInfiniteQuery({ ...branchesOf(repo.id), enabled: perm.push })
  useReadOn(branches, perm.push)
  useTitle(t('manual.title'), repo.full_name)

  if (!perm.push) {
    return (
      <EmptyState
        title={t('app.notAllowedTitle')}
        action={<LinkButton {...paths.repo(repo.id)}>{t('pipelines.toActivity')}</LinkButton>}
      >
        {t('repo.noPush')}
      </EmptyState>
    )
  }
  return (
    <Panel title={t('manual.title')} className="max-w-2xl">
      <QueryView
        query={branches}
        loading={<FormSkeleton />}
        empty={<EmptyState title={t('repo.branchesEmptyTitle')}>{t('repo.branchesEmptyText')}</EmptyState>}
      >
        {(known) => (
          <ManualRunForm
            repo={repo}
            branches={known}
            isReading={branches.hasNextPage && !branches.isError}
            isWhole={!branches.hasNextPage && !branches.isError}
          />
        )}
      </QueryView>
    </Panel>
  )
}

const FormSkeleton = () => (
  <Loading>
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
      <Skeleton className="h-8 w-40" />
    </div>
  </Loading>
)
