import { Unplug } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'

import { config } from '../config.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useTitle } from '../ui/useTitle.ts'

const known = ['unreachable', 'slow', 'certificate', 'redirects'] as const
const everyMs = 5000

/** The whole page while the server it sits in front of is away. Comes back by itself. */
export function UpstreamAway({ code }: { code: string }) {
  const t = useTranslations('upstream')
  useTitle(t('title'))

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void goOnWhenBack()
    }, everyMs)
    return () => clearInterval(timer)
  }, [])

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 py-20 text-center">
      <Icon icon={Unplug} size="large" className="text-muted" />
      <h1 className="text-title">{t('title')}</h1>
      <p className="max-w-prose">{t(known.find((one) => one === code) ?? 'other')}</p>
      <p role="status" className="max-w-prose text-muted">
        {t('waiting')}
      </p>
      <Button onClick={goOnWhenBack}>{t('again')}</Button>
    </main>
  )
}

/** The server's health alone is asked: it costs nothing, and says enough. */
async function goOnWhenBack() {
  const answer = await fetch(`${config.rootPath}/healthz`, { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) location.reload()
}
