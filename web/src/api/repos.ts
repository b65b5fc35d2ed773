import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type PullRequest, repoRoutes } from '@yaffle/contract/repos'

import { call } from './call.ts'
import { live } from './live.ts'

/** The caller's active repositories, each with its newest pipeline; kept fresh by the event stream. */
export const reposMine = queryOptions({
  queryKey: ['repos', 'mine'],
  queryFn: ({ signal }) => call(repoRoutes.mine, { query: {} }, signal),
  ...live,
})

/** Also what could be activated. The server asks the forge, which may take many seconds. */
export const reposAddable = queryOptions({
  queryKey: ['repos', 'addable'],
  queryFn: ({ signal }) => call(repoRoutes.mine, { query: { all: 'true' } }, signal),
  staleTime: 60_000,
})

export const repoOf = (repoId: number) =>
  queryOptions({
    queryKey: ['repos', repoId],
    queryFn: ({ signal }) => call(repoRoutes.get, { params: { repo_id: String(repoId) } }, signal),
    ...live,
  })

/** What the caller may do; answers for every repository that exists, also for visitors. */
export const permOf = (repoId: number) =>
  queryOptions({
    queryKey: ['repos', repoId, 'permissions'],
    queryFn: ({ signal }) => call(repoRoutes.permissions, { params: { repo_id: String(repoId) } }, signal),
    staleTime: 60_000,
  })

/**
 * Lists of the forge come in pages of the forge's own size, 10, 25 or whatever fits into 50: only a page of an odd length
 * is surely the last. One that brings nothing new is, too.
 */
function nextOfForge<Item>(keyOf: (item: Item) => string) {
  return (last: Item[], all: Item[][], page: number) => {
    if (last.length === 0 || last.length % 5 !== 0) return undefined
    const known = new Set(all.slice(0, -1).flat().map(keyOf))
    return last.every((item) => known.has(keyOf(item))) ? undefined : page + 1
  }
}

/** By `owner/name`, where the owner may contain slashes; old names lead to the repository of today. */
export const repoNamed = (fullName: string) =>
  queryOptions({
    queryKey: ['repos', 'named', fullName],
    queryFn: ({ signal }) => call(repoRoutes.lookup, { params: { '*': fullName } }, signal),
  })

export const branchesOf = (repoId: number) =>
  infiniteQueryOptions({
    queryKey: ['repos', repoId, 'branches'],
    queryFn: ({ signal, pageParam }) =>
      call(
        repoRoutes.branches,
        { params: { repo_id: String(repoId) }, query: { page: String(pageParam) } },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: nextOfForge<string>((branch) => branch),
    select: ({ pages }) => [...new Set(pages.flat())],
    staleTime: 30_000,
  })

/** Those that are open. The server asks the forge. */
export const pullRequestsOf = (repoId: number) =>
  infiniteQueryOptions({
    queryKey: ['repos', repoId, 'pull_requests'],
    queryFn: ({ signal, pageParam }) =>
      call(
        repoRoutes.pullRequests,
        { params: { repo_id: String(repoId) }, query: { page: String(pageParam) } },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: nextOfForge<PullRequest>(({ index }) => index),
    // The forge's pages shift while they are read.
    select: ({ pages }) => [...new Map(pages.flat().map((one) => [one.index, one])).values()],
    staleTime: 30_000,
  })
