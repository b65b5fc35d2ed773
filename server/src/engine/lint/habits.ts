import type { PipelineError } from '@yaffle/contract/pipelines'

import type { WorkflowSpec } from '../spec.ts'

const docs = 'https://woodpecker-ci.org/docs/usage/linter#event-filter-for-all-steps'

const warning = (file: string, field: string): PipelineError => ({
  type: 'bad_habit',
  message: 'Set an event filter for all steps or the whole workflow on all items of the `when` block',
  is_warning: true,
  data: { file, field, docs },
})

/** Steps that run on every event, since nothing says on which ones; newcomers rarely mean that. */
export function lintHabits(spec: WorkflowSpec, file: string): PipelineError[] {
  const hasEvents = spec.when.length > 0 && spec.when.every(({ event }) => event.length > 0)
  if (hasEvents) return []
  return spec.steps.flatMap((step) => {
    if (step.when.length === 0) return [warning(file, `steps.${step.name}`)]
    const index = step.when.findIndex(({ event }) => event.length === 0)
    return index === -1 ? [] : [warning(file, `steps.${step.name}.when[${index}]`)]
  })
}
