import { constraintsOf } from './decode/constraints.ts'
import { boolOf, child, intOf, mapOf, textMapOf, textOf, textsOf } from './decode/fields.ts'
import type { Field } from './decode/fields.ts'
import { dependenciesOf, stepsOf } from './decode/steps.ts'
import type { WorkflowSpec } from './spec.ts'
import type { MapNode, Node } from './yaml/nodes.ts'

function concurrencyOf(field: Field): WorkflowSpec['concurrency'] {
  if (field.node?.kind !== 'map') return { limit: intOf(field), group: '' }
  return {
    limit: intOf(child(field.node, 'limit', field.path)),
    group: textOf(child(field.node, 'group', field.path)),
  }
}

/**
 * The workflow that a file describes. Throws a compiler problem for a value of the wrong kind; keys nobody knows
 * are left to the linter.
 */
export function decodeWorkflow(root: Node): WorkflowSpec {
  const map: MapNode = mapOf({ node: root, path: 'the file' }) ?? { kind: 'map', entries: new Map(), line: 1 }
  const of = (key: string) => child(map, key, '')
  return {
    steps: stepsOf(of('steps')),
    services: stepsOf(of('services')),
    clone: stepsOf(of('clone')),
    skip_clone: boolOf(of('skip_clone')),
    when: constraintsOf(of('when')),
    depends_on: dependenciesOf(of('depends_on')),
    labels: textMapOf(of('labels')),
    concurrency: concurrencyOf(of('concurrency')),
    runs_on: textsOf(of('runs_on')),
  }
}
