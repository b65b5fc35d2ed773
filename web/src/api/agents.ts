import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AgentInput, agentRoutes, orgAgentRoutes } from '@yaffle/contract/agents'

import { call } from './call.ts'
import { everyPage } from './everyPage.ts'
import { live } from './live.ts'
import { keyOfScope, type Scope } from './scope.ts'

/** Agents belong to an organisation or to the whole server. */
export type AgentScope = Exclude<Scope, { level: 'repo' }>

/** Of the whole server: those of organisations too. */
export const agentsOf = (scope: AgentScope) =>
  queryOptions({
    queryKey: ['agents', ...keyOfScope(scope)],
    queryFn: ({ signal }) =>
      everyPage((page) => {
        const query = { page }
        return scope.level === 'org'
          ? call(orgAgentRoutes.list, { params: { org_id: String(scope.orgId) }, query }, signal)
          : call(agentRoutes.list, { query }, signal)
      }),
    ...live,
  })

const one = (id: number) => ({ agent_id: String(id) })
const quiet = { meta: { quiet: true } } as const

export function useCreateAgent(scope: AgentScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: AgentInput) =>
      scope.level === 'org'
        ? call(orgAgentRoutes.create, { params: { org_id: String(scope.orgId) }, body })
        : call(agentRoutes.create, { body }),
    onSuccess(agent) {
      queryClient.setQueryData(agentsOf(scope).queryKey, (known) => known && [...known, agent])
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: agentsOf(scope).queryKey }),
    ...quiet,
  })
}

export function useUpdateAgent(scope: AgentScope) {
  const reread = useReread(scope)
  return useMutation({
    mutationFn: ({ id, input }: { id: number; input: AgentInput }) =>
      scope.level === 'org'
        ? call(orgAgentRoutes.update, { params: { org_id: String(scope.orgId), ...one(id) }, body: input })
        : call(agentRoutes.update, { params: one(id), body: input }),
    onSettled: reread,
    ...quiet,
  })
}

/** Refused (409) while it is working. */
export function useRemoveAgent(scope: AgentScope) {
  const reread = useReread(scope)
  return useMutation({
    mutationFn: (id: number) =>
      scope.level === 'org'
        ? call(orgAgentRoutes.remove, { params: { org_id: String(scope.orgId), ...one(id) } })
        : call(agentRoutes.remove, { params: one(id) }),
    onSettled: reread,
    ...quiet,
  })
}

function useReread(scope: AgentScope) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: agentsOf(scope).queryKey })
}
