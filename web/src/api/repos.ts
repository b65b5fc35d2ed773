import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { pageSize } from '@yaffle/contract/fields'
import { type RepoPatch, repoRoutes } from '@yaffle/contract/repos'

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
    getNextPageParam: (last, _, page) => (last.length < pageSize ? undefined : page + 1),
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
    getNextPageParam: (last, _, page) => (last.length < pageSize ? undefined : page + 1),
    // The forge's pages shift while they are read.
    select: ({ pages }) => [...new Map(pages.flat().map((one) => [one.index, one])).values()],
    staleTime: 30_000,
  })

export function useActivateRepo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (forgeRemoteId: string) =>
      call(repoRoutes.activate, { query: { forge_remote_id: forgeRemoteId } }),
    onSuccess(repo) {
      queryClient.setQueryData(repoOf(repo.id).queryKey, repo)
      void queryClient.invalidateQueries({ queryKey: permOf(repo.id).queryKey })
      void queryClient.invalidateQueries({ queryKey: reposMine.queryKey })
      void queryClient.invalidateQueries({ queryKey: reposAddable.queryKey })
    },
  })
}

const inRepo = (repoId: number) => ({ repo_id: String(repoId) })
const quiet = { meta: { quiet: true } } as const

/** Answers the repository as it is now; nothing has changed when any part of the patch is refused. */
export function useUpdateRepo(repoId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RepoPatch) => call(repoRoutes.update, { params: inRepo(repoId), body }),
    onSuccess(repo) {
      queryClient.setQueryData(repoOf(repoId).queryKey, repo)
      void queryClient.invalidateQueries({ queryKey: reposMine.queryKey })
    },
    ...quiet,
  })
}

/** Reads name and address from the forge again and installs the hook anew. */
export function useRepairRepo(repoId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(repoRoutes.repair, { params: inRepo(repoId) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: repoOf(repoId).queryKey, exact: true }),
    ...quiet,
  })
}

/** With `isErased` everything is gone for good; without it the repository only stops running pipelines. */
export function useRemoveRepo(repoId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ isErased }: { isErased: boolean }) =>
      call(repoRoutes.remove, { params: inRepo(repoId), query: isErased ? { remove: 'true' } : {} }),
    onSuccess(repo, { isErased }) {
      if (!isErased) queryClient.setQueryData(repoOf(repoId).queryKey, repo)
      void queryClient.invalidateQueries({ queryKey: reposMine.queryKey })
      void queryClient.invalidateQueries({ queryKey: reposAddable.queryKey })
    },
    ...quiet,
  })
}
