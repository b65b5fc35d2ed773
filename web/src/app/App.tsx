import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'

import { config } from '../config.ts'
import { I18n } from '../i18n/I18n.tsx'
import type { createAppRouter } from './router.tsx'
import { UpstreamAway } from './UpstreamAway.tsx'

interface AppProps {
  router: ReturnType<typeof createAppRouter>
  queryClient: QueryClient
}

/** The whole page. */
export const App = ({ router, queryClient }: AppProps) => (
  <I18n>
    {config.upstreamProblem ? (
      <UpstreamAway code={config.upstreamProblem} />
    ) : (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    )}
  </I18n>
)
