import { FileX2, ScrollText } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { Button } from '../../../ui/Button.tsx'
import { LogMessage } from './LogMessage.tsx'
import type { Snapshot } from './protocol.ts'

interface NoLinesProps {
  snapshot: Snapshot | undefined
  isRunning: boolean
  hasStarted: boolean
  isBroken: boolean
  onRetry: () => void
}

/** Why there are no lines, or none yet. */
export const NoLines = (props: NoLinesProps) => (
  <div className="absolute inset-0 flex">
    <Reason {...props} />
  </div>
)

function Reason({ snapshot, isRunning, hasStarted, isBroken, onRetry }: NoLinesProps) {
  const t = useTranslations('log')
  if (isBroken || snapshot?.phase === 'failed') {
    const { status = 0, message = '' } = snapshot?.failure ?? {}
    const reason = isBroken ? t('brokenText') : status === 0 ? t('failedUnreachable') : message
    return (
      <LogMessage
        icon={FileX2}
        title={t('failedTitle')}
        action={<Button onClick={onRetry}>{t('retry')}</Button>}
      >
        {reason}
      </LogMessage>
    )
  }
  if (snapshot?.phase === 'complete') {
    return (
      <LogMessage icon={ScrollText} title={t('empty')}>
        {t('emptyDeleted')}
      </LogMessage>
    )
  }
  if (snapshot?.phase === 'reconnecting') return <LogMessage title={t('reconnecting')} />
  if (isRunning && !hasStarted) return <LogMessage title={t('pending')}>{t('pendingText')}</LogMessage>
  return <LogMessage title={t(isRunning ? 'waiting' : 'loading')} />
}
