import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'

import { fallbackLocale, intlCode, isLocale, matchLocale } from './locales.ts'
import type { Locale } from './locales.ts'
import { loadMessages, offeredLocales } from './messages.ts'
import type { Messages } from './messages.ts'

const storageKey = 'yaffle:locale'

/** The language to start with: the stored choice, else the first of the browser's that is on offer. */
export function startLocale(): Locale {
  const stored = localStorage.getItem(storageKey)
  return isLocale(stored) && offeredLocales.includes(stored)
    ? stored
    : matchLocale(navigator.languages, offeredLocales)
}

interface Choice {
  locale: Locale
  /** Loads and shows a language, and remembers it. Rejects when its file cannot be loaded. */
  choose: (locale: Locale) => Promise<void>
}

const ChoiceContext = createContext<Choice>({
  locale: fallbackLocale,
  choose: async () => {
    throw new Error('There is no I18n around this part')
  },
})

export const useLocale = () => useContext(ChoiceContext)

interface I18nProps {
  locale: Locale
  messages: Messages
  children: ReactNode
}

/** Texts for everything inside. Starts with texts already loaded, so that nothing is drawn without words. */
export function I18n({ children, ...start }: I18nProps) {
  const [{ locale, messages }, setShown] = useState(start)

  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])

  const choice = useMemo<Choice>(
    () => ({
      locale,
      choose: async (wanted) => {
        const loaded = await loadMessages(wanted)
        localStorage.setItem(storageKey, wanted)
        setShown({ locale: wanted, messages: loaded })
      },
    }),
    [locale],
  )

  return (
    <ChoiceContext value={choice}>
      <IntlProvider locale={intlCode(locale)} messages={messages} timeZone={timeZone}>
        {children}
      </IntlProvider>
    </ChoiceContext>
  )
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
