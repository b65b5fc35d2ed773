import { Fragment } from 'react'

import { mostParts, namedHidden } from './marks.ts'
import { type EmojiTable, firstLine, hasShortCode, messageParts, messageText } from './message.ts'
import { marked } from './PlainText.tsx'
import { useEmoji } from './useEmoji.ts'

interface MessageProps {
  /** As the author wrote it, any number of lines. */
  children: string
  className?: string
}

/** The first line of a commit message or title, cut off where there is no room; the whole is its tooltip. */
export function Message({ children, className }: MessageProps) {
  return hasShortCode(children) ? (
    <WithEmoji className={className}>{children}</WithEmoji>
  ) : (
    <Words className={className} emoji={none}>
      {children}
    </Words>
  )
}

const none: EmojiTable = {}
type WordsProps = { children: string; className: string | undefined }

const WithEmoji = ({ children, className }: WordsProps) => (
  <Words className={className} emoji={useEmoji(children)}>
    {children}
  </Words>
)

function Words({ children, className, emoji }: WordsProps & { emoji: EmojiTable }) {
  return (
    <bdi className={className} data-tooltip={messageText(children, emoji).slice(0, 1_000)}>
      {drawn(firstLine(children), emoji)}
    </bdi>
  )
}

/** Words with emoji and inline code; everything else that looks like markup is the text that it is. */
export function MessageText({ children }: { children: string }) {
  return drawn(children, useEmoji(children))
}

function drawn(line: string, emoji: EmojiTable) {
  // Most are nothing but words, and lists have hundreds of them.
  if (!/[`:]/.test(line)) return marked(line)
  const parts = messageParts(line, emoji)
  if (parts.length > mostParts) return namedHidden(line)
  return parts.map((part) =>
    part.kind === 'code' ? (
      <code key={`code ${part.at}`} className="rounded-sm bg-neutral-soft px-1 py-px font-mono text-[0.9em]">
        {marked(part.text)}
      </code>
    ) : (
      <Fragment key={part.at}>{marked(part.text)}</Fragment>
    ),
  )
}
