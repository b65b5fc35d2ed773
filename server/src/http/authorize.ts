import type { Org, OrgPerm } from '@yaffle/contract/orgs'
import type { Perm } from '@yaffle/contract/repos'
import type { Access } from '@yaffle/contract/route'
import type { FastifyRequest } from 'fastify'

import { badRequest, forbidden, HttpError, notFound, unauthorized } from './errors.ts'
import type { Authorize, Granted, RepoRecord } from './mount.ts'
import type { UserRecord } from './users.store.ts'

interface Rules {
  callerOf(request: FastifyRequest): UserRecord | undefined
  repo(id: number): RepoRecord | undefined
  /** Also by a name it once had. */
  repoByName(full_name: string): RepoRecord | undefined
  permOf(user: UserRecord | undefined, repo: RepoRecord): Promise<Perm>
  org(id: number): Org | undefined
  orgPermOf(user: UserRecord | undefined, org: Org): Promise<OrgPerm>
}

const isId = (text: string | undefined): text is string => text !== undefined && /^\d{1,15}$/.test(text)

/** The one place that decides who may call what; every refusal is the wire's (2.6 to 2.8). */
export function createAuthorize(rules: Rules): Authorize {
  const nobody: Granted = { user: undefined, repo: undefined, perm: undefined, org: undefined }

  /** By id, by owner and name, or by the rest of the path. */
  function repoOf({ repo_id, owner, name, '*': rest }: Record<string, string>): RepoRecord | undefined {
    if (owner !== undefined && name !== undefined) return rules.repoByName(`${owner}/${name}`)
    if (rest !== undefined) return rules.repoByName(rest)
    if (!isId(repo_id)) throw badRequest('Invalid repository ID')
    return rules.repo(Number(repo_id))
  }

  async function repoAccess(
    access: Access,
    user: UserRecord | undefined,
    params: Record<string, string>,
  ): Promise<Granted> {
    const repo = repoOf(params)
    const hidden = () => (user ? notFound('Repository') : unauthorized())
    if (!repo) throw hidden()
    const perm = await rules.permOf(user, repo)
    const granted = { ...nobody, user, repo, perm }
    if (access === 'repo') return granted
    if (!perm.pull) throw hidden()
    if (access === 'repo:push' && !perm.push) throw hidden()
    if (access === 'repo:admin' && !perm.admin) throw user ? forbidden() : unauthorized()
    return granted
  }

  async function orgAccess(
    access: Access,
    user: UserRecord | undefined,
    params: Record<string, string>,
  ): Promise<Granted> {
    if (!isId(params['org_id'])) throw badRequest('Invalid organization ID')
    const org = rules.org(Number(params['org_id']))
    if (!org) throw notFound('Organization')
    const granted = { ...nobody, user, org }
    if (access === 'org') return granted
    if (!user) throw unauthorized()
    const perm = await rules.orgPermOf(user, org)
    if (access === 'org:member' ? !perm.member : !perm.admin) throw new HttpError(403, 'user not authorized')
    return granted
  }

  return (access, request) => {
    const user = rules.callerOf(request)
    const params = request.params as Record<string, string>
    switch (access) {
      case 'any':
        return Promise.resolve({ ...nobody, user })
      case 'user':
        if (!user) return Promise.reject(unauthorized())
        return Promise.resolve({ ...nobody, user })
      case 'admin':
        if (!user) return Promise.reject(unauthorized())
        return user.admin ? Promise.resolve({ ...nobody, user }) : Promise.reject(forbidden())
      case 'repo':
      case 'repo:pull':
      case 'repo:push':
      case 'repo:admin':
        return repoAccess(access, user, params)
      case 'org':
      case 'org:member':
      case 'org:admin':
        return orgAccess(access, user, params)
    }
  }
}
