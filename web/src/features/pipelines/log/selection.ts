import type { TextPoint } from './protocol.ts'

/** From before to, both included as far as their offsets say. */
export interface TextRange {
  from: TextPoint
  to: TextPoint
}

/**
 * The part of the log that a selection of the browser covers, or undefined when it covers none. Rows carry their line
 * (`data-line`) and pieces their place in it (`data-o`, `data-n`).
 */
export function rangeOf(selection: Selection | null, inside: Element): TextRange | undefined {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!inside.contains(range.startContainer) || !inside.contains(range.endContainer)) return undefined
  const from = pointOf(range.startContainer, range.startOffset)
  const to = pointOf(range.endContainer, range.endOffset)
  return from && to && isBefore(from, to) ? { from, to } : undefined
}

export const isBefore = (a: TextPoint, b: TextPoint) =>
  a.line < b.line || (a.line === b.line && a.offset < b.offset)

function pointOf(node: Node, offset: number): TextPoint | undefined {
  const element = node instanceof Element ? node : node.parentElement
  const row = element?.closest<HTMLElement>('[data-line]')
  if (!element || !row) return undefined
  const line = Number(row.dataset['line'])
  const piece = element.closest<HTMLElement>('[data-o]')
  if (piece) {
    const start = Number(piece.dataset['o'])
    const length = Number(piece.dataset['n'])
    return { line, offset: start + Math.min(node instanceof Element ? offset * length : offset, length) }
  }
  const pieces = [...row.querySelectorAll<HTMLElement>('[data-o]')]
  const point = document.createRange()
  point.setStart(node, offset)
  const following = pieces.find((candidate) => point.comparePoint(candidate, 0) >= 0)
  if (following) return { line, offset: Number(following.dataset['o']) }
  const last = pieces.at(-1)
  return { line, offset: last ? Number(last.dataset['o']) + Number(last.dataset['n']) : 0 }
}
