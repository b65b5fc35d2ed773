import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'

import { english } from '../i18n/english.ts'

/** The product's real texts in English around a part that is tested by itself. */
export const WithTexts = ({ children }: { children: ReactNode }) => (
  <IntlProvider locale="en" messages={english} timeZone="UTC">
    {children}
  </IntlProvider>
)
