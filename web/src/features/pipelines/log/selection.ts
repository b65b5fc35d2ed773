import type { TextPoint } from './protocol.ts'

/** From before to, both included as far as their offsets say. */
export interface TextRange {
  from: TextPoint
  to: TextPoint
}

/**
 * The part of the log that a selection of the browser covers, or undefined when it covers none. Rows carry their line
 * (`data-line`) and pieces their place in it (`data-o`, `data-n`). An end that was dragged out of the log counts as the
 * first or last row that is drawn.
 */
export function rangeOf(selection: Selection | null, inside: Element): TextRange | undefined {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const startsInside = inside.contains(range.startContainer)
  const endsInside = inside.contains(range.endContainer)
  if (!startsInside && !endsInside) return undefined
  const rows = inside.querySelectorAll('[data-line]')
  const from = startsInside ? pointOf(range.startContainer, range.startOffset) : pointOf(rows[0], 0)
  const last = rows[rows.length - 1]
  const to = endsInside
    ? pointOf(range.endContainer, range.endOffset)
    : pointOf(last, last?.childNodes.length ?? 0)
  return from && to && isBefore(from, to) ? { from, to } : undefined
}

const isBefore = (a: TextPoint, b: TextPoint) => a.line < b.line || (a.line === b.line && a.offset < b.offset)

function pointOf(node: Node | undefined, offset: number): TextPoint | undefined {
  const element = node instanceof Element ? node : node?.parentElement
  const row = element?.closest<HTMLElement>('[data-line]')
  if (!node || !element || !row) return undefined
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
