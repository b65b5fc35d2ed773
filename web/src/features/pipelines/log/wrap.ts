import { cellsOf, isSimple } from './width.ts'

/** Without wrapping a row still ends here, so that a line of a megabyte stays cheap to draw. */
export const unwrappedColumns = 4000

/** A character that is not drawn as itself: a tab (as blanks) or one that cannot be seen (as its code). */
export interface Special {
  start: number
  end: number
  shown: string
  /** Such as `U+202E`. */
  mark?: string
}

export interface Shape {
  /** Where each row of the line begins, as ascending offsets beginning with 0. */
  starts: number[]
  specials: Special[]
}

/** On how many rows of `columns` cells a line is drawn; at least one. */
export function rowCount(text: string, columns: number): number {
  return isSimple(text) ? Math.max(1, Math.ceil(text.length / columns)) : shapeOf(text, columns).starts.length
}

/**
 * How a line is laid out in rows. Breaks between any two characters, but never before one that takes no cell of its
 * own (combining marks, parts of a joined emoji).
 */
export function shapeOf(text: string, columns: number): Shape {
  const starts = [0]
  if (isSimple(text)) {
    for (let start = columns; start < text.length; start += columns) starts.push(start)
    return { starts, specials: [] }
  }
  const specials: Special[] = []
  let used = 0
  for (const { character, offset, cells, isMarked } of cellsOf(text)) {
    const isTab = character === '\t'
    if (cells > 0 && used > 0 && used + (isTab ? 1 : cells) > columns) {
      starts.push(offset)
      used = 0
    }
    // A tab at the end of a row is cut there, as in a terminal.
    const taken = isTab ? Math.min(cells, Math.max(1, columns - used)) : cells
    used += taken
    const span = { start: offset, end: offset + character.length }
    if (isTab) specials.push({ ...span, shown: ' '.repeat(taken) })
    if (isMarked) specials.push({ ...span, shown: '', mark: codeName(character) })
  }
  return { starts, specials }
}

const codeName = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
