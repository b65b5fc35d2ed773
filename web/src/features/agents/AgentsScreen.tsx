import { useQuery } from '@tanstack/react-query'
import { type Agent, agentRoutes, orgAgentRoutes } from '@yaffle/contract/agents'
import { Plus, Server } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { type AgentScope, agentsOf } from '../../api/agents.ts'
import { cliOf, curlOf } from '../../domain/commands.ts'
import { HandOver } from '../../domain/HandOver.tsx'
import { ManagedList } from '../../domain/ManagedList.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { useOpenForm } from '../../ui/useOpenForm.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { AgentForm } from './AgentForm.tsx'
import { AgentRow } from './AgentRow.tsx'
import { labelsOf } from './labelsOf.ts'

/**
 * No event says that an agent has come or gone. A form that is open learns by it that its agent has connected; nothing
 * is asked while the page is hidden.
 */
const pace = { refetchInterval: 10_000, meta: { quiet: true } } as const

/** The agents of an organisation, a user or, for administrators, of the whole server. */
export function AgentsScreen({ scope, title }: { scope: AgentScope; title: string }) {
  const t = useTranslations()
  const { form, edited, open, edit, close } = useOpenForm()
  const agents = useQuery({ ...agentsOf(scope), ...pace })
  useTitle(t('agents.title'), title)
  const agent = agents.data?.find(({ id }) => String(id) === edited)
  // Told with the new agent; there are servers that never tell it again.
  const [made, setMade] = useState<Agent>()
  const isOpen = form === 'new' || agent !== undefined

  return (
    <Panel
      title={
        agent
          ? t('agents.editTitle', { name: agent.name || `#${agent.id}` })
          : t(isOpen ? 'agents.add' : 'agents.title')
      }
      description={t(`agents.about.${scope.level}`)}
      actions={
        !isOpen && (
          <span className="flex flex-wrap gap-2">
            <HandOver {...commandsOf(scope)} />
            <Button icon={Plus} look="primary" onClick={() => open('new')}>
              {t('agents.add')}
            </Button>
          </span>
        )
      }
    >
      <QueryView query={agents}>
        {(known) => {
          if (isOpen)
            return (
              <AgentForm
                key={form}
                scope={scope}
                {...(agent && { agent })}
                tokenOnce={agent?.token === '' && agent.id === made?.id ? made.token : ''}
                onCreated={(created) => {
                  setMade(created)
                  return edit(created.id)
                }}
                onClose={close}
              />
            )
          return <AgentList scope={scope} agents={known} onEdit={edit} onAdd={() => open('new')} />
        }}
      </QueryView>
    </Panel>
  )
}

interface AgentListProps {
  scope: AgentScope
  agents: readonly Agent[]
  onEdit: (id: number) => unknown
  onAdd: () => unknown
}

const byName = (one: Agent, other: Agent) => one.name.localeCompare(other.name) || one.id - other.id

function AgentList({ scope, agents, onEdit, onAdd }: AgentListProps) {
  const t = useTranslations()
  return (
    <ManagedList
      label={t('agents.title')}
      items={agents}
      keyOf={({ id }) => id}
      textOf={(agent) => `${labelsOf(agent).join(' ')} ${agent.platform} ${agent.backend} ${agent.name}`}
      sortings={[
        { id: 'name', label: t('settings.byName'), compare: byName },
        {
          id: 'contact',
          label: t('agents.byContact'),
          compare: (one, other) => other.last_contact - one.last_contact || byName(one, other),
        },
      ]}
      empty={
        <EmptyState
          icon={Server}
          title={t('agents.emptyTitle')}
          action={
            <Button icon={Plus} look="primary" onClick={onAdd}>
              {t('agents.add')}
            </Button>
          }
        >
          {t(`agents.emptyText.${scope.level}`)}
        </EmptyState>
      }
    >
      {(agent) => <AgentRow scope={scope} agent={agent} onEdit={() => onEdit(agent.id)} />}
    </ManagedList>
  )
}

const commandsOf = (scope: AgentScope) =>
  scope.level === 'org'
    ? { curl: curlOf(orgAgentRoutes.list, { org_id: scope.orgId }) }
    : { curl: curlOf(agentRoutes.list), cli: cliOf('admin', 'agent', 'ls') }
