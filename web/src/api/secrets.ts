import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  globalSecretRoutes,
  orgSecretRoutes,
  repoSecretRoutes,
  type SecretInput,
  type SecretPatch,
} from '@yaffle/contract/secrets'

import { call } from './call.ts'
import { everyPage } from './everyPage.ts'
import { live } from './live.ts'
import { keyOfScope, type Scope } from './scope.ts'

/** What one level has itself, by name; never what it inherits. */
export const secretsOf = (scope: Scope) =>
  queryOptions({
    queryKey: ['secrets', ...keyOfScope(scope)],
    queryFn: ({ signal }) => everyPage((page) => listPage(scope, page, signal)),
    ...live,
    // A level that the caller may not read is an ordinary state of the screen.
    meta: { ...live.meta, quiet: true },
  })

function listPage(scope: Scope, page: string, signal: AbortSignal) {
  const query = { page }
  if (scope.level === 'repo')
    return call(repoSecretRoutes.list, { params: { repo_id: String(scope.repoId) }, query }, signal)
  if (scope.level === 'org')
    return call(orgSecretRoutes.list, { params: { org_id: String(scope.orgId) }, query }, signal)
  return call(globalSecretRoutes.list, { query }, signal)
}

function create(scope: Scope, body: SecretInput) {
  if (scope.level === 'repo')
    return call(repoSecretRoutes.create, { params: { repo_id: String(scope.repoId) }, body })
  if (scope.level === 'org')
    return call(orgSecretRoutes.create, { params: { org_id: String(scope.orgId) }, body })
  return call(globalSecretRoutes.create, { body })
}

function update(scope: Scope, name: string, body: SecretPatch) {
  if (scope.level === 'repo')
    return call(repoSecretRoutes.update, { params: { repo_id: String(scope.repoId), name }, body })
  if (scope.level === 'org')
    return call(orgSecretRoutes.update, { params: { org_id: String(scope.orgId), name }, body })
  return call(globalSecretRoutes.update, { params: { name }, body })
}

function remove(scope: Scope, name: string) {
  if (scope.level === 'repo')
    return call(repoSecretRoutes.remove, { params: { repo_id: String(scope.repoId), name } })
  if (scope.level === 'org')
    return call(orgSecretRoutes.remove, { params: { org_id: String(scope.orgId), name } })
  return call(globalSecretRoutes.remove, { params: { name } })
}

/** The screen says itself what was refused; a value is not kept in the cache of mutations once they are done. */
const options = { meta: { quiet: true }, gcTime: 0 } as const

export function useCreateSecret(scope: Scope) {
  const reread = useReread(scope)
  return useMutation({
    mutationFn: (input: SecretInput) => create(scope, input),
    onSettled: reread,
    ...options,
  })
}

export function useUpdateSecret(scope: Scope) {
  const reread = useReread(scope)
  return useMutation({
    mutationFn: ({ name, patch }: { name: string; patch: SecretPatch }) => update(scope, name, patch),
    onSettled: reread,
    ...options,
  })
}

export function useRemoveSecret(scope: Scope) {
  const reread = useReread(scope)
  return useMutation({ mutationFn: (name: string) => remove(scope, name), onSettled: reread, ...options })
}

function useReread(scope: Scope) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: secretsOf(scope).queryKey })
}
