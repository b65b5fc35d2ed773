import { type Answer, empty, json, nullWhenEmpty } from '../answers.ts'
import type { Agent, Forge } from '../entities.ts'
import { type Call, type Kind, paged, paging, type Route, textOf, textsOf } from '../route.ts'
import { newAgent } from '../rows.ts'
import { feedShape, forgeShape } from '../shapes.ts'
import { removeAgent } from './orgs.ts'
import { runningOn } from './queue.ts'

const levels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'panic', 'disabled'])
const agentBody = { name: 'string?', no_schedule: 'boolean?' } as const
const agentGiven = ({ body }: Call) => ({
  name: textOf(body['name']),
  no_schedule: body['no_schedule'] === true,
})

/** Wire 3.9. */
const agentRoutes: Route[] = [
  {
    at: 'GET /api/agents',
    access: 'admin',
    query: paging,
    run: ({ world, query }) =>
      json(
        nullWhenEmpty(
          paged(
            world.agents.toSorted((one, other) => one.id - other.id),
            query,
          ),
        ),
      ),
  },
  { at: 'GET /api/agents/:agent', access: 'admin', run: (call) => anAgent(call, (agent) => json(agent)) },
  {
    at: 'GET /api/agents/:agent/tasks',
    access: 'admin',
    run: (call) => anAgent(call, ({ id }) => json(nullWhenEmpty(runningOn(call.world, id)))),
  },
  {
    at: 'POST /api/agents',
    access: 'admin',
    body: agentBody,
    run: (call) => {
      const agent = newAgent(call.world, { ...agentGiven(call), org_id: -1, owner_id: call.user!.id })
      call.world.agents.push(agent)
      return json(agent)
    },
  },
  {
    at: 'PATCH /api/agents/:agent',
    access: 'admin',
    body: agentBody,
    run: (call) => anAgent(call, (agent) => json(Object.assign(agent, agentGiven(call)))),
  },
  {
    at: 'DELETE /api/agents/:agent',
    access: 'admin',
    run: (call) => anAgent(call, (agent) => removeAgent(call, agent)),
  },
]

function anAgent(call: Call, then: (agent: Agent) => Answer): Answer {
  const id = call.params['agent'] ?? ''
  if (!/^\d+$/.test(id)) return empty(400)
  const agent = call.world.agents.find((one) => one.id === Number(id))
  return agent ? then(agent) : empty(404)
}

const forgeBody: Record<string, Kind> = {
  type: 'string',
  url: 'string',
  client: 'string?',
  oauth_client_secret: 'string?',
  skip_verify: 'boolean?',
  oauth_host: 'string?',
  orgs: 'strings?',
  additional_options: 'object?',
}

/** Wire 3.10: nothing is validated, and a change replaces everything but an empty secret. */
const forgeRoutes: Route[] = [
  {
    at: 'GET /api/forges',
    access: 'any',
    query: paging,
    run: ({ world, user, query }) =>
      json(paged(world.forges, query).map((forge) => forgeShape(forge, user?.admin === true))),
  },
  {
    at: 'GET /api/forges/:forge',
    access: 'any',
    run: (call) => aForge(call, (forge) => json(forgeShape(forge, call.user?.admin === true))),
  },
  {
    at: 'POST /api/forges',
    access: 'admin',
    body: forgeBody,
    run: (call) => {
      const forge = { id: call.world.nextId(), ...forgeGiven(call, '') }
      call.world.forges.push(forge)
      return json(forgeShape(forge, true))
    },
  },
  {
    at: 'PATCH /api/forges/:forge',
    access: 'admin',
    body: { ...forgeBody, id: 'number?' },
    run: (call) =>
      aForge(call, (forge) =>
        json(forgeShape(Object.assign(forge, forgeGiven(call, forge.oauth_client_secret)), true)),
      ),
  },
  {
    at: 'DELETE /api/forges/:forge',
    access: 'admin',
    run: (call) =>
      aForge(call, (forge) => {
        call.world.forges = call.world.forges.filter((one) => one !== forge)
        return empty(204)
      }),
  },
]

const forgeGiven = ({ body }: Call, secret: string): Omit<Forge, 'id'> => ({
  type: textOf(body['type']),
  url: textOf(body['url']),
  client: textOf(body['client']),
  oauth_client_secret: textOf(body['oauth_client_secret']) || secret,
  skip_verify: body['skip_verify'] === true,
  oauth_host: textOf(body['oauth_host']),
  orgs: textsOf(body['orgs']) ?? [],
  additional_options: (body['additional_options'] as Record<string, unknown> | undefined) ?? {},
})

function aForge(call: Call, then: (forge: Forge) => Answer): Answer {
  const id = call.params['forge'] ?? ''
  if (!/^\d+$/.test(id)) return empty(400)
  const forge = call.world.forges.find((one) => one.id === Number(id))
  return forge ? then(forge) : empty(404)
}

/** Wire 3.12 without the queue. */
const systemRoutes: Route[] = [
  {
    at: 'GET /api/pipelines',
    access: 'admin',
    run: ({ world }) => {
      const active = world.pipelines.filter(({ status }) => status === 'pending' || status === 'running')
      const nameOf = (repo_id: number) => world.repos.find(({ id }) => id === repo_id)?.full_name ?? ''
      return json(active.map((pipeline) => feedShape(pipeline, nameOf(pipeline.repo_id), { isRaw: true })))
    },
  },
  { at: 'GET /api/log-level', access: 'admin', run: ({ world }) => json({ 'log-level': world.logLevel }) },
  {
    at: 'POST /api/log-level',
    access: 'admin',
    body: { 'log-level': 'string' },
    run: ({ world, body }) => {
      const level = textOf(body['log-level'])
      if (!levels.has(level)) return empty(400)
      world.logLevel = level
      return json({ 'log-level': level })
    },
  },
]

export const adminRoutes: Route[] = [...agentRoutes, ...forgeRoutes, ...systemRoutes]
