import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ForgeInput, forgeRoutes } from '@yaffle/contract/forges'

import { call } from './call.ts'
import { everyPage } from './everyPage.ts'

/** Where people may sign in from; visitors see them too. */
export const forges = queryOptions({
  queryKey: ['forges'],
  queryFn: ({ signal }) => call(forgeRoutes.list, { query: {} }, signal),
  staleTime: 5 * 60_000,
})

/** All of them, however many; administrators get every field but the secrets. */
export const everyForge = queryOptions({
  queryKey: ['forges', 'all'],
  queryFn: ({ signal }) => everyPage((page) => call(forgeRoutes.list, { query: { page } }, signal)),
  staleTime: 60_000,
})

export const forgeOf = (forgeId: number) =>
  queryOptions({
    queryKey: ['forges', forgeId],
    queryFn: ({ signal }) => call(forgeRoutes.get, { params: { forge_id: String(forgeId) } }, signal),
    staleTime: Infinity,
  })

/** The screen says itself what was refused; a secret is not kept in the cache of mutations once they are done. */
const options = { meta: { quiet: true }, gcTime: 0 } as const

export function useCreateForge() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ForgeInput) => call(forgeRoutes.create, { body }),
    onSuccess: (forge) => queryClient.setQueryData(forgeOf(forge.id).queryKey, forge),
    onSettled: () => queryClient.invalidateQueries({ queryKey: forges.queryKey }),
    ...options,
  })
}

/** Replaces all fields; only an empty `oauth_client_secret` keeps what is stored. */
export function useUpdateForge(forgeId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ForgeInput) =>
      call(forgeRoutes.update, { params: { forge_id: String(forgeId) }, body }),
    onSuccess: (forge) => queryClient.setQueryData(forgeOf(forgeId).queryKey, forge),
    onSettled: () => queryClient.invalidateQueries({ queryKey: forges.queryKey }),
    ...options,
  })
}

/** Refused (409) by servers that look whether it has users or repositories. */
export function useRemoveForge() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (forgeId: number) => call(forgeRoutes.remove, { params: { forge_id: String(forgeId) } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: forges.queryKey }),
    ...options,
  })
}
