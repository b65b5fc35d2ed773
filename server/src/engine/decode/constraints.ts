import { compilerProblem } from '../problems.ts'
import type { Constraint, Globs, PathFilter } from '../spec.ts'
import { isNull } from '../yaml/nodes.ts'
import type { MapNode } from '../yaml/nodes.ts'
import { boolOf, child, mapOf, textMapOf, textOf, textsOf } from './fields.ts'
import type { Field } from './fields.ts'

/** `x`, `[x, y]` or `{include: …, exclude: …}`. */
function globsOf(field: Field): Globs {
  if (field.node?.kind !== 'map') return { include: textsOf(field), exclude: [] }
  return {
    include: textsOf(child(field.node, 'include', field.path)),
    exclude: textsOf(child(field.node, 'exclude', field.path)),
  }
}

function pathOf(field: Field): PathFilter {
  if (field.node?.kind !== 'map') return { ...globsOf(field), ignore_message: '', on_empty: true }
  return {
    ...globsOf(field),
    ignore_message: textOf(child(field.node, 'ignore_message', field.path)),
    on_empty: boolOf(child(field.node, 'on_empty', field.path), true),
  }
}

/** A flat map is what must match; the keys `include` and `exclude` with maps below them say so explicitly. */
function matrixOf(field: Field): Constraint['matrix'] {
  const map = mapOf(field)
  const isExplicit = ['include', 'exclude'].some((key) => map?.entries.get(key)?.kind === 'map')
  if (!map || !isExplicit) return { include: textMapOf(field), exclude: new Map() }
  return {
    include: textMapOf(child(map, 'include', field.path)),
    exclude: textMapOf(child(map, 'exclude', field.path)),
  }
}

function constraintOf(map: MapNode, path: string): Constraint {
  const of = (key: string) => child(map, key, path)
  return {
    event: textsOf(of('event')),
    branch: globsOf(of('branch')),
    ref: globsOf(of('ref')),
    repo: globsOf(of('repo')),
    instance: globsOf(of('instance')),
    platform: globsOf(of('platform')),
    cron: globsOf(of('cron')),
    path: pathOf(of('path')),
    matrix: matrixOf(of('matrix')),
    evaluate: textOf(of('evaluate')),
    status: textsOf(of('status')),
  }
}

/** A map is one constraint, a list several; nothing is none. */
export function constraintsOf(field: Field): Constraint[] {
  const { node, path } = field
  if (isNull(node)) return []
  if (node.kind === 'map') return [constraintOf(node, path)]
  if (node.kind === 'scalar')
    throw compilerProblem(`line ${node.line}: \`${path}\` must be a map or a list of maps`)
  return node.items.map((item, index) => {
    const itemPath = `${path}[${index}]`
    if (item.kind === 'map') return constraintOf(item, itemPath)
    if (isNull(item)) return constraintOf({ kind: 'map', entries: new Map(), line: item.line }, itemPath)
    throw compilerProblem(`line ${item.line}: \`${itemPath}\` must be a map`)
  })
}
