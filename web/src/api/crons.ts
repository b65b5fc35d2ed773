import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CronInput, type CronPatch, cronRoutes } from '@yaffle/contract/crons'

import { call } from './call.ts'
import { everyPage } from './everyPage.ts'
import { live } from './live.ts'
import { withWording } from './merge.ts'
import { pipelineListsOf, pipelineOf } from './pipelines.ts'

/** A repository's schedules, by name. */
export const cronsOf = (repoId: number) =>
  queryOptions({
    queryKey: ['repos', repoId, 'crons'],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        call(cronRoutes.list, { params: { repo_id: String(repoId) }, query: { page } }, signal),
      ),
    ...live,
  })

const oneCron = (repoId: number, cronId: number) => ({ repo_id: String(repoId), cron_id: String(cronId) })
const quiet = { meta: { quiet: true } } as const

export function useCreateCron(repoId: number) {
  const reread = useReread(repoId)
  return useMutation({
    mutationFn: (input: CronInput) =>
      call(cronRoutes.create, { params: { repo_id: String(repoId) }, body: input }),
    onSettled: reread,
    ...quiet,
  })
}

export function useUpdateCron(repoId: number) {
  const reread = useReread(repoId)
  return useMutation({
    mutationFn: ({ id, patch }: { id: number; patch: CronPatch }) =>
      call(cronRoutes.update, { params: oneCron(repoId, id), body: patch }),
    onSettled: reread,
    ...quiet,
  })
}

export function useRemoveCron(repoId: number) {
  const reread = useReread(repoId)
  return useMutation({
    mutationFn: (id: number) => call(cronRoutes.remove, { params: oneCron(repoId, id) }),
    onSettled: reread,
    ...quiet,
  })
}

/** Answers nothing when no workflow wants to run. */
export function useRunCron(repoId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(cronRoutes.run, { params: oneCron(repoId, id) }),
    onSuccess(pipeline) {
      if (!pipeline) return
      const { queryKey } = pipelineOf(repoId, pipeline.number)
      // Real servers answer with the pipeline as it is stored, which has no text.
      queryClient.setQueryData(queryKey, (known) => known ?? withWording(pipeline))
      void queryClient.invalidateQueries({ queryKey: pipelineListsOf(repoId) })
    },
  })
}

function useReread(repoId: number) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: cronsOf(repoId).queryKey })
}
