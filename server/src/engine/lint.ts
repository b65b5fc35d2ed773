import type { PipelineError } from '@yaffle/contract/pipelines'

import type { WorkflowSpec } from './spec.ts'
import type { Trusted } from './types.ts'
import type { Node } from './yaml/nodes.ts'

/** Findings about a file as it stands, variables not put in: schema, deprecations, habits. All are warnings. */
export const lintFile = (_file: { file: string; text: string; root: Node }): PipelineError[] => []

/** Findings about a workflow as it will run: what cannot work, and what the repository is not trusted with. */
export const lintWorkflow = (
  _spec: WorkflowSpec,
  _context: { file: string; trusted: Trusted; trustedClonePlugins: string[]; privilegedPlugins: string[] },
): PipelineError[] => []
