import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, useParams, useSearch } from '@tanstack/react-router'

import { config } from '../config.ts'
import { patterns } from '../paths.ts'
import { Loading } from '../ui/Skeleton.tsx'
import { inShell, loginRoute, rootRoute, shellRoute, signedIn, signedInRoute } from './frames.ts'
import { given } from './given.ts'
import { requireUser, toRepos } from './guards.ts'
import type { Place } from './redirects.ts'
import { screens } from './screens.ts'
import { parseSearch, stringifySearch, texts } from './search.ts'

const homeRoute = createRoute({ getParentRoute: inShell, path: patterns.home, beforeLoad: toRepos })
const reposRoute = createRoute({
  getParentRoute: signedIn,
  path: patterns.repos,
  validateSearch: texts('q'),
  component: screens.repos,
})
const addRepoRoute = createRoute({
  getParentRoute: signedIn,
  path: patterns.addRepo,
  validateSearch: texts('q'),
  component: screens.addRepo,
})
/** Below each area's own address comes the name of one of its pages (`app/settings`). */
const pageOf = (params: { page?: string }) => params.page ?? ''
const settingsSearch = texts('q', 'sort', 'form')
const userSettingsRoute = createRoute({
  getParentRoute: signedIn,
  id: 'user-settings',
  validateSearch: settingsSearch,
  component: given(screens.user, () => ({ path: pageOf(useParams({ strict: false })) })),
})
const userRoute = createRoute({ getParentRoute: () => userSettingsRoute, path: patterns.user })
const userPageRoute = createRoute({ getParentRoute: () => userSettingsRoute, path: patterns.userPage })
const orgSettingsFrameRoute = createRoute({
  getParentRoute: signedIn,
  id: 'org-settings',
  validateSearch: settingsSearch,
  component: given(screens.orgSettings, () => {
    const params = useParams({ strict: false })
    return { orgId: Number(params.orgId), path: pageOf(params) }
  }),
})
const orgSettingsRoute = createRoute({
  getParentRoute: () => orgSettingsFrameRoute,
  path: patterns.orgSettings,
})
const orgSettingsPageRoute = createRoute({
  getParentRoute: () => orgSettingsFrameRoute,
  path: patterns.orgSettingsPage,
})
/** Always reached by a full page load: only then may the page talk to the program that waits (security 15). */
const cliAuthRoute = createRoute({
  getParentRoute: signedIn,
  path: patterns.cliAuth,
  validateSearch: texts('port'),
  component: given(screens.cliAuth, () => {
    const { port } = useSearch({ strict: false })
    return { port: port ?? '' }
  }),
})
const adminFrameRoute = createRoute({
  getParentRoute: signedIn,
  id: 'admin-frame',
  validateSearch: texts('q', 'sort', 'form', 'state'),
  component: given(screens.admin, () => {
    const { page, forge } = useParams({ strict: false })
    return { path: forge === undefined ? pageOf({ page }) : `forges/${forge}` }
  }),
})
const inAdmin = () => adminFrameRoute
const adminRoute = createRoute({ getParentRoute: inAdmin, path: patterns.admin })
const adminPageRoute = createRoute({ getParentRoute: inAdmin, path: patterns.adminPage })
const adminForgeRoute = createRoute({ getParentRoute: inAdmin, path: patterns.adminForge })

const orgRoute = createRoute({
  getParentRoute: inShell,
  path: patterns.org,
  validateSearch: texts('q'),
  component: given(screens.org, () => ({ orgId: Number(useParams({ strict: false }).orgId) })),
})

/** A repository's pages; visitors may see public ones. */
const repoRoute = createRoute({
  getParentRoute: inShell,
  id: 'repo',
  beforeLoad: async (place): Promise<void> => {
    const { repoId = '' } = place.params as { repoId?: string }
    if (!/^\d+$/.test(repoId)) await (await redirects()).leaveNamedRepo(place)
  },
  component: given(screens.repo, () => ({ repoId: Number(useParams({ strict: false }).repoId) })),
})
const inRepo = () => repoRoute
const repoTabsRoute = createRoute({ getParentRoute: inRepo, id: 'repo-tabs', component: screens.repoTabs })
const inRepoTabs = () => repoTabsRoute

const activityRoute = createRoute({
  getParentRoute: inRepoTabs,
  path: patterns.repo,
  validateSearch: texts('event', 'status', 'branch', 'after', 'before', 'author', 'q'),
  component: screens.activity,
})
const branchesRoute = createRoute({
  getParentRoute: inRepoTabs,
  path: patterns.branches,
  validateSearch: texts('q'),
  component: screens.branches,
})
const branchRoute = createRoute({
  getParentRoute: inRepoTabs,
  path: patterns.branch,
  component: given(screens.branch, () => ({ branch: useParams({ strict: false }).branch ?? '' })),
})
const pullRequestsRoute = createRoute({
  getParentRoute: inRepoTabs,
  path: patterns.pullRequests,
  validateSearch: texts('q'),
  component: screens.pullRequests,
})
const pullRequestRoute = createRoute({
  getParentRoute: inRepoTabs,
  path: patterns.pullRequest,
  component: given(screens.pullRequest, () => ({
    pullRequest: useParams({ strict: false }).pullRequest ?? '',
  })),
})
const manualRoute = createRoute({
  getParentRoute: inRepoTabs,
  path: patterns.manual,
  beforeLoad: requireUser,
  component: screens.manual,
})

const repoSettingsFrameRoute = createRoute({
  getParentRoute: inRepo,
  id: 'repo-settings',
  beforeLoad: requireUser,
  validateSearch: settingsSearch,
  component: given(screens.repoSettings, () => ({ path: pageOf(useParams({ strict: false })) })),
})
const repoSettingsRoute = createRoute({
  getParentRoute: () => repoSettingsFrameRoute,
  path: patterns.repoSettings,
})
const repoSettingsPageRoute = createRoute({
  getParentRoute: () => repoSettingsFrameRoute,
  path: patterns.repoSettingsPage,
})

/** A pipeline's pages. */
const pipelineFrameRoute = createRoute({
  getParentRoute: inRepo,
  id: 'pipeline-frame',
  component: given(screens.pipeline, () => ({ number: Number(useParams({ strict: false }).pipelineId) })),
})
const inPipeline = () => pipelineFrameRoute
/** One screen for both addresses, so that choosing a step leaves everything else as it is. */
const stepsRoute = createRoute({
  getParentRoute: inPipeline,
  id: 'steps',
  component: given(screens.steps, () => {
    const { stepId } = useParams({ strict: false })
    return { pid: stepId === undefined ? undefined : Number(stepId) }
  }),
})
const pipelineRoute = createRoute({ getParentRoute: () => stepsRoute, path: patterns.pipeline })
const stepRoute = createRoute({ getParentRoute: () => stepsRoute, path: patterns.step })
const configRoute = createRoute({
  getParentRoute: inPipeline,
  path: patterns.config,
  component: screens.pipelineConfig,
})
const errorsRoute = createRoute({
  getParentRoute: inPipeline,
  path: patterns.errors,
  component: screens.pipelineErrors,
})

const timelineRoute = createRoute({
  getParentRoute: inPipeline,
  path: patterns.timeline,
  component: screens.pipelineTimeline,
})
const filesRoute = createRoute({
  getParentRoute: inPipeline,
  path: patterns.changedFiles,
  validateSearch: texts('q'),
  component: screens.pipelineFiles,
})
const debugRoute = createRoute({
  getParentRoute: inPipeline,
  path: patterns.debug,
  component: screens.pipelineDebug,
})

/** Addresses of former days, found only where nothing above fits. */
const redirects = () => import('./redirects.ts')
const toNamedRepo = async (place: Place): Promise<never> => (await redirects()).toNamedRepo(place)
const toNamedOrg = async (place: Place): Promise<never> => (await redirects()).toNamedOrg(place)
const oldRoutes = [
  createRoute({ getParentRoute: inShell, path: '/repos/$owner/$name', beforeLoad: toNamedRepo }),
  createRoute({ getParentRoute: inShell, path: '/repos/$owner/$name/$', beforeLoad: toNamedRepo }),
  createRoute({ getParentRoute: inShell, path: '/$owner/$name', beforeLoad: toNamedRepo }),
  createRoute({ getParentRoute: inShell, path: '/$owner/$name/$', beforeLoad: toNamedRepo }),
  createRoute({ getParentRoute: inShell, path: '/org/$orgName', beforeLoad: toNamedOrg }),
  createRoute({ getParentRoute: inShell, path: '/org/$orgName/$', beforeLoad: toNamedOrg }),
  createRoute({ getParentRoute: inShell, path: '/$ownerOrOrgId', beforeLoad: toNamedOrg }),
]

const routeTree = rootRoute.addChildren([
  loginRoute,
  shellRoute.addChildren([
    homeRoute,
    signedInRoute.addChildren([
      reposRoute,
      addRepoRoute,
      userSettingsRoute.addChildren([userRoute, userPageRoute]),
      orgSettingsFrameRoute.addChildren([orgSettingsRoute, orgSettingsPageRoute]),
      cliAuthRoute,
      adminFrameRoute.addChildren([adminRoute, adminPageRoute, adminForgeRoute]),
    ]),
    orgRoute,
    repoRoute.addChildren([
      repoSettingsFrameRoute.addChildren([repoSettingsRoute, repoSettingsPageRoute]),
      repoTabsRoute.addChildren([
        activityRoute,
        branchesRoute,
        branchRoute,
        pullRequestsRoute,
        pullRequestRoute,
        manualRoute,
      ]),
      pipelineFrameRoute.addChildren([
        stepsRoute.addChildren([pipelineRoute, stepRoute]),
        configRoute,
        errorsRoute,
        timelineRoute,
        filesRoute,
        debugRoute,
      ]),
    ]),
    ...oldRoutes,
  ]),
])

/** The page's addresses, below the server's root path. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    basepath: config.rootPath || '/',
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: screens.routeError,
    defaultNotFoundComponent: screens.notFound,
    defaultPendingComponent: Loading,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
