import type { Agent, agentRoutes, orgAgentRoutes } from '@yaffle/contract/agents'
import type { Task } from '@yaffle/contract/queue'
import type * as z from 'zod/mini'

import { conflict, notFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/mount.ts'
import type { AgentStore } from './agents.store.ts'

interface Deps {
  agents: AgentStore
  /** What an agent is working on. */
  tasksOf(agent_id: number): z.input<typeof Task>[]
  /** `no_schedule` changed: the queue looks again. */
  wake(): void
}

/** The token is shown when the agent is made and never again (security 18). */
const withoutToken = (agent: Agent): Agent => ({ ...agent, token: '' })

function createCalls({ agents, tasksOf, wake }: Deps) {
  return {
    update(id: number, body: { name: string; no_schedule: boolean }): Agent {
      const agent = agents.update(id, body)
      if (!agent) throw notFound('Agent')
      wake()
      return withoutToken(agent)
    },
    remove(id: number) {
      if (tasksOf(id).length > 0) throw conflict('Agent has running tasks')
      if (!agents.remove(id)) throw notFound('Agent')
    },
  }
}

export function agentHandlers(deps: Deps): Handlers<typeof agentRoutes> {
  const { agents, tasksOf } = deps
  const calls = createCalls(deps)
  const known = (id: number): Agent => {
    const agent = agents.get(id)
    if (!agent) throw notFound('Agent')
    return agent
  }
  return {
    list: ({ query }) => agents.list(query.page, query.perPage).map(withoutToken),
    get: ({ params }) => withoutToken(known(params.agent_id)),
    tasks: ({ params }) => tasksOf(known(params.agent_id).id),
    create: ({ body }, { user }) => agents.insert({ ...body, owner_id: user.id, org_id: -1 }),
    update: ({ params, body }) => calls.update(params.agent_id, body),
    remove: ({ params }) => calls.remove(params.agent_id),
  }
}

export function orgAgentHandlers(deps: Deps): Handlers<typeof orgAgentRoutes> {
  const { agents } = deps
  const calls = createCalls(deps)
  /** One of another organisation is none of this one's. */
  const own = (org: { id: number }, id: number): number => {
    if (agents.get(id)?.org_id !== org.id) throw notFound('Agent')
    return id
  }
  return {
    list: ({ query }, { org }) => agents.listOfOrg(org.id, query.page, query.perPage).map(withoutToken),
    create: ({ body }, { org, user }) => agents.insert({ ...body, owner_id: user.id, org_id: org.id }),
    update: ({ params, body }, { org }) => calls.update(own(org, params.agent_id), body),
    remove: ({ params }, { org }) => calls.remove(own(org, params.agent_id)),
  }
}
