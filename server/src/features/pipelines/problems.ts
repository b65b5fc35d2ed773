import type { PipelineError } from '@yaffle/contract/pipelines'

import { ForgeError } from '../../forge/driver.ts'
import { ExtensionError } from './extensions/error.ts'

/** A problem that no rule of the file format names. */
export const generic = (message: string): PipelineError => ({
  type: 'generic',
  message,
  is_warning: false,
  data: null,
})

/** What stands in the way of a pipeline, for whoever looks at it; a bug of ours goes on. */
export function problemOf(error: unknown): PipelineError {
  if (error instanceof ForgeError) return generic(`The pipeline files could not be read: ${error.message}`)
  if (error instanceof ExtensionError) return generic(error.message)
  throw error
}
