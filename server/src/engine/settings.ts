import { genericProblem } from './problems.ts'
import type { Node, ScalarNode } from './yaml/nodes.ts'

/** Gives the value of a secret or throws. */
type Resolve = (name: string) => string

/** A float as Go prints it: an exponent below 1e-4 and from 1e21 on, with two digits at least. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const size = Math.abs(value)
  const isLong = value !== 0 && (size < 1e-4 || size >= 1e21)
  if (!isLong) return String(value)
  return value.toExponential().replace(/e([-+])(\d)$/, 'e$10$2')
}

/** A scalar as text; undefined for null. */
function scalarText(node: ScalarNode): string | undefined {
  const { value } = node
  if (value === null) return undefined
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'object') return JSON.stringify(value.timestamp)
  return String(value)
}

function jsonOf(node: Node, resolve: Resolve): string {
  if (node.kind === 'list') return `[${node.items.map((item) => jsonOf(item, resolve)).join(',')}]`
  if (node.kind === 'map') {
    const secret = secretOf(node)
    if (secret !== undefined) return JSON.stringify(resolve(secret))
    const keys = [...node.entries.keys()].toSorted()
    const parts = keys.map((key) => {
      const value = node.entries.get(key)
      return `${JSON.stringify(key)}:${value ? jsonOf(value, resolve) : 'null'}`
    })
    return `{${parts.join(',')}}`
  }
  const { value } = node
  if (typeof value === 'bigint') return String(value)
  if (value !== null && typeof value === 'object') return JSON.stringify(value.timestamp)
  return JSON.stringify(value)
}

/** The secret that `{from_secret: name}` names; undefined for every other value. */
function secretOf(node: Node): string | undefined {
  const name = node.kind === 'map' ? node.entries.get('from_secret') : undefined
  if (!name) return undefined
  if (name.kind === 'scalar' && typeof name.value === 'string') return name.text
  throw genericProblem(`line ${name.line}: \`from_secret\` must be the name of a secret`)
}

/** A value of `settings` or `environment` as a variable's text; undefined if the variable is not to be set. */
function variableText(node: Node, resolve: Resolve): string | undefined {
  if (node.kind === 'scalar') return scalarText(node)
  if (node.kind === 'map') {
    const secret = secretOf(node)
    return secret === undefined ? jsonOf(node, resolve) : resolve(secret)
  }
  if (node.items.every((item) => item.kind === 'scalar'))
    return node.items.map((item) => scalarText(item) ?? '').join(',')
  return jsonOf(node, resolve)
}

export const pluginName = (key: string) => `PLUGIN_${key.replace(/[.-]/g, '_').toUpperCase()}`

/** A map of values as variables; nulls are left out. */
export function variablesOf(
  values: ReadonlyMap<string, Node>,
  resolve: Resolve,
  rename: (key: string) => string = (key) => key,
): Map<string, string> {
  const variables = new Map<string, string>()
  for (const [key, node] of values) {
    const text = variableText(node, resolve)
    if (text !== undefined) variables.set(rename(key), text)
  }
  return variables
}
