import { Outlet } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

import { config } from '../config.ts'
import { noticeWish } from '../domain/noticeWish.ts'
import { userConfig } from '../domain/userConfig.ts'
import { useStored } from '../ui/stored.ts'
import { Header } from './Header.tsx'
import { Shortcuts } from './palette/Shortcuts.tsx'
import { screens } from './screens.ts'

/** The frame of every page but login: header, page, feed. */
export function Shell() {
  const t = useTranslations('app')
  const { isPipelineFeedOpen } = useStored(userConfig)
  const wish = useStored(noticeWish)

  return (
    <>
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.querySelector<HTMLElement>('#main')?.focus()
        }}
        className="fixed start-2 top-2 z-50 -translate-y-16 rounded-md bg-solid px-3 py-2 text-on-solid focus-visible:translate-y-0"
      >
        {t('skipToContent')}
      </a>
      <Header />
      <Shortcuts />
      <div className="flex min-h-[calc(100dvh-3rem)]">
        <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col">
          <Outlet />
        </main>
        {isPipelineFeedOpen && config.user && <screens.feed />}
      </div>
      {wish === 'on' && config.user && <screens.finishNotices />}
    </>
  )
}
