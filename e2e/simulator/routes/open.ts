import { repoByName } from '../access.ts'
import { type Answer, empty, json, text } from '../answers.ts'
import type { Repo } from '../entities.ts'
import type { Call, Route } from '../route.ts'
import { pipelinesOf } from '../world.ts'

const colours: Record<string, [label: string, colour: string]> = {
  success: ['success', '#44cc11'],
  failure: ['failure', '#e05d44'],
  pending: ['started', '#dfb317'],
  running: ['started', '#dfb317'],
  error: ['error', '#9f9f9f'],
  killed: ['error', '#9f9f9f'],
}
const badgeQuery = ['branch', 'events', 'workflow', 'step']

/** What visitors get outside of the tables: badges, hooks, health. No visibility is looked at (8.3). */
export const openRoutes: Route[] = [
  { at: 'GET /api/badges/:id/status.svg', access: 'any', query: badgeQuery, run: (call) => byId(call, svg) },
  { at: 'GET /api/badges/:id/cc.xml', access: 'any', run: (call) => byId(call, ccXml) },
  {
    at: 'GET /api/badges/:owner/:name/status.svg',
    access: 'any',
    query: badgeQuery,
    run: (call) => byName(call, svg),
  },
  { at: 'GET /api/badges/:owner/:name/cc.xml', access: 'any', run: (call) => byName(call, ccXml) },
  {
    at: 'POST /api/hook',
    access: 'any',
    query: ['access_token'],
    isAnyType: true,
    run: () => text('failure to parse token from hook', 400),
  },
  {
    at: 'GET /version',
    access: 'any',
    run: ({ world }) =>
      json({ source: 'https://github.com/woodpecker-ci/woodpecker', version: world.version }),
  },
  { at: 'GET /healthz', access: 'any', run: () => empty(204) },
  { at: 'GET /metrics', access: 'any', run: () => empty(404) },
]

type Draw = (call: Call, repo: Repo) => Answer

function byId(call: Call, draw: Draw): Answer {
  const id = call.params['id'] ?? ''
  if (!/^\d+$/.test(id)) return empty(400)
  const repo = call.world.repos.find((one) => one.id === Number(id))
  return repo ? draw(call, repo) : empty(404)
}

function byName(call: Call, draw: Draw): Answer {
  const repo = repoByName(call.world, `${call.params['owner'] ?? ''}/${call.params['name'] ?? ''}`)
  return repo ? draw(call, repo) : empty(404)
}

const svg: Draw = ({ world, query }, repo) => {
  const branch = query.get('branch') ?? repo.default_branch
  const events = (query.get('events') ?? 'push').split(',')
  const newest = pipelinesOf(world, repo.id).find(
    (one) => one.branch === branch && events.includes(one.event) && one.status !== 'blocked',
  )
  const [label, colour] = colours[newest?.status ?? ''] ?? ['none', '#9f9f9f']
  const subject = query.get('workflow') ?? 'pipeline'
  return {
    status: 200,
    type: 'image/svg+xml',
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="20"><title>${subject}: ${label}</title><rect width="120" height="20" fill="${colour}"/></svg>`,
  }
}

const ccXml: Draw = ({ world }, repo) => {
  const [newest] = pipelinesOf(world, repo.id)
  if (!newest) return empty(404)
  return {
    status: 200,
    type: 'application/xml; charset=utf-8',
    body: `<Projects><Project name="${repo.full_name}" activity="Sleeping" lastBuildStatus="Success" lastBuildLabel="${newest.number}" lastBuildTime="" webUrl="${world.host}/repos/${repo.id}/pipeline/${newest.number}"/></Projects>`,
  }
}
