import { type Answer, empty, text } from './answers.ts'
import type { Org, Repo, User } from './entities.ts'
import type { Access, Call } from './route.ts'
import { storedPerm, type World } from './world.ts'

export interface Rights {
  pull: boolean
  push: boolean
  admin: boolean
}

const unauthorized = 'User not authorized'

/** What a person may do with a repository (2.7). */
export function rightsOf(world: World, user: User | undefined, repo: Repo): Rights {
  if (user?.admin) return { pull: true, push: true, admin: true }
  const { pull, push, admin } = storedPerm(world, user, repo) ?? { pull: false, push: false, admin: false }
  const isOpen = repo.visibility === 'public' || (repo.visibility === 'internal' && user !== undefined)
  return { pull: pull || isOpen, push, admin }
}

/** Access to an organization itself and to what is below it (2.8). */
export function membershipOf(world: World, user: User | undefined, org: Org) {
  if (!user) return { member: false, admin: false }
  if (user.admin || (org.name === user.login && org.forge_id === user.forge_id))
    return { member: true, admin: true }
  const admin = org.forge_id === user.forge_id ? world.members.get(`${org.name} ${user.login}`) : undefined
  return { member: admin !== undefined, admin: admin === true }
}

/** Finds what the path names and asks whether the caller may (2.6). Answers with the refusal, if it is one. */
export function admit(access: Access, call: Call): Answer | undefined {
  const { user } = call
  if (access === 'any') return undefined
  if (access === 'user') return user ? undefined : text(unauthorized, 401)
  if (access === 'admin') {
    if (!user) return text(unauthorized, 401)
    return user.admin ? undefined : text(unauthorized, 403)
  }
  return access.startsWith('org') ? admitToOrg(access, call) : admitToRepo(access, call)
}

function admitToOrg(access: Access, call: Call): Answer | undefined {
  const { world, user, params } = call
  const named = params['org'] ?? ''
  if (!/^\d+$/.test(named)) return text('Invalid organization ID', 400)
  const org = world.orgs.find(({ id }) => id === Number(named))
  if (!org) return text('Organization not found', 404)
  Object.assign(call, { org })
  if (access === 'org') return undefined
  if (!user) return text(unauthorized, 401)
  const { member, admin } = membershipOf(world, user, org)
  return (access === 'org-member' ? member : admin) ? undefined : text('user not authorized', 403)
}

function admitToRepo(access: Access, call: Call): Answer | undefined {
  const { world, user, params } = call
  const repo = params['repo'] === undefined ? repoByName(world, params['*'] ?? '') : undefined
  if (params['repo'] !== undefined && !/^\d+$/.test(params['repo'])) return empty(400)
  const found = repo ?? world.repos.find(({ id }) => id === Number(params['repo']))
  if (!found) return empty(user ? 404 : 401)
  Object.assign(call, { repo: found })
  if (access === 'repo') return undefined
  const rights = rightsOf(world, user, found)
  if (!rights.pull) return empty(user ? 404 : 401)
  if (access === 'push' && !rights.push) return empty(user ? 404 : 401)
  if (access === 'repo-admin' && !rights.admin) return text(unauthorized, user ? 403 : 401)
  return undefined
}

export const repoByName = (world: World, full_name: string) =>
  world.repos.find((one) => one.full_name.toLowerCase() === full_name.toLowerCase())
