import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { ParsedLocation } from '@tanstack/react-router'

import { orgNamed } from '../api/orgs.ts'
import { repoNamed } from '../api/repos.ts'
import { config } from '../config.ts'
import { statusOf } from '../domain/errors.ts'
import { requireUser } from './guards.ts'

/*
 * Addresses of former days named things instead of numbering them. These look the number up and keep the rest of the
 * address, with its query and hash. Return types are written out: the router's depend on them.
 */

interface Place<Params> {
  params: Params
  location: ParsedLocation
  context: { queryClient: QueryClient }
}

/** An address with these parameters; `_splat` is what follows the name. */
export type Named<Params extends string> = Place<Record<Params, string> & { _splat?: string }>

/** `/acme/api/build/12?x#y` -> `/repos/7/pipeline/12?x#y` */
export async function toNamedRepo(place: Named<'owner' | 'name'>): Promise<never> {
  const { owner, name, _splat = '' } = place.params
  const repo = await find(place, () =>
    queryClientOf(place).fetchQuery({ ...repoNamed(`${owner}/${name}`), ...quietly }),
  )
  return goTo(`/repos/${repo.id}`, _splat.replace(/^build(?=\/)/, 'pipeline'), place)
}

/** `/repos/acme/branches` looks like the branches of a repository, but is a repository of that name. */
export async function leaveNamedRepo(place: Place<object>): Promise<void> {
  const [owner = '', name = '', ...rest] = place.location.pathname.split('/').slice(2).map(decode)
  if (name !== '') await toNamedRepo({ ...place, params: { owner, name, _splat: rest.join('/') } })
}

/** A part of a path; as it stands where it is no proper encoding. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** `/org/acme/settings` -> `/orgs/3/settings` */
export async function toNamedOrg(place: Named<'orgName'>): Promise<never> {
  const { orgName, _splat = '' } = place.params
  const org = await find(place, () => queryClientOf(place).fetchQuery({ ...orgNamed(orgName), ...quietly }))
  return goTo(`/orgs/${org.id}`, _splat, place)
}

/** `/acme` or `/3` -> `/orgs/3` */
export function toOrg(place: Named<'ownerOrOrgId'>): Promise<never> {
  const { ownerOrOrgId } = place.params
  if (/^\d+$/.test(ownerOrOrgId)) return goTo(`/orgs/${ownerOrOrgId}`, '', place)
  return toNamedOrg({ ...place, params: { orgName: ownerOrOrgId } })
}

/** What is not there gets a page that says so, not also a notification. */
const quietly = { meta: { quiet: true } }

const queryClientOf = ({ context }: Place<unknown>) => context.queryClient

async function goTo(path: string, rest: string, { location }: Place<unknown>): Promise<never> {
  const below = rest.split('/').filter(Boolean).map(encodeURIComponent)
  const hash = location.hash ? `#${location.hash}` : ''
  const href = `${config.rootPath}${[path, ...below].join('/')}${location.searchStr}${hash}`
  throw redirect({ href, replace: true })
}

/** To a visitor a server does not say whether something exists, so that signing in may help. */
async function find<Found>({ location }: Place<unknown>, look: () => Promise<Found>): Promise<Found> {
  try {
    return await look()
  } catch (error) {
    const status = statusOf(error)
    if (status === 401) requireUser({ location })
    if (status !== undefined && status >= 400 && status < 500) throw notFound()
    throw error
  }
}
