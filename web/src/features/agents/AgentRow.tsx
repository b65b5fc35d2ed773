import type { Agent } from '@yaffle/contract/agents'
import { Pencil } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { type AgentScope, useRemoveAgent } from '../../api/agents.ts'
import { type AgentState, stateOf } from '../../domain/agentState.ts'
import { managedRowClass } from '../../domain/ManagedList.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { RelativeTime } from '../../domain/RelativeTime.tsx'
import { RemoveButton } from '../../domain/RemoveButton.tsx'
import { useNow } from '../../domain/useNow.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { labelsOf } from './labelsOf.ts'

const tones = { online: 'success', stale: 'failure', never: 'neutral' } as const satisfies Record<
  AgentState,
  Tone
>

interface AgentRowProps {
  scope: AgentScope
  agent: Agent
  onEdit: () => unknown
}

/** One agent: can it be counted on, what can it do, and what can be done with it. */
export function AgentRow({ scope, agent, onEdit }: AgentRowProps) {
  const t = useTranslations('agents')
  const s = useTranslations('settings')
  const remove = useRemoveAgent(scope)
  const state = stateOf(agent, useNow('minute'))
  const name = agent.name || t('unnamed', { id: agent.id })

  return (
    <div className={managedRowClass}>
      <div className="min-w-40 flex-1">
        <span className="font-medium break-words text-strong">
          <PlainText>{name}</PlainText>
        </span>
        <p className="text-meta text-muted">
          {agent.last_contact > 0 ? (
            <>
              {t('lastContact')} <RelativeTime at={agent.last_contact} />
            </>
          ) : (
            t('neverConnected')
          )}
        </p>
      </div>
      <span className="flex max-w-full min-w-0 flex-wrap gap-1 max-sm:order-last max-sm:basis-full">
        <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        {agent.no_schedule && <Badge tone="pending">{t('disabled')}</Badge>}
        {scope.level === 'global' && agent.org_id > 0 && <Badge label={t('org')}>{agent.org_id}</Badge>}
        {agent.platform !== '' && <Badge>{agent.platform}</Badge>}
        {agent.backend !== '' && <Badge>{agent.backend}</Badge>}
        {labelsOf(agent).map((label) => (
          <Badge key={label}>
            <PlainText>{label}</PlainText>
          </Badge>
        ))}
        {agent.last_contact > 0 && <Badge>{t('capacityOf', { count: agent.capacity })}</Badge>}
      </span>
      <span className="flex shrink-0 justify-end">
        <IconButton icon={Pencil} label={s('editNamed', { name })} onClick={onEdit} />
        <RemoveButton
          name={name}
          title={t('removeTitle', { name })}
          done={t('removed', { name })}
          onRemove={() => remove.mutateAsync(agent.id)}
        >
          {t('removeText')}
        </RemoveButton>
      </span>
    </div>
  )
}
