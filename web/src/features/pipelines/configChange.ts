import { queryOptions } from '@tanstack/react-query'
import type { Pipeline } from '@yaffle/contract/pipelines'

import { lastRunBefore } from '../../api/lastRun.ts'
import { live } from '../../api/live.ts'
import { configOf } from '../../api/pipelines.ts'
import type { FileChange } from './fileChanges.ts'

export type ConfigChange =
  /** No pipeline to compare with was found. */
  | { kind: 'noBase' }
  /** Pipeline `number` has no files stored, so that nothing can be said. */
  | { kind: 'notStored'; number: number }
  | { kind: 'compared'; since: number; files: FileChange[] }

/** The panel says what failed; the whole is tried again, not each of its parts. */
const quietly = { meta: { quiet: true }, retry: false } as const

/** What a pipeline's own configuration changes against the last that ran for a branch. */
export const configChangeOf = (
  repoId: number,
  branch: string,
  pipeline: Pick<Pipeline, 'number' | 'created'>,
) => {
  const { number } = pipeline
  const own = configOf(repoId, number)
  return queryOptions({
    queryKey: [...own.queryKey, 'change', branch],
    queryFn: async ({ client, signal }): Promise<ConfigChange> => {
      const base = await lastRunBefore(repoId, pipeline, branch, signal)
      if (!base) return { kind: 'noBase' }
      const [now, before, { fileChanges }] = await Promise.all([
        client.fetchQuery({ ...own, ...quietly }),
        client.fetchQuery({ ...configOf(repoId, base.number), ...quietly }),
        import('./fileChanges.ts'),
      ])
      if (now.length === 0) return { kind: 'notStored', number }
      if (before.length === 0) return { kind: 'notStored', number: base.number }
      return { kind: 'compared', since: base.number, files: fileChanges(before, now) }
    },
    ...live,
    meta: { ...live.meta, ...quietly.meta },
  })
}

export const isUnchanged = (files: readonly FileChange[]) => files.every(({ kind }) => kind === 'same')
