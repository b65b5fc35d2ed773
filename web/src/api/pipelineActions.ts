import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Pipeline, type PipelineOptions, pipelineRoutes } from '@yaffle/contract/pipelines'

import { call } from './call.ts'
import { onePipeline, pipelineListsOf, pipelineOf } from './pipelines.ts'

/* What makes, ends and reviews pipelines; apart from `pipelines.ts`, which every page loads. */

/** Their screens say themselves what was refused. */
const quiet = { meta: { quiet: true } } as const

/** Answers nothing when no workflow wants to run. */
export function useRunPipeline(repoId: number) {
  const keep = useKeepPipeline(repoId)
  return useMutation({
    mutationFn: (options: PipelineOptions) =>
      call(pipelineRoutes.create, { params: { repo_id: String(repoId) }, body: options }),
    onSuccess: keep,
    ...quiet,
  })
}

/** Answers the new pipeline, which has its own number. */
export function useRestartPipeline(repoId: number) {
  const keep = useKeepPipeline(repoId)
  return useMutation({
    // Servers ignore the query of a restart; the name is the one existing clients send.
    mutationFn: (number: number) =>
      call(pipelineRoutes.restart, { params: onePipeline(repoId, number), query: { fork: 'true' } }),
    onSuccess: keep,
    ...quiet,
  })
}

/** Query keys of a restart that say what to do; a variable cannot have one of these names. */
export const reservedVariables = ['event', 'deploy_to', 'deploy_task', 'fork', 'access_token'] as const

export interface Deployment {
  number: number
  deploy_to: string
  deploy_task: string
  variables: Readonly<Record<string, string>>
}

/** Answers the new pipeline. Variables stand in the query as they are; none may be one of `reservedVariables`. */
export function useDeployPipeline(repoId: number) {
  const keep = useKeepPipeline(repoId)
  return useMutation({
    mutationFn: ({ number, deploy_to, deploy_task, variables }: Deployment) =>
      call(pipelineRoutes.restart, {
        params: onePipeline(repoId, number),
        query: { ...variables, event: 'deployment', deploy_to, deploy_task },
      }),
    onSuccess: keep,
    ...quiet,
  })
}

export function useCancelPipeline(repoId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (number: number) => call(pipelineRoutes.cancel, { params: onePipeline(repoId, number) }),
    // Also after a refusal: the usual reason is that the pipeline has ended meanwhile.
    onSettled: (_, __, number) =>
      queryClient.invalidateQueries({ queryKey: pipelineOf(repoId, number).queryKey, exact: true }),
    ...quiet,
  })
}

/** Lets a blocked pipeline run, or not. Its state is read again also after a refusal: somebody else may have decided. */
export function useReviewPipeline(repoId: number, verdict: 'approve' | 'decline') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (number: number) => call(pipelineRoutes[verdict], { params: onePipeline(repoId, number) }),
    async onSettled(_, __, number) {
      void queryClient.invalidateQueries({ queryKey: pipelineListsOf(repoId) })
      await queryClient.invalidateQueries({ queryKey: pipelineOf(repoId, number).queryKey, exact: true })
    },
    ...quiet,
  })
}

/** A pipeline that the server has just made: its page opens at once, lists learn of it even without events. */
function useKeepPipeline(repoId: number) {
  const queryClient = useQueryClient()
  return (pipeline: Pipeline | undefined) => {
    if (!pipeline) return
    const { queryKey } = pipelineOf(repoId, pipeline.number)
    queryClient.setQueryData(queryKey, (known) => known ?? pipeline)
    void queryClient.invalidateQueries({ queryKey: pipelineListsOf(repoId) })
  }
}
