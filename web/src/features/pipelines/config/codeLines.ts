/** A file as the lines that are drawn. Pure. */

export const codeKinds = ['key', 'string', 'comment', 'mark', 'sign'] as const
export type CodeKind = (typeof codeKinds)[number]

/** A stretch of a text and what it is; `to` is after its last character. */
export interface CodeToken {
  from: number
  to: number
  kind: CodeKind
}

export interface CodePart {
  text: string
  /** Its place in the whole text. */
  at: number
  kind?: CodeKind
}

/** Line ends as people see them, whatever the system they were written on; a last empty line is none. */
export const shownText = (text: string) => text.replace(/\r\n?/g, '\n').replace(/\n$/, '')

/** The parts of each line. Tokens come in their order and do not overlap; they may reach over several lines. */
export function codeLines(text: string, tokens: readonly CodeToken[]): CodePart[][] {
  const lines: CodePart[][] = [[]]
  const add = (from: number, to: number, kind?: CodeKind) => {
    let at = from
    for (const [index, part] of text.slice(from, to).split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ text: part, at, ...(kind && { kind }) })
      at += part.length + 1
    }
  }
  let end = 0
  for (const { from, to, kind } of tokens) {
    add(end, from)
    add(from, to, kind)
    end = to
  }
  add(end, text.length)
  return lines
}

/** So many characters and lines get colours, links and elements of their own; anything above is plain text. */
const mostCharacters = 50_000
const mostLines = 5_000

export const isLarge = (text: string) => {
  if (text.length > mostCharacters) return true
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && lines <= mostLines; at = text.indexOf('\n', at + 1)) lines += 1
  return lines > mostLines
}

export interface Block<Item> {
  /** The place of its first item in the whole list. */
  start: number
  items: Item[]
}

/** The list in portions of so many. */
export const inBlocks = <Item>(items: readonly Item[], size: number): Block<Item>[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => ({
    start: index * size,
    items: items.slice(index * size, (index + 1) * size),
  }))
