import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { permOf, repoOf } from '../../api/repos.ts'
import { statusOf } from '../../domain/errors.ts'
import { RepoContext } from '../../domain/repoContext.ts'
import { noteVisit } from '../../domain/visits.ts'
import { FailedView } from '../../ui/QueryView.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { columnClass } from './columnClass.ts'
import { NoSuchRepo, NotAllowed } from './NoRepo.tsx'

/**
 * Around every page of a repository: finds out what the caller may do with it before anything below asks for more.
 * Pages inside read both with `useRepo()`.
 */
export function RepoFrame({ repoId }: { repoId: number }) {
  const isId = Number.isSafeInteger(repoId) && repoId > 0
  const perm = useQuery({ ...permOf(repoId), enabled: isId })
  const repo = useQuery({ ...repoOf(repoId), enabled: isId && perm.data?.pull === true })
  const access = useMemo(
    () => repo.data && perm.data && { repo: repo.data, perm: perm.data },
    [repo.data, perm.data],
  )

  const isOpen = access?.perm.pull === true
  useEffect(() => {
    if (isOpen) noteVisit(repoId)
  }, [repoId, isOpen])

  if (access?.perm.pull) {
    return (
      <RepoContext value={access}>
        <Outlet key={repoId} />
      </RepoContext>
    )
  }
  if (!isId) return <NoSuchRepo />
  if (perm.data?.pull === false) return <NotAllowed />
  const failed = [perm, repo].find(({ isError }) => isError)
  if (failed?.error) {
    // A repository that does not exist is 404, or 401 to visitors, who may just have to sign in.
    const status = statusOf(failed.error)
    if (status === 404 || status === 400) return <NoSuchRepo />
    if (status === 401) return <NotAllowed />
    return <Unread error={failed.error} onRetry={() => failed.refetch()} />
  }
  return (
    <div className={`${columnClass} pt-24`}>
      <SkeletonRows rowClass="h-14" />
    </div>
  )
}

function Unread(props: ComponentProps<typeof FailedView>) {
  useTitle(useTranslations('ui')('failedTitle'))
  return (
    <div className={`${columnClass} py-6`}>
      <FailedView {...props} />
    </div>
  )
}
