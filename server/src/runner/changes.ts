import type { Database } from '../database/database.ts'

export interface Changes {
  /** To be called inside a transaction that changes the pipeline or what belongs to it. */
  touch(pipelineId: number): void
  /** To be called inside the transaction that gave the pipeline its final status. */
  finish(pipelineId: number): void
}

/** Tells of changes once for each committed transaction, whatever number of rows it wrote; never after a rollback. */
export function createChanges(
  db: Database,
  tell: { onChange(pipelineId: number): void; onPipelineDone(pipelineId: number): void },
): Changes {
  // Each call registers itself and the first one to come up takes the id out: ids of a rolled back transaction stay
  // here without harm.
  const changed = new Set<number>()
  const finished = new Set<number>()
  return {
    touch(pipelineId) {
      changed.add(pipelineId)
      db.afterCommit(() => {
        if (changed.delete(pipelineId)) tell.onChange(pipelineId)
      })
    },
    finish(pipelineId) {
      finished.add(pipelineId)
      db.afterCommit(() => {
        if (finished.delete(pipelineId)) tell.onPipelineDone(pipelineId)
      })
    },
  }
}
