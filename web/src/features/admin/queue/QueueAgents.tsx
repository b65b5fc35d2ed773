import type { Agent } from '@yaffle/contract/agents'
import type { QueueTask } from '@yaffle/contract/queue'
import { ServerOff } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { type AgentState, stateOf } from '../../../domain/agentState.ts'
import { managedRowClass } from '../../../domain/ManagedList.tsx'
import { PlainText } from '../../../domain/PlainText.tsx'
import { RelativeTime } from '../../../domain/RelativeTime.tsx'
import { paths } from '../../../paths.ts'
import { Badge, type Tone } from '../../../ui/Badge.tsx'
import { DataList } from '../../../ui/DataList.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton, TextLink } from '../../../ui/links.tsx'
import { LabelBadges } from './LabelBadges.tsx'
import { agentName, freeSlots } from './waiting.ts'

interface QueueAgentsProps {
  agents: readonly Agent[]
  running: readonly QueueTask[]
  /** Unix seconds. */
  now: number
}

/** Who takes work, whether they are there, and what they do. */
export function QueueAgents({ agents, running, now }: QueueAgentsProps) {
  const t = useTranslations('admin.queue')
  if (agents.length === 0)
    return (
      <div className="p-4">
        <EmptyState
          icon={ServerOff}
          title={t('noAgentsTitle')}
          action={<LinkButton {...paths.admin('agents')}>{t('toAgents')}</LinkButton>}
        >
          {t('noAgentsText')}
        </EmptyState>
      </div>
    )
  return (
    <DataList label={t('agents')} items={agents} keyOf={({ id }) => id} className="rounded-t-none border-0">
      {(agent) => <AgentRow agent={agent} running={running} now={now} />}
    </DataList>
  )
}

const tones = { online: 'success', stale: 'failure', never: 'neutral' } satisfies Record<AgentState, Tone>

function AgentRow({ agent, running, now }: { agent: Agent } & Pick<QueueAgentsProps, 'running' | 'now'>) {
  const t = useTranslations('admin.queue')
  const presence = stateOf(agent, now)
  const own = running.filter(({ agent_id }) => agent_id === agent.id)
  return (
    <div className={managedRowClass}>
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="max-w-full min-w-0 font-medium break-words text-strong">
            <PlainText>{agentName(agent)}</PlainText>
          </span>
          <Badge tone={tones[presence]}>{t(`presence.${presence}`)}</Badge>
          {agent.no_schedule && <Badge tone="pending">{t('agentPaused')}</Badge>}
        </p>
        {own.length > 0 && (
          <p className="text-meta break-words text-muted">
            {t('worksOn')}{' '}
            {own.map((task, index) => (
              <span key={task.id}>
                {index > 0 && ', '}
                <TextLink {...paths.step(task.repo_id, task.pipeline_number, task.pid)}>
                  <PlainText>{task.name || t('unnamed')}</PlainText>
                </TextLink>
              </span>
            ))}
          </p>
        )}
      </div>
      <span className="flex max-w-full min-w-0 flex-wrap gap-1">
        <LabelBadges labels={{ platform: agent.platform, backend: agent.backend, ...agent.custom_labels }} />
      </span>
      <span className="w-36 shrink-0 text-end text-meta text-muted tabular-nums max-sm:w-auto max-sm:text-start">
        {presence === 'online' ? (
          t('slots', { free: freeSlots(agent, running), capacity: agent.capacity })
        ) : presence === 'stale' ? (
          <RelativeTime at={agent.last_contact} />
        ) : null}
      </span>
    </div>
  )
}
