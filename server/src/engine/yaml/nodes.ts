/** A YAML file after anchors, aliases and merges are written out. Shared parts are the same object. */
export type Node = ScalarNode | ListNode | MapNode

/** What an untyped scalar means; integers that a double cannot hold are bigint, dates are their RFC 3339 text. */
export type ScalarValue = string | number | bigint | boolean | null | { timestamp: string }

export interface ScalarNode {
  kind: 'scalar'
  /** As it stands in the file, without quotes: `1.10` stays `1.10`. */
  text: string
  value: ScalarValue
  /** From 1. */
  line: number
}

export interface ListNode {
  kind: 'list'
  items: Node[]
  line: number
}

export interface MapNode {
  kind: 'map'
  /** In source order; explicit keys have won over merged ones. */
  entries: Map<string, Node>
  line: number
}

/** The kind of a node, for people. */
export const describe = (node: Node): string => {
  if (node.kind !== 'scalar') return node.kind === 'map' ? 'a map' : 'a list'
  return node.value === null
    ? 'nothing'
    : `\`${node.text.length > 40 ? `${node.text.slice(0, 40)}…` : node.text}\``
}

export const isNull = (node: Node | undefined): node is undefined | (ScalarNode & { value: null }) =>
  node === undefined || (node.kind === 'scalar' && node.value === null)
