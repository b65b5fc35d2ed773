import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'

import { Notices } from '../app/Notices.tsx'
import { RepoContext, type RepoAccess } from '../domain/repoContext.ts'
import en from '../i18n/en.json' with { type: 'json' }
import { Texts } from '../i18n/Texts.tsx'
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

// The machine may be busy with other things; what waits goes on as soon as it can.
configure({ asyncUtilTimeout: 5_000 })

/** Around parts that only need the product's real texts. */
export const withTexts = (part: ReactNode) => (
  <Texts locale="en" messages={en} timeZone="UTC">
    {part}
  </Texts>
)

const elsewhere = Object.values(patterns)

/**
 * Draws a screen at its pattern, with the product's real texts and a router that knows all addresses; other pages are
 * only named. Gives the person at the keyboard and what tests look at.
 */
export const renderScreen = (screen: ReactNode, pattern: string, options: Options = {}) =>
  renderNested([screen], pattern, options)

/** The same for a screen inside frames, the outermost first, each with an `Outlet` for the next. */
export function renderNested(screens: ReactNode[], pattern: string, options: Options = {}) {
  const { at = pattern, access, queryClient = aQueryClient() } = options
  const root = createRootRoute({ component: Everywhere })
  const others = elsewhere
    .filter((path) => path !== pattern)
    .map((path) => createRoute({ getParentRoute: () => root, path, component: () => <p>Page {path}</p> }))
  const router = createRouter({
    routeTree: root.addChildren([...others, nested(root, screens, pattern)]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const query = new URLSearchParams()
      for (const [key, value] of Object.entries(search)) if (value != null) query.set(key, String(value))
      const text = query.toString()
      return text && `?${text}`
    },
  })

  const { container, unmount } = render(
    withTexts(
      <QueryClientProvider client={queryClient}>
        <RepoContext value={access}>
          <RouterProvider router={router as never} />
        </RepoContext>
      </QueryClientProvider>,
    ),
  )
  return {
    user: userEvent.setup(),
    queryClient,
    page: container,
    unmount,
    /** Where the person is now. */
    address: () => router.state.location.href,
    goTo: (address: string) => router.history.push(address),
  }
}

/** What failed is told by the whole page, too, unless the screen does so. */
const Everywhere = () => (
  <>
    <Notices />
    <Outlet />
  </>
)

/** Frames have no address of their own; the innermost has the pattern's. */
function nested(parent: AnyRoute, [screen, ...inner]: ReactNode[], pattern: string): AnyRoute {
  const getParentRoute = () => parent
  const component = () => screen
  if (inner.length === 0) return createRoute({ getParentRoute, path: pattern, component })
  const frame = createRoute({ getParentRoute, id: `frame-${inner.length}`, component })
  return frame.addChildren([nested(frame, inner, pattern)])
}
