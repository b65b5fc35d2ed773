import type { Substituted } from '../substitute.ts'
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
 * The tree of the file once everything is put in. Undefined whenever what is put in could mean more than text there:
 * then the file must be read anew.
 */
export function fillIn(
  { text, root, holes }: Template,
  { text: whole, edits }: Substituted,
): Node | undefined {
  if (control.test(whole)) return undefined
  const filled = new Map<Node, Node>()
  let next = 0
  let shift = 0
  for (const hole of holes) {
    const from = hole.start + shift
    for (let edit = edits[next]; edit && edit.start < hole.end; edit = edits[++next]) {
      // It begins in one value and ends beyond it.
      if (edit.end > hole.end) return undefined
      shift = edit.endInResult - edit.end
    }
    const source = text.slice(hole.start, hole.end)
    const result = whole.slice(from, hole.end + shift)
    const read = readAgain(hole, source, result)
    if (read === undefined) return undefined
    const value = hole.style === 'plain' ? plainValue(read) : read
    filled.set(hole.node, { ...hole.node, text: read, value })
  }
  return next === edits.length ? rebuilt(root, filled) : undefined
}

/** The text of a scalar whose source has become `result`, if it surely is one scalar of the same kind still. */
function readAgain({ node, style }: Hole, source: string, result: string): string | undefined {
  switch (style) {
    case 'plain':
      return isPlain(source, result) ? result : undefined
    case 'single':
      return insideQuotes(source, result, "'")
    case 'double':
      return insideQuotes(source, result, '"')
    case 'literal':
      return inLines(node.text, source, result)
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

/** Quotes inside of quotes, escapes and further lines are left to the reader. */
const unquotable = { "'": /['\n\r]/, '"': /["\\\n\r]/ }

function insideQuotes(source: string, result: string, quote: "'" | '"'): string | undefined {
  const isWhole = (text: string) => text.length >= 2 && text.startsWith(quote) && text.endsWith(quote)
  if (!isWhole(source) || !isWhole(result)) return undefined
  const inner = result.slice(1, -1)
  return unquotable[quote].test(source.slice(1, -1) + inner) ? undefined : inner
}

/** The lines of a block without its indentation, provided that each keeps its own, and none becomes blank. */
function inLines(text: string, source: string, result: string): string | undefined {
  const [, ...old] = source.split('\n')
  const [, ...lines] = result.split('\n')
  const margin = (line: string) => line.search(/\S/)
  if (old.length !== lines.length || source.includes('\r') || result.includes('\r')) return undefined
  if (old.some((line, index) => margin(line) !== margin(lines[index] ?? ''))) return undefined
  const shown = text.split('\n')
  const first = shown.findIndex((line) => line.trim() !== '')
  const width = margin(old[first] ?? '') - margin(shown[first] ?? '')
  if (shown.some((line, index) => line !== (old[index] ?? '').slice(width))) return undefined
  return shown.map((_, index) => (lines[index] ?? '').slice(width)).join('\n')
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
