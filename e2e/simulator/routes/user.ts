import { empty, json, nullWhenEmpty, text } from '../answers.ts'
import type { ForgeRepo, Repo } from '../entities.ts'
import { userToken } from '../identity.ts'
import { isTrue, paged, paging, type Route, textOf } from '../route.ts'
import { unknownRepo } from '../rows.ts'
import { feedShape, pipelineShape, repoShape, userShape } from '../shapes.ts'
import { byFullName, freshHash, pipelinesOf, reposOf, type World } from '../world.ts'

/** Wire 3.2. */
export const userRoutes: Route[] = [
  { at: 'GET /api/user', access: 'user', run: ({ user }) => json(userShape(user!)) },
  {
    at: 'GET /api/user/feed',
    access: 'user',
    query: ['latest'],
    run: ({ world, user, query }) => {
      const repos = reposOf(world, user!)
      if (isTrue(query.get('latest'))) return json(repos.map((repo) => latest(world, repo)))
      const all = repos.flatMap((repo) =>
        pipelinesOf(world, repo.id).map((pipeline) => ({ pipeline, full_name: repo.full_name })),
      )
      const newest = all
        .toSorted(
          ({ pipeline: one }, { pipeline: other }) => other.created - one.created || other.id - one.id,
        )
        .slice(0, 50)
      return json(nullWhenEmpty(newest.map(({ pipeline, full_name }) => feedShape(pipeline, full_name))))
    },
  },
  {
    at: 'GET /api/user/repos',
    access: 'user',
    query: ['all', 'name'],
    run: ({ world, user, query }) => {
      const name = query.get('name')
      const isNamed = (repo: Pick<Repo, 'name'>) => name === null || repo.name === name
      if (isTrue(query.get('all')))
        return json(nullWhenEmpty(allRepos(world, user!.login).filter((repo) => isNamed(repo as Repo))))
      const mine = reposOf(world, user!).filter(isNamed)
      return json(
        mine.map((repo) => {
          const [last] = pipelinesOf(world, repo.id)
          return { ...repoShape(repo), ...(last && { last_pipeline: pipelineShape(last) }) }
        }),
      )
    },
  },
  { at: 'POST /api/user/repos/refresh', access: 'user', run: () => json('Ok') },
  { at: 'POST /api/user/token', access: 'user', run: ({ user }) => text(userToken(user!)) },
  {
    at: 'DELETE /api/user/token',
    access: 'user',
    run: ({ user }) => {
      user!.hash = freshHash()
      return text(userToken(user!))
    },
  },
  {
    at: 'GET /api/signature/public-key',
    access: 'any',
    run: () =>
      text(
        '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA4g7xPqZ2JtOqsvS4TQH1D9sIqgb8c0fUe2XyQe1j1Bw=\n-----END PUBLIC KEY-----\n',
      ),
  },
]

function latest(world: World, repo: Repo) {
  const [newest] = pipelinesOf(world, repo.id)
  return newest
    ? feedShape(newest, repo.full_name, { isRaw: true })
    : { repo_id: repo.id, full_name: repo.full_name }
}

/** What the forge has, with what is known of it; then what the forge no longer has (7.8). */
function allRepos(world: World, login: string) {
  const known = (there: ForgeRepo) =>
    world.repos.find(({ forge_remote_id }) => forge_remote_id === there.remote_id)
  const ofForge = world.forgeRepos
    .filter((there) => known(there) !== undefined || there.admin.includes(login))
    .map((there) => {
      const stored = known(there)
      if (stored) return repoShape(stored)
      const namesake = world.repos.find(({ full_name }) => full_name === `${there.owner}/${there.name}`)
      return {
        ...repoShape(unknownRepo(world, there)),
        ...(namesake && { id: namesake.id, has_forge_name_conflict: true }),
      }
    })
  const gone = world.repos
    .filter((repo) => !world.forgeRepos.some(({ remote_id }) => remote_id === repo.forge_remote_id))
    .toSorted(byFullName)
    .map((repo) => ({ ...repoShape(repo), has_no_forge_repo: true }))
  return [...ofForge, ...gone]
}

/** Wire 3.11. */
export const usersRoutes: Route[] = [
  {
    at: 'GET /api/users',
    access: 'admin',
    query: paging,
    run: ({ world, query }) => {
      const sorted = world.users.toSorted((one, other) => (one.login < other.login ? -1 : 1))
      return json(nullWhenEmpty(paged(sorted, query).map((user) => userShape(user, { isListed: true }))))
    },
  },
  {
    at: 'GET /api/users/:login',
    access: 'admin',
    query: ['forge_id', 'forge_remote_id'],
    run: ({ world, params }) => {
      const found = world.users.find(({ login }) => login === params['login'])
      return found ? json(userShape(found)) : empty(404)
    },
  },
  {
    at: 'POST /api/users',
    access: 'admin',
    refusal: 'Error parsing user.',
    // The last two are read and ignored.
    body: {
      login: 'string',
      email: 'string?',
      avatar_url: 'string?',
      forge_id: 'number?',
      admin: 'boolean?',
      forge_remote_id: 'string?',
    },
    run: ({ world, body }) => {
      const login = textOf(body['login'])
      if (!/^[\w.-]{1,250}$/.test(login)) return text('invalid user login', 400)
      if (world.users.some((one) => one.login === login))
        return text('on insert duplicate based on constraints was detected', 500)
      const org_id = world.nextId()
      const forge_id = Math.max(1, Number(body['forge_id'] ?? 1))
      world.orgs.push({ id: org_id, forge_id, name: login, is_user: true })
      const user = {
        id: world.nextId(),
        forge_id,
        forge_remote_id: '0',
        login,
        email: textOf(body['email']),
        avatar_url: textOf(body['avatar_url']),
        admin: false,
        admin_env: false,
        org_id,
        hash: freshHash(),
      }
      world.users.push(user)
      return json(userShape(user))
    },
  },
  {
    at: 'PATCH /api/users/:login',
    access: 'admin',
    query: ['forge_id', 'forge_remote_id'],
    body: {
      id: 'number?',
      forge_id: 'number?',
      forge_remote_id: 'string',
      login: 'string',
      email: 'string?',
      avatar_url: 'string?',
      admin: 'boolean?',
      admin_env: 'boolean?',
      org_id: 'number?',
    },
    run: ({ world, body }) => {
      const found = world.users.find(({ forge_remote_id }) => forge_remote_id === body['forge_remote_id'])
      const given = {
        login: textOf(body['login']),
        email: textOf(body['email']),
        avatar_url: textOf(body['avatar_url']),
        admin: body['admin'] === true,
      }
      // Nobody has that remote id: 200, and nothing happened (8.1, 19).
      if (!found) return json({ id: 0, forge_remote_id: body['forge_remote_id'] ?? '', org_id: 0, ...given })
      return json(userShape(Object.assign(found, given)))
    },
  },
  {
    at: 'DELETE /api/users/:login',
    access: 'admin',
    query: ['forge_id', 'forge_remote_id'],
    run: ({ world, params }) => {
      const found = world.users.find(({ login }) => login === params['login'])
      if (!found) return empty(404)
      world.users = world.users.filter((user) => user !== found)
      world.orgs = world.orgs.filter(({ id }) => id !== found.org_id)
      world.repos = world.repos.filter(({ org_id }) => org_id !== found.org_id)
      return empty(204)
    },
  },
]
