import type { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { startEvents } from './api/events.ts'
import { reposMine } from './api/repos.ts'
import { App } from './app/App.tsx'
import { createQueryClient } from './app/queryClient.ts'
import { createAppRouter } from './app/router.tsx'
import { config } from './config.ts'
import { texts } from './i18n/texts.ts'
import { keepFocus } from './ui/keepFocus.ts'
import { startTheme } from './ui/theme.ts'
import { startTooltips } from './ui/tooltips.ts'

import './ui/base.css'

async function start(element: HTMLElement) {
  startTheme(document.documentElement)
  startTooltips(document)
  keepFocus(document)
  const queryClient = createQueryClient()
  if (!config.upstreamProblem) {
    startEvents(queryClient)
    askAhead(queryClient)
  }
  const router = createAppRouter(queryClient)

  // Nothing is drawn without words; when a language cannot be loaded, English is there already.
  await texts.start().catch(() => undefined)
  createRoot(element).render(
    <StrictMode>
      <App router={router} queryClient={queryClient} />
    </StrictMode>,
  )
}

/** Where people arrive is a list that may be long: it is asked for before anything is drawn. */
function askAhead(queryClient: QueryClient) {
  const below = location.pathname.slice(config.rootPath.length)
  if (config.user && (below === '/' || below === '/repos')) void queryClient.prefetchQuery(reposMine)
}

const element = document.querySelector<HTMLElement>('#app')
if (element) await start(element)
