import type { Pipeline, PipelineError, Workflow } from '@yaffle/contract/pipelines'

/** What went wrong around a pipeline: in its files before it ran, and in workflows that could not run. */
export interface Findings {
  parsing: readonly PipelineError[]
  running: readonly Workflow[]
  count: number
  /** At least one is more than a warning. */
  hasErrors: boolean
}

export function findingsOf({ errors, workflows = [] }: Pick<Pipeline, 'errors' | 'workflows'>): Findings {
  const running = workflows.filter(({ error }) => error !== '')
  const parsing = distinct(errors)
  return {
    parsing,
    running,
    count: parsing.length + running.length,
    hasErrors: running.length > 0 || errors.some(({ is_warning }) => !is_warning),
  }
}

/** Each axis of a matrix finds the problems of its file anew. */
const distinct = (errors: readonly PipelineError[]): PipelineError[] => [
  ...new Map(errors.map((error) => [JSON.stringify(error), error])).values(),
]

/**
 * Whether errors are more use than logs: before any step started every problem counts, afterwards only those of the
 * files.
 */
export function errorsFirst(pipeline: Pick<Pipeline, 'errors' | 'workflows'>): boolean {
  const isParsingBad = pipeline.errors.some(({ is_warning }) => !is_warning)
  const hasStarted = (pipeline.workflows ?? []).some(({ children }) =>
    children.some(({ started }) => started > 0),
  )
  return isParsingBad || (!hasStarted && findingsOf(pipeline).running.length > 0)
}

export interface Place {
  file: string
  field: string
  docs: string
}

const textIn = (data: object, key: string): string => {
  const value = (data as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : ''
}

/** Where in the files a problem is; its shape depends on the problem and on the server. */
export function placeOf({ data }: PipelineError): Place {
  if (typeof data !== 'object' || data === null) return { file: '', field: '', docs: '' }
  return { file: textIn(data, 'file'), field: textIn(data, 'field'), docs: textIn(data, 'docs') }
}
