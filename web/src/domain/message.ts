import { splitHidden, type TextPart } from './marks.ts'

export type MessagePart = (TextPart & { kind: 'text' }) | { kind: 'code'; text: string; at: number }

export const firstLine = (message: string): string => message.trimStart().split(/\r?\n|\r/, 1)[0] ?? ''

/** By name, without colons. */
export type EmojiTable = Readonly<Record<string, string>>

const shortCode = /:([a-z0-9_+-]{1,40}):/g
/** Is there anything in it for which the table of emoji is needed? */
export const hasShortCode = (text: string): boolean => text.search(shortCode) >= 0

const withEmoji = (text: string, emoji: EmojiTable) =>
  text.replace(shortCode, (whole, name: string) =>
    Object.hasOwn(emoji, name) ? (emoji[name] ?? whole) : whole,
  )

/**
 * A line of a commit message or title as parts to draw: words with their emoji short codes replaced, and what stands
 * between single backticks as code. Everything else that looks like markup stays the text that it is.
 */
export function messageParts(line: string, emoji: EmojiTable = {}): MessagePart[] {
  const parts: MessagePart[] = []
  let at = 0
  // Pieces at odd places stood between two backticks; a last lonely backtick belongs to the text.
  const pieces = line.split('`')
  const isLonely = pieces.length % 2 === 0
  pieces.forEach((piece, index) => {
    const isLast = index === pieces.length - 1
    if (index % 2 === 1 && piece !== '' && !(isLast && isLonely)) {
      parts.push({ kind: 'code', text: piece, at })
    } else {
      const text = isLast && isLonely ? `\`${piece}` : piece
      for (const part of splitHidden(withEmoji(text, emoji)))
        parts.push({ kind: 'text', ...part, at: at + part.at })
    }
    at += piece.length + 1
  })
  return parts
}

/** The same for tooltips, titles and accessible names. */
export const messageText = (line: string, emoji: EmojiTable = {}): string => withEmoji(line, emoji)
