import { mostParts, namedHidden } from './marks.ts'
import { firstLine, messageParts, messageText } from './message.ts'
import { Marked } from './PlainText.tsx'
import { useEmoji } from './useEmoji.ts'

interface MessageProps {
  /** As the author wrote it, any number of lines. */
  children: string
  className?: string
}

/** The first line of a commit message or title, cut off where there is no room; the whole is its tooltip. */
export function Message({ children, className }: MessageProps) {
  const emoji = useEmoji(children)
  return (
    <bdi className={className} data-tooltip={messageText(children, emoji).slice(0, 1_000)}>
      <MessageText>{firstLine(children)}</MessageText>
    </bdi>
  )
}

/** Words with emoji and inline code; everything else that looks like markup is the text that it is. */
export function MessageText({ children }: { children: string }) {
  const parts = messageParts(children, useEmoji(children))
  if (parts.length > mostParts) return namedHidden(children)
  return parts.map((part) =>
    part.kind === 'code' ? (
      <code key={`code ${part.at}`} className="rounded-sm bg-neutral-soft px-1 py-px font-mono text-[0.9em]">
        <Marked text={part.text} />
      </code>
    ) : (
      <Marked key={part.at} text={part.text} />
    ),
  )
}
