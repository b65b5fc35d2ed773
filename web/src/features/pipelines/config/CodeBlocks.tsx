import { namedHidden } from '../../../domain/marks.ts'
import { marked } from '../../../domain/PlainText.tsx'
import { cx } from '../../../ui/cx.ts'
import { lineAnchor } from './anchors.ts'
import { type CodeKind, type CodePart, inBlocks } from './codeLines.ts'

/*
 * Both ways of drawing a file do so in portions that the browser lays out when they come near the window, and leave
 * the numbers out of what is selected and copied.
 */

const kindClasses = {
  key: 'text-code-key',
  string: 'text-code-string',
  comment: 'text-log-muted italic',
  mark: 'text-code-mark',
  sign: 'text-log-muted',
} as const satisfies Record<CodeKind, string>

/** Of a line, in px: what portions not laid out yet are taken for. */
const lineHeight = 20
const blockLines = 200

const laidOutLate = (lines: number) => ({
  contentVisibility: 'auto' as const,
  containIntrinsicSize: `auto 1px auto ${lines * lineHeight}px`,
})

interface LinesProps {
  /** The file's name in addresses. */
  anchor: string
  lines: readonly CodePart[][]
  isWrapped: boolean
  /** The line that the address asks for. */
  target: number | undefined
}

/** Lines with colours, each with a link to itself. */
export const CodeLines = ({ anchor, lines, isWrapped, target }: LinesProps) =>
  inBlocks(lines, blockLines).map(({ start, items }) => (
    <span
      key={start}
      style={laidOutLate(items.length)}
      className={cx('block min-w-full', !isWrapped && 'w-max')}
    >
      {items.map((parts, at) => {
        const number = start + at + 1
        return (
          <span
            key={number}
            id={lineAnchor(anchor, number)}
            className={cx(
              'relative block scroll-mt-20 ps-16 pe-4',
              number === target && 'bg-log-selected',
              isWrapped && 'wrap-anywhere whitespace-pre-wrap',
            )}
          >
            <a
              href={`#${lineAnchor(anchor, number)}`}
              // Thousands of stops would be in the way of the keyboard; the address can be typed.
              tabIndex={-1}
              aria-hidden
              className="absolute start-0 w-14 pe-3 text-end whitespace-pre text-log-muted select-none hover:text-log-text"
            >
              {number}
            </a>
            {parts.map((part) => (
              <span key={part.at} className={part.kind && kindClasses[part.kind]}>
                {marked(part.text)}
              </span>
            ))}
            {'\n'}
          </span>
        )
      })}
    </span>
  ))

/** A text of any size: few elements, no colours. Wrapped lines have no numbers beside them. */
export const PlainLines = ({ text, isWrapped }: { text: string; isWrapped: boolean }) =>
  inBlocks(text.split('\n'), blockLines).map(({ start, items }) => (
    <span
      key={start}
      style={laidOutLate(items.length)}
      className={cx('flex min-w-full', !isWrapped && 'w-max')}
    >
      {!isWrapped && (
        <span aria-hidden className="w-20 shrink-0 pe-3 text-end text-log-muted select-none">
          {items.map((_, at) => `${start + at + 1}\n`).join('')}
        </span>
      )}
      <span className={cx('pe-4', isWrapped && 'ps-4 wrap-anywhere whitespace-pre-wrap')}>
        {`${namedHidden(items.join('\n'))}\n`}
      </span>
    </span>
  ))
