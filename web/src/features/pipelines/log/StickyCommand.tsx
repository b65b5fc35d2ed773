import { useTranslations } from 'use-intl'

import { headAbove, type Frame } from './viewport.ts'

interface StickyCommandProps {
  frame: Frame
  onShow: (line: number) => void
}

/** Which command the lines at the top edge belong to, while its own line is further up. */
export function StickyCommand({ frame, onShow }: StickyCommandProps) {
  const t = useTranslations('log')
  const head = headAbove(frame)
  if (!head) return null

  return (
    <button
      type="button"
      className="log-sticky"
      data-tooltip={t('commandTitle')}
      onClick={() => onShow(head.line)}
    >
      {head.kind === 'command' && <span aria-hidden>+</span>}
      <span className="min-w-0 flex-1 truncate">{head.title}</span>
      <span className="tabular font-normal text-muted">{head.line + 1}</span>
    </button>
  )
}
