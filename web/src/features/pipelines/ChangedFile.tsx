import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { marked, PlainText } from '../../domain/PlainText.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { ChangedFile as Changed, DiffRow, FileChange } from './fileChanges.ts'

const looks = {
  added: { tone: 'success', word: 'fileAdded' },
  removed: { tone: 'failure', word: 'fileRemoved' },
  changed: { tone: 'pending', word: 'fileChanged' },
} as const satisfies Record<Changed['kind'], { tone: Tone; word: string }>

export const isChanged = (file: FileChange): file is Changed => file.kind !== 'same'

interface ChangedFileProps {
  file: Changed
  /** The way to the whole file. */
  toConfig: ReactNode
}

/** One file of a pipeline's configuration that is not as it was: its changed lines, as many as are good to look at. */
export function ChangedFile({ file, toConfig }: ChangedFileProps) {
  const t = useTranslations('pipelines')
  const { name, kind, rows, left, isTooMuch } = file
  const { tone, word } = looks[kind]
  const note = isTooMuch
    ? t('changeTooMuch')
    : left > 0
      ? t('changeLeft', { count: left })
      : kind === 'changed' && rows.length === 0 && t('changeUnseen')

  return (
    <div className="overflow-hidden rounded-md border border-border">
      <p className="flex items-start gap-2 px-3 py-2">
        <span className="min-w-0 flex-1 font-mono text-meta leading-5 wrap-anywhere text-strong">
          <PlainText>{name}</PlainText>
        </span>
        <Badge tone={tone}>{t(word)}</Badge>
      </p>
      {rows.length > 0 && (
        <pre
          aria-label={name}
          // Long ones scroll, also by keyboard.
          tabIndex={0}
          className="max-h-96 overflow-x-hidden overflow-y-auto border-t border-border bg-log py-2 font-mono text-meta leading-5 text-log-text"
        >
          <code className="block">
            {rows.map((row) => (
              <Row key={row.at} row={row} />
            ))}
          </code>
        </pre>
      )}
      {note && (
        <p className="border-t border-border px-3 py-2 text-meta text-muted">
          {note} {kind !== 'removed' && toConfig}
        </p>
      )}
    </div>
  )
}

const lineLooks = {
  same: { sign: ' ', line: '', mark: '', word: undefined },
  added: { sign: '+', line: 'bg-code-string/15', mark: 'text-code-string', word: 'lineAdded' },
  removed: { sign: '−', line: 'bg-log-error/15', mark: 'text-log-error', word: 'lineRemoved' },
} as const

/** Wrapped: nothing can hide to the right of what is seen. */
function Row({ row }: { row: DiffRow }) {
  const t = useTranslations('pipelines')
  if (row.kind === 'gap') {
    return (
      <span className="block px-3 py-0.5 text-log-muted select-none">
        {t('linesSame', { count: row.count })}
      </span>
    )
  }
  const { sign, line, mark, word } = lineLooks[row.kind]
  return (
    <span className={cx('flex pe-3', line)}>
      <span aria-hidden className={cx('w-8 shrink-0 text-center select-none', mark)}>
        {sign}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
        {word && (
          <span className="select-none">
            <VisuallyHidden>{t(word)}</VisuallyHidden>
          </span>
        )}
        {marked(row.text)}
        {'\n'}
      </span>
    </span>
  )
}
