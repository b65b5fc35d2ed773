import type { Pipeline } from '@yaffle/contract/pipelines'
import { GitCommitHorizontal, History, Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Duration } from '../../domain/Duration.tsx'
import { EventIcon, useEventName } from '../../domain/EventIcon.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { branchOf, refLabel, shortCommit } from '../../domain/refs.ts'
import { RelativeTime } from '../../domain/RelativeTime.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TextLink } from '../../ui/links.tsx'
import { SafeLink } from '../../ui/SafeLink.tsx'
import { CancelReason } from './CancelReason.tsx'
import { ForkMark } from './ForkMark.tsx'

/** Who, what, when and how long, in one line. */
export function PipelineFacts({ pipeline }: { pipeline: Pipeline }) {
  const t = useTranslations('pipelines')
  const eventName = useEventName()
  const { repo } = useRepo()
  const { event, author, commit, parent, status, created } = pipeline

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-muted">
      <Fact icon={<EventIcon event={event} />}>
        <span>{eventName(event)}</span>
        <Ref pipeline={pipeline} />
      </Fact>
      {pipeline.deploy_to && (
        <Fact>
          <span className="max-w-60 truncate">
            <PlainText>{t('deployTo', { target: pipeline.deploy_to })}</PlainText>
          </span>
        </Fact>
      )}
      {commit && (
        <Fact icon={<Icon icon={GitCommitHorizontal} size="small" />}>
          <CommitLink pipeline={pipeline} />
        </Fact>
      )}
      {author && (
        <Fact icon={<Avatar name={author} url={pipeline.author_avatar} size={16} />}>
          <span className="max-w-40 truncate">
            <PlainText>{author}</PlainText>
          </span>
          {pipeline.from_fork && <ForkMark />}
        </Fact>
      )}
      <Fact icon={<Icon icon={History} size="small" />}>
        <RelativeTime at={created} />
      </Fact>
      <Fact icon={<Icon icon={Timer} size="small" />} label={t('duration')}>
        <Duration of={pipeline} status={status} className="tabular-nums" />
      </Fact>
      {parent > 0 && (
        <Fact>
          <TextLink {...paths.pipeline(repo.id, parent)}>{t('restartOf', { number: parent })}</TextLink>
        </Fact>
      )}
      <CancelReason pipeline={pipeline} />
    </div>
  )
}

interface FactProps {
  icon?: ReactNode
  /** Where the words alone do not say what they are. */
  label?: string
  children: ReactNode
}

const Fact = ({ icon, label, children }: FactProps) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
    {icon}
    {label !== undefined && <span className="sr-only">{label}</span>}
    {children}
  </span>
)

/** Leads to the branch, or to the pull request at its forge. */
function Ref({ pipeline }: { pipeline: Pipeline }) {
  const { repo } = useRepo()
  const branch = branchOf(pipeline)
  const label = refLabel(pipeline)
  const words = <PlainText>{label}</PlainText>
  if (!label) return null
  if (branch !== undefined) {
    return (
      <TextLink {...paths.branch(repo.id, branch)} className="max-w-60 truncate">
        {words}
      </TextLink>
    )
  }
  if (pipeline.event.startsWith('pull_request') && pipeline.forge_url) {
    return (
      <SafeLink href={pipeline.forge_url} className="max-w-60 truncate">
        {words}
      </SafeLink>
    )
  }
  return <span className="max-w-60 truncate">{words}</span>
}

/** The forge's page is the commit's, except for pull requests, where it is theirs. */
function CommitLink({ pipeline }: { pipeline: Pipeline }) {
  const short = <span className="font-mono">{shortCommit(pipeline.commit)}</span>
  return pipeline.forge_url && !pipeline.event.startsWith('pull_request') ? (
    <SafeLink href={pipeline.forge_url}>{short}</SafeLink>
  ) : (
    short
  )
}
