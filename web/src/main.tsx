import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { startEvents } from './api/events.ts'
import { App } from './app/App.tsx'
import { createQueryClient } from './app/queryClient.ts'
import { createAppRouter } from './app/router.tsx'
import { startLocale } from './i18n/I18n.tsx'
import { fallbackLocale } from './i18n/locales.ts'
import { loadMessages } from './i18n/messages.ts'
import { startTheme } from './ui/theme.ts'
import { startTooltips } from './ui/tooltips.ts'

import './ui/base.css'

async function start(element: HTMLElement) {
  startTheme(document.documentElement)
  startTooltips(document)
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  startEvents(queryClient)

  const wanted = startLocale()
  const [locale, messages] = await loadMessages(wanted)
    .then((texts) => [wanted, texts] as const)
    .catch(async () => [fallbackLocale, await loadMessages(fallbackLocale)] as const)
  createRoot(element).render(
    <StrictMode>
      <App router={router} queryClient={queryClient} locale={locale} messages={messages} />
    </StrictMode>,
  )
}

const element = document.querySelector<HTMLElement>('#app')
if (element) await start(element)
