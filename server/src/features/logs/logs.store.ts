import type { Database } from '../../database/database.ts'

export type LogStore = ReturnType<typeof createLogStore>

/** Writing and reading lines is the runner's; this only takes away what nobody writes any more. */
export function createLogStore(db: Database) {
  const ofStep = db.run('DELETE FROM log_entries WHERE step_id = :step_id')
  const ofPipeline = db.run(
    'DELETE FROM log_entries WHERE step_id IN (SELECT id FROM steps WHERE pipeline_id = :pipeline_id)',
  )
  return {
    removeOfStep: (step_id: number) => void ofStep({ step_id }),
    removeOfPipeline: (pipeline_id: number) => void ofPipeline({ pipeline_id }),
  }
}
