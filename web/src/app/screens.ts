import { lazyScreen } from '../ui/lazyScreen.ts'

/*
 * Every screen of the product, each in a file of its own that is fetched when its route is entered. They come with
 * their code only; `router.tsx` says where they are shown and hands them the ids of the address.
 */
export const screens = {
  repos: lazyScreen(async () => (await import('../features/repos/ReposScreen.tsx')).ReposScreen),
  addRepo: lazyScreen(async () => (await import('../features/repos/AddRepoScreen.tsx')).AddRepoScreen),
  repo: lazyScreen(async () => (await import('../features/repo/RepoFrame.tsx')).RepoFrame),
  repoTabs: lazyScreen(async () => (await import('../features/repo/RepoTabs.tsx')).RepoTabs),
  activity: lazyScreen(async () => (await import('../features/repo/ActivityScreen.tsx')).ActivityScreen),
  branches: lazyScreen(async () => (await import('../features/repo/BranchesScreen.tsx')).BranchesScreen),
  branch: lazyScreen(async () => (await import('../features/repo/BranchScreen.tsx')).BranchScreen),
  manual: lazyScreen(async () => (await import('../features/manual/ManualRunScreen.tsx')).ManualRunScreen),
  pipeline: lazyScreen(async () => (await import('../features/pipelines/PipelineFrame.tsx')).PipelineFrame),
  steps: lazyScreen(async () => (await import('../features/pipelines/StepsScreen.tsx')).StepsScreen),
  pipelineConfig: lazyScreen(async () => (await import('../features/pipelines/ConfigScreen.tsx')).ConfigScreen),
  pipelineErrors: lazyScreen(async () => (await import('../features/pipelines/ErrorsScreen.tsx')).ErrorsScreen),
  user: lazyScreen(async () => (await import('../features/user/UserScreen.tsx')).UserScreen),
  admin: lazyScreen(async () => (await import('../features/admin/AdminScreen.tsx')).AdminScreen),
  feed: lazyScreen(async () => (await import('../features/feed/FeedSidebar.tsx')).FeedSidebar),
  routeError: lazyScreen(async () => (await import('./RouteError.tsx')).RouteError),
  login: lazyScreen(async () => (await import('../features/login/LoginScreen.tsx')).LoginScreen),
}
