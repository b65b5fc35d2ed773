import { pageSize } from '@yaffle/contract/fields'
import { type Pipeline, pipelineRoutes } from '@yaffle/contract/pipelines'

import { call } from './call.ts'
import { onlyListed, type PipelineFilters } from './pages.ts'

/** So many pages are searched for a run to compare with. */
const mostPages = 4

/** What was kept from running may have times all the same. */
const keptFromRunning: ReadonlySet<string> = new Set(['created', 'blocked', 'declined', 'error', 'skipped'])

/**
 * The newest pipeline before this one that ran a branch's own configuration; null when none is found. Pull requests
 * and deployments of them are listed under the branch, too, but bring files of their own; and what was stopped before
 * it began (`killed` and `canceled` without a start) was never let through by anybody (security 13).
 */
export async function lastRunBefore(
  repoId: number,
  { number, created }: Pick<Pipeline, 'number' | 'created'>,
  branch: string,
  signal: AbortSignal,
): Promise<Pipeline | null> {
  if (branch === '') return null
  // Exclusive, and two pipelines may be of one second.
  const before = new Date((created + 1) * 1000).toISOString()
  const filters: PipelineFilters = { branch, event: 'push,manual,cron', before }
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { ...filters, page: String(page) }
    const rows = await call(pipelineRoutes.list, { params: { repo_id: String(repoId) }, query }, signal)
    const found = onlyListed(rows, filters).find(
      (row) => row.number < number && row.started > 0 && !keptFromRunning.has(row.status),
    )
    if (found) return found
    if (rows.length < pageSize) return null
  }
  return null
}
