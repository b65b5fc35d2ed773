import type { ListNode, MapNode, Node, ScalarNode } from './nodes.ts'
import { control } from './parse.ts'
import { plainValue } from './scalars.ts'

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal'

/** A scalar in whose source something may be put in. */
export interface Hole {
  node: ScalarNode
  /** Offsets of its source in the file. */
  start: number
  end: number
  style: ScalarStyle
}

/** A file that was read once and can be filled in again and again without reading it anew. */
export interface Template {
  text: string
  root: Node
  /** In the order of the file. */
  holes: Hole[]
}

/** Puts variables into a piece of text; undefined where that piece alone makes no sense. */
export type Put = (text: string) => string | undefined

/** What substitution changes: `${…}`, `$$`, and backslashes. */
const special = /\$[{$]|\\/

export const hasSpecial = (text: string): boolean => special.test(text)

/** Undefined when something is to be put in outside of the holes: into a key, a comment, an anchor. */
export function templateOf(text: string, root: Node, holes: readonly Hole[]): Template | undefined {
  const sorted = holes.toSorted((one, other) => one.start - other.start)
  let at = 0
  for (const { start, end } of sorted) {
    if (start < at || hasSpecial(text.slice(at, start))) return undefined
    at = end
  }
  return hasSpecial(text.slice(at)) ? undefined : { text, root, holes: sorted }
}

/**
 * The tree of the file once `put` has put everything in. Undefined whenever what is put in could mean more than text
 * there, or `whole` (the file with everything put in at once) is another text: then the file must be read anew.
 */
export function fillIn({ text, root, holes }: Template, put: Put, whole: string): Node | undefined {
  if (control.test(whole)) return undefined
  const filled = new Map<Node, Node>()
  let at = 0
  let ofWhole = 0
  for (const hole of holes) {
    const source = text.slice(hole.start, hole.end)
    const result = put(source)
    if (result === undefined) return undefined
    const gap = text.slice(at, hole.start)
    if (!whole.startsWith(gap, ofWhole) || !whole.startsWith(result, ofWhole + gap.length)) return undefined
    const read = readAgain(hole, source, result, put)
    if (read === undefined) return undefined
    const value = hole.style === 'plain' ? plainValue(read) : read
    filled.set(hole.node, { ...hole.node, text: read, value })
    at = hole.end
    ofWhole += gap.length + result.length
  }
  return text.slice(at) === whole.slice(ofWhole) ? rebuilt(root, filled) : undefined
}

/** The text of a scalar whose source has become `result`, if it surely is one scalar of the same kind still. */
function readAgain({ node, style }: Hole, source: string, result: string, put: Put): string | undefined {
  switch (style) {
    case 'plain':
      return isPlain(source, result) ? result : undefined
    case 'single':
      return insideQuotes(source, result, "'")
    case 'double':
      return insideQuotes(source, result, '"')
    case 'literal':
      return inLines(node.text, put(node.text))
  }
}

function isPlain(source: string, result: string): boolean {
  if (/[\n\r]/.test(source) || /[\n\r\t]/.test(result)) return false
  // Braces cannot be part of it between the brackets of a list or map: so this stands outside of any.
  const isOutside = source.includes('{')
  return (
    /^[\w./$(+~=^]/.test(result) &&
    !result.endsWith(' ') &&
    !/:(?: |$)| #/.test(result) &&
    (isOutside || !/[,[\]{}]/.test(result))
  )
}

function insideQuotes(source: string, result: string, quote: string): string | undefined {
  const isWhole = (text: string) => text.length >= 2 && text.startsWith(quote) && text.endsWith(quote)
  if (!isWhole(source) || !isWhole(result)) return undefined
  const inner = result.slice(1, -1)
  return /["'\\\n\r]/.test(source.slice(1, -1) + inner) ? undefined : inner
}

/** Lines of a block keep their number, their indentation, and whether they are blank. */
function inLines(before: string, after: string | undefined): string | undefined {
  if (after === undefined) return undefined
  const old = before.split('\n')
  const lines = after.split('\n')
  const margin = (line: string) => line.search(/\S/)
  const isAlike =
    old.length === lines.length && old.every((line, index) => margin(line) === margin(lines[index] ?? ''))
  return isAlike && !after.includes('\r') ? after : undefined
}

/** What holds no hole stays the same object; what several places share they share again. */
function rebuilt(root: Node, filled: Map<Node, Node>): Node {
  const known = filled
  const visit = (node: Node): Node => {
    const found = known.get(node)
    if (found) return found
    const made = node.kind === 'list' ? list(node) : node.kind === 'map' ? map(node) : node
    known.set(node, made)
    return made
  }
  const list = (node: ListNode): ListNode => {
    const items = node.items.map(visit)
    return items.some((item, index) => item !== node.items[index]) ? { ...node, items } : node
  }
  const map = (node: MapNode): MapNode => {
    const entries = [...node.entries].map(([key, value]) => [key, visit(value)] as const)
    return entries.some(([key, value]) => node.entries.get(key) !== value)
      ? { ...node, entries: new Map(entries) }
      : node
  }
  return visit(root)
}
