import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RepoPatch, repoRoutes } from '@yaffle/contract/repos'

import { call } from './call.ts'
import { permOf, repoOf, reposAddable, reposMine } from './repos.ts'

/* What changes repositories; apart from `repos.ts`, which every page loads. */

const inRepo = (repoId: number) => ({ repo_id: String(repoId) })
/** Their screens say themselves what was refused. */
const quiet = { meta: { quiet: true } } as const

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
    ...quiet,
  })
}

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
