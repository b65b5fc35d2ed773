import type { PipelineError } from '@yaffle/contract/pipelines'

import { decodeWorkflow } from './decode.ts'
import { lintDeprecations } from './lint/deprecations.ts'
import { lintHabits } from './lint/habits.ts'
import { lintSchema } from './lint/validate.ts'
import { Problem } from './problems.ts'
import type { WorkflowSpec } from './spec.ts'
import type { Node } from './yaml/nodes.ts'

/** The workflow before variables are put in; undefined if it only becomes one by them. */
function decodedAsWritten(root: Node): WorkflowSpec | undefined {
  try {
    return decodeWorkflow(root)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Findings about a file as it stands, variables not put in: schema, deprecations, habits. All are warnings. */
export function lintFile({ file, text, root }: { file: string; text: string; root: Node }): PipelineError[] {
  const spec = decodedAsWritten(root)
  return [
    ...lintSchema(root, file),
    ...lintDeprecations(text, root, file),
    ...(spec ? lintHabits(spec, file) : []),
  ]
}
