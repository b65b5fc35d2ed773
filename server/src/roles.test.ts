import type { Access, Route } from '@yaffle/contract/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { routeTables } from './routeTables.ts'
import type { Answer, Calls } from './testing/people.ts'
import type { TestRepo } from './testing/repos.ts'
import { testServer, type TestServer } from './testing/testServer.ts'
import { classes, type Class } from './testing/wireClasses.ts'

/**
 * Every route for every role and visibility, compared with the rules of the wire (2.6 to 2.9) as they are written down
 * here a second time. A route that is not in the table of classes fails.
 */
const roles = [
  'visitor',
  'stranger',
  'pull',
  'push',
  'repo admin',
  'org member',
  'org admin',
  'server admin',
] as const
type Role = (typeof roles)[number]
const visibilities = ['public', 'internal', 'private'] as const
type Visibility = (typeof visibilities)[number]

/** What a caller is told who may not; `body` only where the wire has a text. */
interface Refusal {
  status: number
  body?: string
}

const mayAdminister: ReadonlySet<Role> = new Set(['repo admin', 'org admin', 'server admin'])
const mayPush: ReadonlySet<Role> = new Set([...mayAdminister, 'push'])

function mayPull(role: Role, visibility: Visibility): boolean {
  if (visibility === 'public') return true
  if (visibility === 'internal') return role !== 'visitor'
  return role !== 'visitor' && role !== 'stranger'
}

function refusal(what: Class, role: Role, visibility: Visibility): Refusal | undefined {
  const isVisitor = role === 'visitor'
  const unknown = { status: isVisitor ? 401 : 404 }
  const signIn = { status: 401, body: 'User not authorized' }
  switch (what) {
    case 'any':
    case 'repo':
    case 'org':
      return undefined
    case 'user':
      return isVisitor ? signIn : undefined
    case 'admin':
      if (isVisitor) return signIn
      return role === 'server admin' ? undefined : { status: 403, body: 'User not authorized' }
    case 'pull':
      return mayPull(role, visibility) ? undefined : unknown
    case 'push':
      return mayPull(role, visibility) && mayPush.has(role) ? undefined : unknown
    case 'repo-admin':
      if (!mayPull(role, visibility)) return unknown
      if (mayAdminister.has(role)) return undefined
      return isVisitor ? signIn : { status: 403, body: 'User not authorized' }
    case 'org-member':
    case 'org-admin': {
      if (isVisitor) return signIn
      const allowed: Role[] =
        what === 'org-member' ? ['org member', 'org admin', 'server admin'] : ['org admin', 'server admin']
      return allowed.includes(role) ? undefined : { status: 403, body: 'user not authorized' }
    }
  }
}

let server: TestServer
let team: number
const repos = {} as Record<Visibility, TestRepo>
const callers = {} as Record<Role, Calls>

beforeAll(async () => {
  server = await testServer()
  const [stranger, pull, push, admin, member, orgAdmin, boss] = await Promise.all(
    ['stranger', 'pull', 'push', 'admin', 'member', 'orgadmin', 'boss'].map(server.person),
  )
  team = server.org('team', [
    [member!, 'member'],
    [orgAdmin!, 'admin'],
  ])
  for (const visibility of visibilities) {
    const repo = await server.repo(`team/${visibility}`, { visibility, by: orgAdmin! })
    repo.grant(pull!, 'pull')
    repo.grant(push!, 'push')
    repo.grant(admin!, 'admin')
    repos[visibility] = repo
  }
  Object.assign(callers, {
    visitor: server.visitor,
    stranger,
    pull,
    push,
    'repo admin': admin,
    'org member': member,
    'org admin': orgAdmin,
    'server admin': boss,
  })
})
afterAll(() => server.close())

const routes: [string, Route][] = Object.values(routeTables).flatMap((table) =>
  Object.values(table as Record<string, Route>).map((route): [string, Route] => [
    `${route.method} ${route.path}`,
    route,
  ]),
)

/** Addresses that exist as far as a right is asked for, and nothing beyond: no call does harm. */
function addressOf({ path }: Route, repo: TestRepo): string {
  const [owner = '', name = ''] = repo.full_name.split('/')
  const values: Record<string, string> = {
    repo_id: String(repo.id),
    org_id: String(team),
    owner,
    name: path.startsWith('/api/badges/') ? name : 'none',
    login: 'nobody',
    address: 'none',
    number: path.startsWith('/api/stream/') ? 'x' : '99999',
  }
  return path
    .replaceAll(/:(\w+)/g, (_all, key: string) => values[key] ?? '99999')
    .replace('*', path.startsWith('/api/repos/') ? repo.full_name : 'none')
}

async function ask(route: Route, who: Calls, url: string): Promise<Pick<Answer, 'status' | 'body'>> {
  if (route.path !== '/api/stream/events')
    return who.request({ method: route.method, url, ...(route.body && { payload: {} }) })
  const stream = await who.events(url)
  await stream.leave()
  return { status: stream.status, body: '' }
}

const isRefused = ({ status, body }: Pick<Answer, 'status' | 'body'>) =>
  (status === 401 && body !== 'You are not an admin of the target') ||
  (status === 403 && /^user not authorized$/i.test(body)) ||
  (status === 404 && body === 'Repository not found')

let cells = 0

describe.each(routes)('%s', (key, route) => {
  const what = classes[key]
  const isAboutRepo = /:repo_id|:owner|\/repos\/lookup/.test(route.path)

  it('has the access that the wire gives it', () => {
    const wire: Record<Class, Access> = {
      any: 'any',
      user: 'user',
      admin: 'admin',
      repo: 'repo',
      pull: 'repo:pull',
      push: 'repo:push',
      'repo-admin': 'repo:admin',
      org: 'org',
      'org-member': 'org:member',
      'org-admin': 'org:admin',
    }
    expect(route.access).toBe(wire[what!])
  })

  it('is for those who may, and says to the others what the wire says', async () => {
    const removesOrg = key === 'DELETE /api/orgs/:org_id'
    for (const visibility of isAboutRepo ? visibilities : (['public'] as const))
      for (const role of roles) {
        cells++
        const cell = `${role}, ${visibility}`
        const expected = refusal(what!, role, visibility)
        const url = addressOf(route, repos[visibility])
        const answer = await ask(route, callers[role], removesOrg ? '/api/orgs/99999' : url)
        if (expected) expect(answer, cell).toMatchObject(expected)
        else expect(isRefused(answer), `${cell}: ${answer.status} ${answer.body}`).toBe(false)
        expect(answer.status, `${cell}: ${answer.body}`).toBeLessThan(500)
        if (!expected) await mend(key, repos[visibility])
      }
  })

  const isAboutOne = /:repo_id|lookup\/|:org_id/.test(route.path) && what !== 'admin' && what !== 'user'
  if (isAboutOne)
    it('says of what is not there what the wire says', async () => {
      const unknown = route.path
        .replace(':repo_id', '99999')
        .replace(':org_id', '99999')
        .replace('*', 'no/thing')
      const nonsense = route.path.replace(/:repo_id|:org_id/, 'x')
      const rest = (path: string) => path.replaceAll(/:\w+/g, '1')
      for (const role of roles) {
        cells++
        const { status } = await ask(route, callers[role], rest(unknown))
        expect(status, role).toBe(role === 'visitor' && isAboutRepo ? 401 : 404)
        if (nonsense === route.path) continue
        expect((await ask(route, callers[role], rest(nonsense))).status, role).toBe(400)
      }
    })
})

/** The two calls that do change something. */
async function mend(key: string, repo: TestRepo) {
  if (key === 'POST /api/repos/:repo_id/chown') server.core.repos.setOwner(repo.id, repo.by.user.id)
  if (key !== 'DELETE /api/repos/:repo_id') return
  expect(server.core.repos.get(repo.id)?.active).toBe(false)
  await server.core.activate(repo.by.user, repo.remote_id)
}

it('the matrix covers every route that the server has', () => {
  const known = new Set(routes.map(([key]) => key))
  const mounted = mountedRoutes(server.app.printRoutes({ commonPrefix: false }))
  const api = mounted.filter((key) => /^(GET|POST|PATCH|DELETE) \/(api|version|healthz)/.test(key))
  expect(api.filter((key) => !known.has(key))).toEqual([])
  for (const [, { method, path: url }] of routes) expect(server.app.hasRoute({ method, url }), url).toBe(true)
  expect(cells).toBeGreaterThan(1000)
  process.stdout.write(`${cells} cells of ${routes.length} routes\n`)
})

/** Reads Fastify's picture of its routes: a tree by prefixes, four characters for each level. */
function mountedRoutes(picture: string): string[] {
  const prefixes: string[] = []
  return picture.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (!path && !methods) return []
    const depth = indent.length / 4
    prefixes[depth] = path
    // It names the parameters of a place that two routes share together, and leaves out the text before a star.
    const url = prefixes
      .slice(0, depth + 1)
      .join('')
      .replace(':repo_id|:owner/:name', ':owner/:name')
      .replace(':repo_id|:owner', ':repo_id')
      .replace(/^(\/api\/(?:repos|orgs))\*$/, '$1/lookup/*')
    return methods ? methods.split(', ').map((method) => `${method} ${url}`) : []
  })
}
