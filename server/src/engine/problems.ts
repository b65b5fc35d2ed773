import type { PipelineError } from '@yaffle/contract/pipelines'

/** Stops the building of a workflow; carries what the pipeline will show. */
export class Problem extends Error {
  readonly error: PipelineError

  constructor(error: PipelineError) {
    super(error.message)
    this.error = error
  }
}

/** Malformed YAML or a value of the wrong kind. */
export const compilerProblem = (message: string) =>
  new Problem({ type: 'compiler', message, is_warning: false, data: null })

/** Everything that has no type of its own: secrets, substitution, order of steps. */
export const genericProblem = (message: string) =>
  new Problem({ type: 'generic', message, is_warning: false, data: null })

/** A finding about a place of a file: `file` is the workflow's name, `field` is dotted. */
export const finding = (message: string, file: string, field: string, isWarning: boolean): PipelineError => ({
  type: 'linter',
  message,
  is_warning: isWarning,
  data: { file, field },
})
