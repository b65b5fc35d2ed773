import type { ReactNode } from 'react'

import { english } from '../i18n/english.ts'
import { Texts } from '../i18n/Texts.tsx'

/** The product's real texts in English around a part that is tested by itself. */
export const WithTexts = ({ children }: { children: ReactNode }) => (
  <Texts locale="en" messages={english} timeZone="UTC">
    {children}
  </Texts>
)
