import { Link, Quote, X } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { copyText } from './clipboard.ts'
import type { LogSession } from './logSession.ts'
import { markdownQuote } from './quote.ts'
import { formatHash, type LineRange } from './ranges.ts'
import { textOf } from './useSelection.ts'

interface RangeBarProps {
  range: LineRange
  session: LogSession
  step: string
  onClear: () => void
}

/** What can be done with the lines of the address: share them by link or as a quote. */
export function RangeBar({ range, session, step, onClear }: RangeBarProps) {
  const t = useTranslations('log')
  const url = () => `${location.href.replace(/#.*$/, '')}#${formatHash(range)}`

  const copy = async (text: Promise<string>) => {
    const isDone = await copyText(text)
    toasts.show(
      isDone
        ? { title: t('copied'), group: 'copy' }
        : { title: t('copyFailed'), type: 'warn', duration: 6000, group: 'copy' },
    )
  }
  const quote = async () => {
    const to = { line: range.to - 1, offset: Number.MAX_SAFE_INTEGER }
    const lines = await textOf(session, { from: { line: range.from - 1, offset: 0 }, to })
    return markdownQuote(
      t(range.from === range.to ? 'quoteTitleOne' : 'quoteTitle', { step, ...range }),
      url(),
      lines,
    )
  }

  return (
    <div className="absolute inset-x-2 bottom-2 z-10 mx-auto flex w-fit max-w-full flex-wrap items-center gap-1 rounded-md max-sm:w-auto border border-border bg-raised p-1 shadow-float">
      <span className="tabular px-2 text-meta text-normal max-sm:-order-2 max-sm:flex-1">
        {t(range.from === range.to ? 'rangeOne' : 'range', { from: range.from, to: range.to })}
      </span>
      <Button look="quiet" size="small" icon={Link} onClick={() => copy(Promise.resolve(url()))}>
        {t('copyLink')}
      </Button>
      <Button look="quiet" size="small" icon={Quote} onClick={() => copy(quote())}>
        {t('copyQuote')}
      </Button>
      <IconButton
        icon={X}
        size="small"
        label={t('clearRange')}
        onClick={onClear}
        className="max-sm:-order-1"
      />
    </div>
  )
}
