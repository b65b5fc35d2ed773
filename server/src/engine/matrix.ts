import { child, mapOf, textMapOf, textOf } from './decode/fields.ts'
import { compilerProblem } from './problems.ts'
import { describe, isNull } from './yaml/nodes.ts'
import type { MapNode, Node } from './yaml/nodes.ts'

/** Values by name; the empty one stands for a file without a matrix. */
export type Axis = Map<string, string>

const maxKeys = 12
const maxAxes = 27

function valuesOf(matrix: MapNode, key: string): string[] {
  const node = matrix.entries.get(key)
  if (isNull(node)) return []
  if (node.kind !== 'list')
    throw compilerProblem(`line ${node.line}: \`matrix.${key}\` must be a list, not ${describe(node)}`)
  return node.items.map((item, index) => textOf({ node: item, path: `matrix.${key}[${index}]` }))
}

function includedAxes(matrix: MapNode): Axis[] {
  const node = matrix.entries.get('include')
  if (node?.kind !== 'list') return []
  return node.items.map((item, index) => textMapOf({ node: item, path: `matrix.include[${index}]` }))
}

/**
 * The axes of a file's matrix: the maps of `include`, else every combination of the lists, the alphabetically last
 * key varying fastest. More than 12 keys or 27 combinations are cut off. Without a matrix: one empty axis.
 */
export function matrixAxes(file: Node): Axis[] {
  const root = file.kind === 'map' ? file : undefined
  const matrix = root && mapOf(child(root, 'matrix', ''))
  if (!matrix) return [new Map()]
  const included = includedAxes(matrix)
  if (included.length > 0) return included

  const keys = [...matrix.entries.keys()].filter((key) => key !== 'include').toSorted()
  const lists = keys
    .map((key): [string, string[]] => [key, valuesOf(matrix, key)])
    .filter(([, values]) => values.length > 0)
    .slice(0, maxKeys)
  let axes: Axis[] = [new Map()]
  // Built from the slowest key on, so that cutting off late combinations early changes nothing.
  for (const [key, values] of lists) {
    axes = axes.flatMap((axis) => values.map((value) => new Map([...axis, [key, value]])))
    axes = axes.slice(0, maxAxes)
  }
  return axes
}
