import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, useSearch } from '@tanstack/react-router'

import { feedParams } from '../features/feed/feedFilters.ts'
import { patterns } from '../paths.ts'
import { given } from './given.ts'
import { followReturn, leaveLogin, requireUser, targetOf } from './guards.ts'
import { Root } from './Root.tsx'
import { screens } from './screens.ts'
import { texts } from './search.ts'
import { Shell } from './Shell.tsx'

/** What is around the pages: everything, the frame, the frame for those who are signed in; and login, which has none. */

interface RouterContext {
  queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Root })

/** Without the frame. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: patterns.login,
  validateSearch: texts('url', 'error', 'error_description', 'error_uri'),
  beforeLoad: leaveLogin,
  component: given(screens.login, () => {
    const search = useSearch({ strict: false })
    return { search, target: targetOf(search.url) }
  }),
})

/** The feed is beside every page in the frame: its filters stay while one goes from one to the next. */
const feedSearch = texts(...Object.values(feedParams))

/** In the frame. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  validateSearch: feedSearch,
  search: { middlewares: [({ search, next }) => ({ ...feedSearch(search), ...next(search) })] },
  beforeLoad: followReturn,
  component: Shell,
})
export const inShell = () => shellRoute

/** In the frame, for those who are signed in. */
export const signedInRoute = createRoute({
  getParentRoute: inShell,
  id: 'signed-in',
  beforeLoad: requireUser,
})
export const signedIn = () => signedInRoute
