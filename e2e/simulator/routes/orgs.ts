import { membershipOf, rightsOf } from '../access.ts'
import { type Answer, empty, json, nullWhenEmpty, omitting, text } from '../answers.ts'
import type { Agent, Org } from '../entities.ts'
import { type Call, paged, paging, type Route, textOf } from '../route.ts'
import { newAgent } from '../rows.ts'

const orgShape = (org: Org) => omitting(org, ['id', 'forge_id'])
const byId = (one: { id: number }, other: { id: number }) => one.id - other.id

/** Wire 3.8. */
export const orgRoutes: Route[] = [
  {
    at: 'GET /api/orgs',
    access: 'admin',
    query: paging,
    run: ({ world, query }) => {
      const real = world.orgs.filter(({ is_user }) => !is_user).toSorted(byId)
      return json(nullWhenEmpty(paged(real, query).map(orgShape)))
    },
  },
  { at: 'GET /api/orgs/lookup/*', access: 'any', run: lookup },
  { at: 'GET /api/orgs/:org', access: 'org-member', run: ({ org }) => json(orgShape(org!)) },
  {
    at: 'GET /api/orgs/:org/permissions',
    access: 'org',
    run: ({ world, user, org }) => {
      // A user's own place: not even server admins, unlike everywhere else (2.8).
      const isOther = org!.is_user && org!.name !== user?.login
      return json(isOther ? { member: false, admin: false } : membershipOf(world, user, org!))
    },
  },
  {
    at: 'DELETE /api/orgs/:org',
    access: 'admin',
    run: ({ world, params }) => {
      const id = Number(params['org'])
      if (!world.orgs.some((org) => org.id === id)) return empty(404)
      world.orgs = world.orgs.filter((org) => org.id !== id)
      world.repos = world.repos.filter(({ org_id }) => org_id !== id)
      world.secrets = world.secrets.filter(({ org_id }) => org_id !== id)
      return empty(204)
    },
  },
]

function lookup({ world, user, params }: Call): Answer {
  if (!user) return empty(500)
  const name = (params['*'] ?? '').toLowerCase()
  const org = world.orgs.find((one) => one.name.toLowerCase() === name && one.forge_id === user.forge_id)
  if (!org) return empty(404)
  const isPrivate = world.repos.every(
    (repo) => repo.org_id !== org.id || !rightsOf(world, undefined, repo).pull,
  )
  return isPrivate && !user.admin ? empty(404) : json(orgShape(org))
}

const body = { name: 'string?', no_schedule: 'boolean?' } as const
const given = ({ body }: Call) => ({ name: textOf(body['name']), no_schedule: body['no_schedule'] === true })

/** Of an organization, where people may register agents; without the switch these routes do not exist. */
export const orgAgentRoutes: Route[] = [
  {
    at: 'GET /api/orgs/:org/agents',
    access: 'org-admin',
    query: paging,
    run: ({ world, org, query }) => {
      const mine = world.agents.filter(({ org_id }) => org_id === org!.id).toSorted(byId)
      return json(nullWhenEmpty(paged(mine, query)))
    },
  },
  {
    at: 'POST /api/orgs/:org/agents',
    access: 'org-admin',
    body,
    run: (call) => {
      const { world, org, user } = call
      const agent = newAgent(world, { ...given(call), org_id: org!.id, owner_id: user!.id })
      world.agents.push(agent)
      return json(agent)
    },
  },
  {
    at: 'PATCH /api/orgs/:org/agents/:agent',
    access: 'org-admin',
    body,
    run: (call) => ofOrg(call, (agent) => json(Object.assign(agent, given(call)))),
  },
  {
    at: 'DELETE /api/orgs/:org/agents/:agent',
    access: 'org-admin',
    run: (call) => ofOrg(call, (agent) => removeAgent(call, agent)),
  },
]

function ofOrg(call: Call, then: (agent: Agent) => Answer): Answer {
  const id = call.params['agent'] ?? ''
  if (!/^\d+$/.test(id)) return text('Invalid agent ID', 400)
  const agent = call.world.agents.find((one) => one.id === Number(id) && one.org_id === call.org!.id)
  return agent ? then(agent) : text('Agent not found', 404)
}

export function removeAgent({ world }: Call, agent: Agent): Answer {
  const isBusy = world.pipelines.some(({ workflows }) =>
    workflows.some(({ state, agent_id }) => state === 'running' && agent_id === agent.id),
  )
  if (isBusy) return text('Agent has running tasks', 409)
  world.agents = world.agents.filter((one) => one !== agent)
  return empty(204)
}
