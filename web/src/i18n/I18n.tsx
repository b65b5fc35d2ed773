import { useEffect, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

import { intlCode } from './locales.ts'
import { texts } from './texts.ts'
import { Texts } from './Texts.tsx'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** The page's texts for everything inside, and the page's own language. */
export function I18n({ children }: { children: ReactNode }) {
  const { locale, messages } = useSyncExternalStore(texts.subscribe, texts.get)

  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])

  return (
    <Texts locale={intlCode(locale)} messages={messages} timeZone={timeZone}>
      {children}
    </Texts>
  )
}
