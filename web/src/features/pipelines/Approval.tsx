import type { Pipeline } from '@yaffle/contract/pipelines'
import { Hand } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { useEventName } from '../../domain/EventIcon.tsx'
import { PipelineTitle } from '../../domain/PipelineTitle.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { refLabel, shortCommit } from '../../domain/refs.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SafeLink } from '../../ui/SafeLink.tsx'
import { ConfigChange, ConfigChangeNote } from './ConfigChange.tsx'
import { ForkMark } from './ForkMark.tsx'
import { ReviewButton } from './ReviewButton.tsx'

/** A blocked pipeline: who sent what, and for those with push what it changes about itself and the decision. */
export function Approval({ pipeline }: { pipeline: Pipeline }) {
  const t = useTranslations('pipelines')
  const eventName = useEventName()
  const { perm } = useRepo()
  const { number, author, sender, event, commit, forge_url } = pipeline
  const ref = refLabel(pipeline)

  return (
    <Panel
      className="mx-auto w-full max-w-2xl"
      title={
        <span className="flex items-center gap-2">
          <Icon icon={Hand} className="text-pending" /> {t('blockedTitle')}
        </span>
      }
    >
      <p className="text-muted">{perm.push ? t('approveAsk') : t('blockedText')}</p>
      <p className="mt-3 flex min-w-0 text-strong">
        <PipelineTitle pipeline={pipeline} />
      </p>
      <dl
        aria-label={t('approvalFacts')}
        className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5"
      >
        {author && (
          <Fact name={t('factAuthor')}>
            <Avatar name={author} url={pipeline.author_avatar} size={20} />
            <span className="truncate text-strong">
              <PlainText>{author}</PlainText>
            </span>
            {pipeline.from_fork && <ForkMark />}
          </Fact>
        )}
        {sender && sender !== author && (
          <Fact name={t('factSender')}>
            <span className="truncate">
              <PlainText>{sender}</PlainText>
            </span>
          </Fact>
        )}
        <Fact name={t('factEvent')}>{eventName(event)}</Fact>
        {ref && (
          <Fact name={t('factRef')}>
            <span className="truncate">
              <PlainText>{ref}</PlainText>
            </span>
          </Fact>
        )}
        {commit && (
          <Fact name={t('factCommit')}>
            <span className="font-mono">
              <PlainText>{shortCommit(commit)}</PlainText>
            </span>
          </Fact>
        )}
      </dl>
      {perm.push && <ConfigChange pipeline={pipeline} />}
      <div className="mt-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        {forge_url && (
          <span className="me-auto">
            <SafeLink href={forge_url}>{t('lookAtChanges')}</SafeLink>
          </span>
        )}
        {perm.push && (
          <>
            <ReviewButton number={number} verdict="decline" />
            <ReviewButton number={number} verdict="approve">
              <ConfigChangeNote pipeline={pipeline} />
            </ReviewButton>
          </>
        )}
      </div>
    </Panel>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="flex min-w-0 items-center gap-2">{children}</dd>
  </>
)
