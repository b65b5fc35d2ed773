import { repoByName, rightsOf } from '../access.ts'
import { empty, json, nullWhenEmpty, text } from '../answers.ts'
import type { Repo } from '../entities.ts'
import { type Call, isTrue, type Kind, paged, paging, type Route, textOf } from '../route.ts'
import { unknownRepo } from '../rows.ts'
import { repoShape } from '../shapes.ts'
import { byFullName, storedPerm } from '../world.ts'

const patch: Record<string, Kind> = {
  config_file: 'string?',
  timeout: 'number?',
  trusted: 'object?',
  require_approval: 'string?',
  visibility: 'string?',
  approval_allowed_users: 'strings?',
  netrc_trusted: 'strings?',
  cancel_previous_pipeline_events: 'strings?',
  allow_pr: 'boolean?',
  allow_deploy: 'boolean?',
  config_extension_endpoint: 'string?',
  registry_extension_endpoint: 'string?',
  secret_extension_endpoint: 'string?',
  config_extension_exclusive: 'boolean?',
  config_extension_netrc: 'boolean?',
  registry_extension_netrc: 'boolean?',
  secret_extension_netrc: 'boolean?',
}
const isOwned = (repo: Repo) => repo.active

/** Wire 3.3. */
export const repoRoutes: Route[] = [
  { at: 'GET /api/repos/lookup/*', access: 'pull', run: ({ repo }) => json(repoShape(repo!)) },
  { at: 'GET /api/repos/:repo', access: 'pull', run: ({ repo }) => json(repoShape(repo!)) },
  {
    at: 'GET /api/repos/:repo/permissions',
    access: 'repo',
    run: ({ world, user, repo }) => {
      const { synced, created, updated } = storedPerm(world, user, repo!) ?? {
        synced: 0,
        created: 0,
        updated: 0,
      }
      return json({ ...rightsOf(world, user, repo!), synced, created, updated })
    },
  },
  {
    at: 'GET /api/repos/:repo/branches',
    access: 'pull',
    query: paging,
    run: ({ world, repo, query }) =>
      isOwned(repo!) ? json(paged(world.branches.get(repo!.id) ?? [], query)) : empty(404),
  },
  {
    at: 'GET /api/repos/:repo/pull_requests',
    access: 'pull',
    query: paging,
    run: ({ world, repo, query }) =>
      isOwned(repo!) ? json(nullWhenEmpty(paged(world.pullRequests.get(repo!.id) ?? [], query))) : empty(404),
  },
  { at: 'POST /api/repos', access: 'user', query: ['forge_remote_id'], run: activate },
  { at: 'PATCH /api/repos/:repo', access: 'repo-admin', body: patch, run: update },
  {
    at: 'DELETE /api/repos/:repo',
    access: 'repo-admin',
    query: ['remove'],
    run: ({ world, repo, query }) => {
      if (!isTrue(query.get('remove'))) {
        repo!.active = false
        return json(repoShape(repo!))
      }
      world.repos = world.repos.filter((one) => one !== repo)
      world.pipelines = world.pipelines.filter(({ repo_id }) => repo_id !== repo!.id)
      world.secrets = world.secrets.filter(({ repo_id }) => repo_id !== repo!.id)
      world.registries = world.registries.filter(({ repo_id }) => repo_id !== repo!.id)
      return json(repoShape(repo!))
    },
  },
  { at: 'POST /api/repos/:repo/repair', access: 'repo-admin', run: () => empty(204) },
  { at: 'POST /api/repos/:repo/chown', access: 'repo-admin', run: ({ repo }) => json(repoShape(repo!)) },
  {
    at: 'POST /api/repos/:repo/move',
    access: 'repo-admin',
    query: ['to'],
    run: ({ world, repo, query }) => {
      const [owner, name] = (query.get('to') ?? '').split('/')
      if (!owner || !name || repoByName(world, `${owner}/${name}`)) return empty(500)
      Object.assign(repo!, { owner, name, full_name: `${owner}/${name}` })
      return empty(204)
    },
  },
  {
    at: 'GET /api/repos',
    access: 'admin',
    query: [...paging, 'active'],
    run: ({ world, query }) => {
      const wanted = world.repos.filter(({ active }) => active || !isTrue(query.get('active')))
      return json(paged(wanted.toSorted(byFullName), query).map(repoShape))
    },
  },
  {
    at: 'POST /api/repos/repair',
    access: 'admin',
    run: ({ world }) => {
      const failed = world.repos.filter(
        (repo) =>
          repo.active && !world.forgeRepos.some(({ remote_id }) => remote_id === repo.forge_remote_id),
      )
      return failed.length === 0
        ? empty(204)
        : json({ error: 'could not repair all repos', failed_repos: failed.map(({ id }) => id) }, 500)
    },
  },
]

function activate({ world, user, query }: Call) {
  const remote = query.get('forge_remote_id') ?? ''
  if (remote === '' || remote === '0') return text('No forge_remote_id provided', 400)
  const there = world.forgeRepos.find(({ remote_id }) => remote_id === remote)
  if (!there) return text('Could not fetch repository from forge.', 500)
  if (!there.admin.includes(user!.login)) return text('User has to be a admin of this repository', 403)
  const known = world.repos.find(({ forge_remote_id }) => forge_remote_id === remote)
  if (known?.active) return text('Repository is already active.', 409)
  if (!known && repoByName(world, `${there.owner}/${there.name}`))
    return text(
      'Repository already exists in Woodpecker. Remove the stale repository entry and try again.',
      409,
    )
  const repo = known ?? {
    ...unknownRepo(world, there),
    id: world.nextId(),
    visibility: there.private ? 'private' : 'public',
    require_approval: 'forks',
    allow_pr: true,
    timeout: 60,
    cancel_previous_pipeline_events: ['push', 'pull_request'],
  }
  repo.active = true
  if (!known) world.repos.push(repo)
  const at = world.now()
  world.perms.set(`${user!.id} ${repo.id}`, {
    pull: true,
    push: true,
    admin: true,
    synced: at,
    created: at,
    updated: at,
  })
  world.branches.set(repo.id, [repo.default_branch])
  return json(repoShape(repo))
}

function update({ user, repo, body }: Call) {
  const timeout = body['timeout']
  if (typeof timeout === 'number' && timeout > 120 && !user!.admin)
    return text('Timeout is not allowed to be higher than max timeout (120 min)', 403)
  if (typeof timeout === 'number' && timeout < 1) return text('Timeout must be at least 1 minute', 400)
  const trusted = { ...repo!.trusted, ...(body['trusted'] as object | undefined) }
  const isChanged = JSON.stringify(trusted) !== JSON.stringify(repo!.trusted)
  if (isChanged && !user!.admin) return text('Insufficient privileges', 403)
  const approval = textOf(body['require_approval'])
  if (approval && !['none', 'forks', 'pull_requests', 'all_events'].includes(approval))
    return text('Invalid require-approval setting', 400)
  const visibility = textOf(body['visibility'])
  if (visibility && !['public', 'private', 'internal'].includes(visibility))
    return text('Invalid visibility type', 400)
  const given = Object.entries(body).filter(([, value]) => value !== null && value !== undefined)
  Object.assign(repo!, Object.fromEntries(given), { trusted })
  return json(repoShape(repo!))
}
