import { Unplug } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'

import { config } from '../config.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useTitle } from '../ui/useTitle.ts'

const known = ['unreachable', 'slow', 'certificate', 'redirects', 'version', 'error'] as const
/** It answers, and it is not what this page is made for. */
const unfit = new Set(['not-woodpecker', 'version'])
const everyMs = 5000

/** The whole page while the server it sits in front of is away. Comes back by itself. */
export function UpstreamAway({ code }: { code: string }) {
  const t = useTranslations('upstream')
  const title = t(unfit.has(code) ? 'unfit' : 'title')
  useTitle(title)

  useEffect(() => {
    let isAsking = false
    const look = async () => {
      if (isAsking || document.visibilityState !== 'visible') return
      isAsking = true
      await goOnWhenBack()
      isAsking = false
    }
    const timer = setInterval(() => void look(), everyMs)
    return () => clearInterval(timer)
  }, [])

  return (
    <main
      tabIndex={-1}
      className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 py-20 text-center"
    >
      <Icon icon={Unplug} size="large" className="text-muted" />
      <h1 className="text-title">{title}</h1>
      <p className="max-w-prose">{t(known.find((one) => one === code) ?? 'other')}</p>
      <p role="status" className="max-w-prose text-muted">
        {t('waiting')}
      </p>
      <Button onClick={goOnWhenBack}>{t('again')}</Button>
    </main>
  )
}

/** Asks for what this page starts with: it says whether the server is there and is the right one. */
async function goOnWhenBack() {
  const script = await fetch(`${config.rootPath}/web-config.js`, { cache: 'no-store' })
    .then((answer) => (answer.ok ? answer.text() : undefined))
    .catch(() => undefined)
  if (script !== undefined && !script.includes('YAFFLE_UPSTREAM_PROBLEM')) location.reload()
}
