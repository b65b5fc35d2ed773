import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { Pipeline } from '@yaffle/contract/pipelines'
import { SearchX } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'

import { pipelineOf } from '../../api/pipelines.ts'
import { statusOf } from '../../domain/errors.ts'
import { useFavicon } from '../../domain/favicon.ts'
import { OwnerLink } from '../../domain/OwnerLink.tsx'
import { PipelineTitle } from '../../domain/PipelineTitle.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { StatusIcon, useStatusName } from '../../domain/StatusIcon.tsx'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton, TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { FailedView, QueryView } from '../../ui/QueryView.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { NeighbourLinks } from './NeighbourLinks.tsx'
import { PipelineActions } from './PipelineActions.tsx'
import { PipelineContext } from './pipelineContext.ts'
import { PipelineFacts } from './PipelineFacts.tsx'
import { PipelineTabs } from './PipelineTabs.tsx'

/** Around every page of a pipeline: its state in the header and in the tab's icon, live. */
export function PipelineFrame({ number }: { number: number }) {
  const { repo } = useRepo()
  const isNumber = Number.isSafeInteger(number) && number > 0
  const query = useQuery({ ...pipelineOf(repo.id, number), enabled: isNumber })
  useFavicon(query.data?.status)

  if (!isNumber) return <NoSuchPipeline />
  return (
    <QueryView query={query} loading={<FrameSkeleton />} failed={instead(number, () => query.refetch())}>
      {(pipeline) => (
        <PipelineContext value={pipeline}>
          <Frame pipeline={pipeline} />
        </PipelineContext>
      )}
    </QueryView>
  )
}

function Frame({ pipeline }: { pipeline: Pipeline }) {
  const t = useTranslations('pipelines')
  const statusName = useStatusName()
  const { perm } = useRepo()
  const { number, status } = pipeline

  return (
    <div className="flex flex-1 flex-col md:h-[calc(100dvh-3rem)] md:flex-none">
      <Page
        width="full"
        title={
          <span className="flex min-w-0 items-center gap-2">
            <RepoLinks className="max-w-64 shrink-0 max-lg:max-w-40 max-sm:hidden" />
            <span className="font-normal text-muted max-sm:hidden">/</span>
            <StatusIcon status={status} />
            <span className="shrink-0 text-muted tabular-nums">#{number}</span>
            <PipelineTitle pipeline={pipeline} />
          </span>
        }
        aside={
          <div className="flex max-w-full items-center gap-x-4 gap-y-1 text-meta max-xl:order-last max-xl:w-full max-sm:flex-col max-sm:items-start">
            <RepoLinks className="max-w-full sm:hidden" />
            <PipelineFacts pipeline={pipeline} />
          </div>
        }
        actions={
          <>
            <NeighbourLinks number={number} />
            {perm.push && status !== 'blocked' && <PipelineActions pipeline={pipeline} />}
          </>
        }
        tabs={<PipelineTabs pipeline={pipeline} />}
      >
        <p role="status" className="sr-only">
          {t('statusChanged', { number, status: statusName(status) })}
        </p>
        <Outlet />
      </Page>
    </div>
  )
}

/** The ways up: to the repository and to its owner. */
function RepoLinks({ className }: { className: string }) {
  const { repo } = useRepo()
  return (
    <span className={cx('flex min-w-0 items-baseline text-base font-normal', className)}>
      <OwnerLink repo={repo} />
      <span className="shrink-0 px-1 text-muted">/</span>
      <TextLink
        {...paths.repo(repo.id)}
        activeOptions={{ exact: true }}
        className="min-w-8 truncate !text-muted"
      >
        <PlainText>{repo.name}</PlainText>
      </TextLink>
    </span>
  )
}

function NoSuchPipeline() {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  useTitle(t('unknownTitle'), repo.full_name)
  return (
    <div className="mx-auto w-full max-w-[64rem] px-4 py-12 sm:px-6">
      <EmptyState
        icon={SearchX}
        title={<h1>{t('unknownTitle')}</h1>}
        action={
          <LinkButton {...paths.repo(repo.id)} look="primary">
            {t('toActivity')}
          </LinkButton>
        }
      >
        {t('unknownText')}
      </EmptyState>
    </div>
  )
}

const instead = (number: number, onRetry: () => Promise<unknown>) => (error: Error) =>
  statusOf(error) === 404 ? <NoSuchPipeline /> : <Unread number={number} error={error} onRetry={onRetry} />

function Unread({ number, ...rest }: ComponentProps<typeof FailedView> & { number: number }) {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  useTitle(t('title', { number }), repo.full_name)
  return <FailedView {...rest} />
}

const FrameSkeleton = () => (
  <Loading>
    <div className="border-b border-border bg-panel px-4 py-3">
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="mt-3 h-4 w-1/3" />
    </div>
    <div className="grid gap-4 p-4 md:grid-cols-[16rem_1fr]">
      <Skeleton className="h-64" />
      <Skeleton className="h-96 max-md:hidden" />
    </div>
  </Loading>
)
