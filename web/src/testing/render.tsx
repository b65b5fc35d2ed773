import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'

import { RepoContext, type RepoAccess } from '../domain/repoContext.ts'
import en from '../i18n/en.json' with { type: 'json' }
import { patterns } from '../paths.ts'

interface Options {
  /** The address to start at. */
  at?: string
  /** The repository around the screen, where it expects one. */
  access?: RepoAccess
  queryClient?: QueryClient
}

export const aQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })

const elsewhere = Object.values(patterns)

/**
 * Draws a screen at its pattern, with the product's real texts and a router that knows all addresses; other pages are
 * only named. Gives the person at the keyboard and what tests look at.
 */
export function renderScreen(screen: ReactNode, pattern: string = patterns.repos, options: Options = {}) {
  const { at = pattern, access, queryClient = aQueryClient() } = options
  const root = createRootRoute({ component: Outlet })
  const paths = [pattern, ...elsewhere.filter((other) => other !== pattern)]
  const routes = paths.map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: () => (path === pattern ? screen : <p>Page {path}</p>),
    }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const query = new URLSearchParams()
      for (const [key, value] of Object.entries(search)) if (value != null) query.set(key, String(value))
      const text = query.toString()
      return text && `?${text}`
    },
  })

  const page = render(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <RepoContext value={access}>
          <RouterProvider router={router as never} />
        </RepoContext>
      </QueryClientProvider>
    </IntlProvider>,
  )
  return {
    user: userEvent.setup(),
    queryClient,
    page: page.container,
    /** Where the person is now. */
    address: () => router.state.location.href,
    goTo: (address: string) => router.history.push(address),
  }
}
