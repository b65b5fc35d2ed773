import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { pageSize } from '@yaffle/contract/fields'
import { type Pipeline, pipelineRoutes } from '@yaffle/contract/pipelines'

import { call } from './call.ts'
import { live } from './live.ts'
import { onlyListed, type PipelineFilters, type PipelinePages } from './pages.ts'

/** Every list of a repository's pipelines, whatever its filters. */
export const pipelineListsOf = (repoId: number) => ['repos', repoId, 'pipelines', 'list'] as const

/** Events shift the server's pages: a pipeline at the end of one page may come again at the start of the next. */
const flatten = ({ pages }: PipelinePages): Pipeline[] => {
  const seen = new Set<number>()
  return pages.flat().filter(({ number }) => !seen.has(number) && seen.add(number))
}

/** Newest first, page by page; without workflows. */
export const pipelinesOf = (repoId: number, filters: PipelineFilters = {}) =>
  infiniteQueryOptions({
    queryKey: [...pipelineListsOf(repoId), filters],
    queryFn: ({ signal, pageParam }) =>
      call(
        pipelineRoutes.list,
        { params: { repo_id: String(repoId) }, query: { ...filters, page: String(pageParam) } },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: (last: Pipeline[], _, page: number) => (last.length < pageSize ? undefined : page + 1),
    select: Object.values(filters).some(Boolean) ? (data) => onlyListed(flatten(data), filters) : flatten,
    ...live,
  })

/** The parameters of a pipeline's routes. */
export const onePipeline = (repoId: number, number: number) => ({
  repo_id: String(repoId),
  number: String(number),
})

/** One pipeline with its workflows and steps. */
export const pipelineOf = (repoId: number, number: number) =>
  queryOptions({
    queryKey: ['repos', repoId, 'pipelines', number],
    queryFn: ({ signal }) =>
      call(pipelineRoutes.get, { params: onePipeline(repoId, number), query: {} }, signal),
    ...live,
  })

/** The pipeline files it was made from. */
export const configOf = (repoId: number, number: number) =>
  queryOptions({
    queryKey: ['repos', repoId, 'pipelines', number, 'config'],
    queryFn: ({ signal }) => call(pipelineRoutes.config, { params: onePipeline(repoId, number) }, signal),
    staleTime: Infinity,
  })

/** Everything the steps are told about a pipeline; read when asked for, never kept. */
export const metadataOf = (repoId: number, number: number) =>
  call(pipelineRoutes.metadata, { params: onePipeline(repoId, number) })
