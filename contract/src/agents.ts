import * as z from 'zod/mini'

import { flag, id, int, list, Paging, text, textMap } from './fields.ts'
import { Task } from './queue.ts'
import { defineRoutes } from './route.ts'

/** Somebody who runs workflows. */
export const Agent = z.object({
  id: int(),
  created: int(),
  updated: int(),
  name: text(),
  /** The user who made it; -1 for the server's own. */
  owner_id: int(),
  /** -1 serves everybody. */
  org_id: int(),
  token: text(),
  last_contact: int(),
  last_work: int(),
  platform: text(),
  backend: text(),
  version: text(),
  /** Workflows at a time. */
  capacity: int(),
  /** Gets no new work. */
  no_schedule: flag(),
  custom_labels: textMap(),
})
export type Agent = z.output<typeof Agent>

export const AgentInput = z.object({ name: text(), no_schedule: flag() })
export type AgentInput = z.input<typeof AgentInput>

const OneAgent = z.object({ agent_id: id() })
const InOrg = z.object({ org_id: id() })

export const agentRoutes = defineRoutes({
  list: { method: 'GET', path: '/api/agents', access: 'admin', query: Paging, response: list(Agent) },
  get: { method: 'GET', path: '/api/agents/:agent_id', access: 'admin', params: OneAgent, response: Agent },
  /** What it is working on. */
  tasks: {
    method: 'GET',
    path: '/api/agents/:agent_id/tasks',
    access: 'admin',
    params: OneAgent,
    response: list(Task),
  },
  create: { method: 'POST', path: '/api/agents', access: 'admin', body: AgentInput, response: Agent },
  update: {
    method: 'PATCH',
    path: '/api/agents/:agent_id',
    access: 'admin',
    params: OneAgent,
    body: AgentInput,
    response: Agent,
  },
  remove: {
    method: 'DELETE',
    path: '/api/agents/:agent_id',
    access: 'admin',
    params: OneAgent,
    response: z.void(),
  },
})

/** Only there while users may register agents. */
export const orgAgentRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/orgs/:org_id/agents',
    access: 'org:admin',
    params: InOrg,
    query: Paging,
    response: list(Agent),
  },
  create: {
    method: 'POST',
    path: '/api/orgs/:org_id/agents',
    access: 'org:admin',
    params: InOrg,
    body: AgentInput,
    response: Agent,
  },
  update: {
    method: 'PATCH',
    path: '/api/orgs/:org_id/agents/:agent_id',
    access: 'org:admin',
    params: z.extend(InOrg, OneAgent.shape),
    body: AgentInput,
    response: Agent,
  },
  remove: {
    method: 'DELETE',
    path: '/api/orgs/:org_id/agents/:agent_id',
    access: 'org:admin',
    params: z.extend(InOrg, OneAgent.shape),
    response: z.void(),
  },
})
