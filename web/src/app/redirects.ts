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

export interface Place {
  location: ParsedLocation
  context: { queryClient: QueryClient }
}

/** `/acme/api/build/12?x#y` and `/repos/acme/api/build/12?x#y` -> `/repos/7/pipeline/12?x#y` */
export async function toNamedRepo(place: Place): Promise<never> {
  const parts = partsOf(place)
  const isBare = parts[0] !== 'repos'
  const [owner = '', name = '', ...rest] = isBare ? parts : parts.slice(1)
  if (isBare && taken.has(owner)) throw notFound()
  const fullName = `${decode(owner)}/${decode(name)}`
  const repo = await find(place, (queryClient) =>
    queryClient.fetchQuery({ ...repoNamed(fullName), ...quietly }),
  )
  if (rest[0] === 'build') rest[0] = 'pipeline'
  return goTo(['repos', String(repo.id), ...rest], place)
}

/** `/repos/acme/branches` looks like the branches of a repository, but is a repository of that name. */
export async function leaveNamedRepo(place: Place): Promise<void> {
  if (partsOf(place).length > 2) await toNamedRepo(place)
}

/** `/org/acme/settings`, `/acme` -> `/orgs/3/settings`, `/orgs/3`; a number is the id already. `/org` names nobody. */
export async function toNamedOrg(place: Place): Promise<never> {
  const parts = partsOf(place)
  if (parts.length < 2 && taken.has(parts[0] ?? '')) throw notFound()
  const [name = '', ...rest] = parts[0] === 'org' ? parts.slice(1) : parts
  if (/^\d+$/.test(name)) return goTo(['orgs', name, ...rest], place)
  // Nobody tells visitors of organisations, and some servers break over the question (wire 8.1.17).
  requireUser(place)
  const org = await find(place, (queryClient) =>
    queryClient.fetchQuery({ ...orgNamed(decode(name)), ...quietly }),
  )
  return goTo(['orgs', String(org.id), ...rest], place)
}

/** First parts of the product's own addresses: nobody's name there, even where what follows does not exist. */
const taken = new Set(['repos', 'orgs', 'org', 'admin', 'user', 'login', 'cli'])

/** Between the slashes, below the root path and as the address bar has them: `%2F` is part of a name. */
const partsOf = ({ location }: Place) =>
  new URL(location.publicHref, globalThis.location.origin).pathname
    .slice(config.rootPath.length)
    .split('/')
    .filter(Boolean)

/** A part of a path; as it stands where it is no proper encoding. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** What is not there gets a page that says so, not also a notification. */
const quietly = { meta: { quiet: true } }

function goTo(parts: string[], { location }: Place): never {
  const { search, hash } = new URL(location.publicHref, globalThis.location.origin)
  throw redirect({ href: `${config.rootPath}/${parts.join('/')}${search}${hash}`, replace: true })
}

/**
 * To a visitor a server does not say whether something exists, so that signing in may help. What is no name at all, such
 * as `%2F`, is not even asked for (`api/url.ts`).
 */
async function find<Found>(
  { location, context }: Place,
  look: (queryClient: QueryClient) => Promise<Found>,
): Promise<Found> {
  try {
    return await look(context.queryClient)
  } catch (error) {
    const status = statusOf(error)
    if (status === 401) requireUser({ location })
    if (error instanceof RangeError || (status !== undefined && status >= 400 && status < 500))
      throw notFound()
    throw error
  }
}
