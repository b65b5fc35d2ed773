/** Direction overrides, and characters without width: they make text read otherwise than it is ("Trojan Source"). */
const hidden =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|\u034f|\u17b4|\u17b5/gu

/** The joiner has an honest use: between the parts of an emoji. */
const isJoiner = (text: string, index: number) =>
  text[index] === '\u200d' &&
  /\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?$/u.test(
    text.slice(Math.max(0, index - 6), index),
  ) &&
  /^\p{Extended_Pictographic}|^[\u2640\u2642]/u.test(text.slice(index + 1, index + 4))

export interface TextPart {
  text: string
  /** Its place in the whole text. */
  at: number
  /** `U+202E` when the part is a single hidden character. */
  code?: string
}

/** Splits a text at its hidden characters. Together the parts are the text again; linear in its length. */
export function splitHidden(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(hidden)) {
    if (isJoiner(text, match.index)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), at: end })
    const code = match[0].codePointAt(0) ?? 0
    parts.push({
      text: match[0],
      at: match.index,
      code: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
    })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end })
  return parts
}

/** Whether there may be any: a joiner between the parts of an emoji counts, too. */
export const hasHidden = (text: string): boolean => text.search(hidden) >= 0

/** So many parts of a text get elements of their own: browsers take minutes to lay out tens of thousands in a line. */
export const mostParts = 400

/** The text with the names of its hidden characters in their places, where nothing else can mark them. */
export const namedHidden = (text: string): string =>
  splitHidden(text)
    .map(({ text: part, code }) => (code === undefined ? part : `[${code}]`))
    .join('')
