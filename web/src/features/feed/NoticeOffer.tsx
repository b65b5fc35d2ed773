import { BellRing } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { useNoticeState } from '../../domain/notices.ts'
import { useAskForNotices } from '../../domain/NoticeSwitch.tsx'
import { noticeWish } from '../../domain/noticeWish.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useStored } from '../../ui/stored.ts'

/** Asked once, below the feed, of those whose browser can do it. */
export function NoticeOffer() {
  const t = useTranslations('notices')
  const ask = useAskForNotices()
  const isAsked = useStored(noticeWish) !== ''
  if (useNoticeState() !== 'off' || isAsked) return null

  return (
    <section aria-label={t('offer')} className="shrink-0 border-t border-border bg-canvas px-4 py-3">
      <p className="flex gap-2">
        <Icon icon={BellRing} size="small" className="mt-0.5 text-muted" /> {t('offer')}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" look="primary" onClick={ask}>
          {t('turnOn')}
        </Button>
        <Button size="small" look="quiet" onClick={() => noticeWish.set('off')}>
          {t('notNow')}
        </Button>
      </div>
    </section>
  )
}
