import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useConnection } from '../api/events.ts'
import { Icon } from '../ui/Icon.tsx'

/** Shorter gaps are the normal life of a connection (a proxy's limit, a server's restart). */
const patience = 4000

/** Says when what is shown no longer updates itself. Keeps its place free only while it says so. */
export function ConnectionMark() {
  const t = useTranslations('app')
  const isLost = useConnection() === 'lost'
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setShown(isLost), isLost ? patience : 0)
    return () => clearTimeout(timer)
  }, [isLost])

  return (
    <span role="status" className="inline-flex">
      {isShown && (
        <span
          data-tooltip={t('reconnecting')}
          className="inline-flex h-7 items-center gap-1.5 rounded-md bg-pending-soft px-2 text-meta font-medium text-pending"
        >
          <Icon icon={WifiOff} size="small" />
          <span className="max-sm:sr-only">{t('interrupted')}</span>
          <span className="sr-only">{t('reconnecting')}</span>
        </span>
      )}
    </span>
  )
}
