import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { Step } from '@yaffle/contract/pipelines'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'

import { LogPane } from '../../../web/src/features/pipelines/log/LogPane.tsx'
import en from '../../../web/src/i18n/en.json' with { type: 'json' }

import './page.css'

/** The log viewer alone on a page. The query says which log: `?id=200000&state=success`. */
const query = new URLSearchParams(location.search)
const step: Step = {
  id: Number(query.get('id') ?? 1),
  uuid: '',
  pipeline_id: 1,
  pid: 2,
  ppid: 1,
  name: 'test',
  state: query.get('state') ?? 'success',
  error: '',
  exit_code: query.get('state') === 'failure' ? 1 : 0,
  started: 1_790_000_000,
  finished: 1_790_000_100,
  type: 'commands',
}

const rootRoute = createRootRoute({
  component: () => (
    <main style={{ display: 'flex', height: '100vh' }}>
      <LogPane repoId={1} number={1} step={step} pipelineStatus={step.state} canPush />
    </main>
  ),
})
const router = createRouter({ routeTree: rootRoute })

const element = document.querySelector('#app')
if (element)
  createRoot(element).render(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <RouterProvider router={router as never} />
    </IntlProvider>,
  )
