import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { IconButton } from '../../../ui/IconButton.tsx'

interface LogBarProps {
  title: string
  /** Where the log covers the list of steps: back to it. */
  onClose?: (() => void) | undefined
  /** What can be done with the log. */
  children?: ReactNode
}

/** Above a log, or above why there is none. */
export function LogBar({ title, onClose, children }: LogBarProps) {
  const t = useTranslations('log')
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-1 border-b border-border bg-panel px-2 select-none">
      {onClose && <IconButton icon={ArrowLeft} label={t('close')} onClick={onClose} className="md:hidden" />}
      <h2 className="min-w-0 flex-1 truncate px-1 text-base font-semibold text-strong">{title}</h2>
      {children}
    </div>
  )
}
