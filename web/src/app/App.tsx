import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense } from 'react'

import { config } from '../config.ts'
import { I18n } from '../i18n/I18n.tsx'
import { texts } from '../i18n/texts.ts'
import { lazyScreen } from '../ui/lazyScreen.ts'
import type { createAppRouter } from './router.tsx'

const UpstreamAway = lazyScreen<{ code: string }>(async () => {
  const [{ UpstreamAway: Screen }] = await Promise.all([import('./UpstreamAway.tsx'), texts.whole()])
  return Screen
})

interface AppProps {
  router: ReturnType<typeof createAppRouter>
  queryClient: QueryClient
}

/** The whole page. */
export const App = ({ router, queryClient }: AppProps) => (
  <I18n>
    {config.upstreamProblem ? (
      <Suspense>
        <UpstreamAway code={config.upstreamProblem} />
      </Suspense>
    ) : (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    )}
  </I18n>
)
