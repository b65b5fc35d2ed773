import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  globalRegistryRoutes,
  orgRegistryRoutes,
  type RegistryInput,
  repoRegistryRoutes,
} from '@yaffle/contract/registries'

import { call } from './call.ts'
import { everyPage } from './everyPage.ts'
import { live } from './live.ts'
import { keyOfScope, type Scope } from './scope.ts'

/** What one level has itself; the global one also what the operator configured, read-only. */
export const registriesOf = (scope: Scope) =>
  queryOptions({
    queryKey: ['registries', ...keyOfScope(scope)],
    queryFn: ({ signal }) => everyPage((page) => listPage(scope, page, signal)),
    ...live,
    // A level that the caller may not read is an ordinary state of the screen.
    meta: { ...live.meta, quiet: true },
  })

function listPage(scope: Scope, page: string, signal: AbortSignal) {
  const query = { page }
  if (scope.level === 'repo')
    return call(repoRegistryRoutes.list, { params: { repo_id: String(scope.repoId) }, query }, signal)
  if (scope.level === 'org')
    return call(orgRegistryRoutes.list, { params: { org_id: String(scope.orgId) }, query }, signal)
  return call(globalRegistryRoutes.list, { query }, signal)
}

function create(scope: Scope, body: RegistryInput) {
  if (scope.level === 'repo')
    return call(repoRegistryRoutes.create, { params: { repo_id: String(scope.repoId) }, body })
  if (scope.level === 'org')
    return call(orgRegistryRoutes.create, { params: { org_id: String(scope.orgId) }, body })
  return call(globalRegistryRoutes.create, { body })
}

function update(scope: Scope, address: string, body: RegistryInput) {
  if (scope.level === 'repo')
    return call(repoRegistryRoutes.update, { params: { repo_id: String(scope.repoId), address }, body })
  if (scope.level === 'org')
    return call(orgRegistryRoutes.update, { params: { org_id: String(scope.orgId), address }, body })
  return call(globalRegistryRoutes.update, { params: { address }, body })
}

function remove(scope: Scope, address: string) {
  if (scope.level === 'repo')
    return call(repoRegistryRoutes.remove, { params: { repo_id: String(scope.repoId), address } })
  if (scope.level === 'org')
    return call(orgRegistryRoutes.remove, { params: { org_id: String(scope.orgId), address } })
  return call(globalRegistryRoutes.remove, { params: { address } })
}

/** The screen says itself what was refused; a password is not kept in the cache of mutations once they are done. */
const options = { meta: { quiet: true }, gcTime: 0 } as const

export function useCreateRegistry(scope: Scope) {
  const reread = useReread(scope)
  return useMutation({
    mutationFn: (input: RegistryInput) => create(scope, input),
    onSettled: reread,
    ...options,
  })
}

/** Empty texts keep what is stored. */
export function useUpdateRegistry(scope: Scope) {
  const reread = useReread(scope)
  return useMutation({
    mutationFn: ({ address, input }: { address: string; input: RegistryInput }) =>
      update(scope, address, input),
    onSettled: reread,
    ...options,
  })
}

export function useRemoveRegistry(scope: Scope) {
  const reread = useReread(scope)
  return useMutation({
    mutationFn: (address: string) => remove(scope, address),
    onSettled: reread,
    ...options,
  })
}

function useReread(scope: Scope) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: registriesOf(scope).queryKey })
}
