import { createContext, useContext, useMemo } from 'react'
import type { ComponentProps } from 'react'
import { IntlProvider, useLocale, useTimeZone, useTranslations } from 'use-intl'

const useMade = () => {
  const t = useTranslations()
  const locale = useLocale()
  const timeZone = useTimeZone()
  return useMemo(
    () => ({
      t,
      locale,
      /** Short date and time of the reader's language and time zone. */
      moment: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    }),
    [t, locale, timeZone],
  )
}
const Shared = createContext<ReturnType<typeof useMade> | undefined>(undefined)

/** Texts and the language, for everything inside. */
export const Texts = ({ children, ...rest }: ComponentProps<typeof IntlProvider>) => (
  <IntlProvider {...rest}>
    <Sharing>{children}</Sharing>
  </IntlProvider>
)

function Sharing({ children }: Pick<ComponentProps<typeof IntlProvider>, 'children'>) {
  const made = useMade()
  return <Shared value={made}>{children}</Shared>
}

/**
 * What `useTranslations` gives, with keys from the top, and what else rows are written with, made once for the whole page:
 * a key in a search box may bring a screen full of rows.
 */
export function useSharedTexts() {
  const shared = useContext(Shared)
  if (!shared) throw new Error('There are no texts around this')
  return shared
}
