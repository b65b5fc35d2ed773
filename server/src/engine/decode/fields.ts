import { compilerProblem } from '../problems.ts'
import { describe, isNull } from '../yaml/nodes.ts'
import type { MapNode, Node } from '../yaml/nodes.ts'
import { wordOfBool } from '../yaml/scalars.ts'

/** A value and where it stands, for messages: `steps.build.commands`. */
export interface Field {
  node: Node | undefined
  path: string
}

const wrong = (field: Field, wanted: string) => {
  const { node, path } = field
  const line = node && node.line > 0 ? `line ${node.line}: ` : ''
  return compilerProblem(`${line}\`${path}\` must be ${wanted}, not ${node ? describe(node) : 'nothing'}`)
}

export const at = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

export const child = (map: MapNode, key: string, path: string): Field => ({
  node: map.entries.get(key),
  path: at(path, key),
})

/** Any scalar, as it is written; absent or null is ''. */
export function textOf(field: Field): string {
  if (isNull(field.node)) return ''
  if (field.node.kind === 'scalar') return field.node.text
  throw wrong(field, 'text')
}

/** Absent or null is the fallback. */
export function boolOf(field: Field, fallback = false): boolean {
  const { node } = field
  if (isNull(node)) return fallback
  if (node.kind === 'scalar') {
    if (typeof node.value === 'boolean') return node.value
    const word = typeof node.value === 'string' ? wordOfBool.get(node.value) : undefined
    if (word !== undefined) return word
  }
  throw wrong(field, '`true` or `false`')
}

export function intOf(field: Field): number {
  const { node } = field
  if (isNull(node)) return 0
  if (node.kind === 'scalar' && typeof node.value === 'number' && Number.isInteger(node.value))
    return node.value
  throw wrong(field, 'a whole number')
}

/** Undefined if absent or null. */
export function mapOf(field: Field): MapNode | undefined {
  if (isNull(field.node)) return undefined
  if (field.node.kind === 'map') return field.node
  throw wrong(field, 'a map')
}

/** Any scalar alone, or a list of real strings: a bare number in the list is an error. */
export function textsOf(field: Field): string[] {
  const { node } = field
  if (isNull(node)) return []
  if (node.kind === 'scalar') return [node.text]
  if (node.kind === 'map') throw wrong(field, 'text or a list of texts')
  return node.items.map((item, index) => {
    if (item.kind === 'scalar' && typeof item.value === 'string') return item.text
    throw wrong({ node: item, path: `${field.path}[${index}]` }, 'text (put it in quotes)')
  })
}

/** A map from names to scalars, kept as they are written. */
export function textMapOf(field: Field): Map<string, string> {
  const texts = new Map<string, string>()
  const map = mapOf(field)
  if (!map) return texts
  for (const key of map.entries.keys()) texts.set(key, textOf(child(map, key, field.path)))
  return texts
}

/** A map whose values are looked at later. */
export const valuesOf = (field: Field): Map<string, Node> => mapOf(field)?.entries ?? new Map<string, Node>()
