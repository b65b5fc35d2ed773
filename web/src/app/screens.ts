import type { ComponentType } from 'react'

import { texts } from '../i18n/texts.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { lazyScreen } from '../ui/lazyScreen.ts'

/*
 * Every screen of the product, each in a file of its own that is fetched when its route is entered. They come with
 * their code only; `router.tsx` says where they are shown and hands them the ids of the address.
 */
type Load<Props> = () => Promise<ComponentType<Props>>
/** With texts that do not come with the page (`i18n/areas.ts`): code and texts are fetched together. */
const withTexts =
  <Props>(load: Load<Props>): Load<Props> =>
  async () =>
    (await Promise.all([load(), texts.whole()]))[0]
const screen = <Props extends object>(load: Load<Props>) => lazyScreen(withTexts(load))
const part = <Props extends object>(load: Load<Props>) => lazyPart(withTexts(load))

export const screens = {
  repos: lazyScreen(async () => (await import('../features/repos/ReposScreen.tsx')).ReposScreen),
  addRepo: lazyScreen(async () => (await import('../features/repos/AddRepoScreen.tsx')).AddRepoScreen),
  repo: screen(async () => (await import('../features/repo/RepoFrame.tsx')).RepoFrame),
  repoTabs: screen(async () => (await import('../features/repo/RepoTabs.tsx')).RepoTabs),
  activity: screen(async () => (await import('../features/repo/ActivityScreen.tsx')).ActivityScreen),
  branches: screen(async () => (await import('../features/repo/BranchesScreen.tsx')).BranchesScreen),
  branch: screen(async () => (await import('../features/repo/BranchScreen.tsx')).BranchScreen),
  pullRequests: screen(
    async () => (await import('../features/repo/PullRequestsScreen.tsx')).PullRequestsScreen,
  ),
  pullRequest: screen(async () => (await import('../features/repo/PullRequestScreen.tsx')).PullRequestScreen),
  manual: screen(async () => (await import('../features/manual/ManualRunScreen.tsx')).ManualRunScreen),
  pipeline: screen(async () => (await import('../features/pipelines/PipelineFrame.tsx')).PipelineFrame),
  steps: screen(async () => (await import('../features/pipelines/StepsScreen.tsx')).StepsScreen),
  pipelineConfig: screen(async () => (await import('../features/pipelines/ConfigScreen.tsx')).ConfigScreen),
  pipelineErrors: screen(async () => (await import('../features/pipelines/ErrorsScreen.tsx')).ErrorsScreen),
  pipelineTimeline: screen(
    async () => (await import('../features/pipelines/TimelineScreen.tsx')).TimelineScreen,
  ),
  pipelineFiles: screen(async () => (await import('../features/pipelines/FilesScreen.tsx')).FilesScreen),
  pipelineDebug: screen(async () => (await import('../features/pipelines/DebugScreen.tsx')).DebugScreen),
  repoSettings: screen(async () => (await import('./settings/RepoSettings.tsx')).RepoSettings),
  org: screen(async () => (await import('../features/org/OrgReposScreen.tsx')).OrgReposScreen),
  orgSettings: screen(async () => (await import('./settings/OrgSettings.tsx')).OrgSettings),
  user: screen(async () => (await import('./settings/UserSettings.tsx')).UserSettings),
  cliAuth: screen(async () => (await import('../features/cliAuth/CliAuthScreen.tsx')).CliAuthScreen),
  admin: screen(async () => (await import('./settings/AdminSettings.tsx')).AdminSettings),
  feed: lazyPart(async () => (await import('../features/feed/FeedSidebar.tsx')).FeedSidebar),
  finishNotices: part(async () => {
    try {
      return (await import('../features/feed/FinishNotices.tsx')).FinishNotices
    } catch {
      // Nobody looks for it on the page: without it everything else works.
      return () => null
    }
  }),
  palette: part(async () => (await import('./palette/Palette.tsx')).Palette),
  shortcutHelp: part(async () => (await import('./palette/ShortcutHelp.tsx')).ShortcutHelp),
  notFound: lazyScreen(async () => (await import('../features/notFound/NotFoundScreen.tsx')).NotFoundScreen),
  routeError: lazyScreen(async () => (await import('./RouteError.tsx')).RouteError),
  login: screen(async () => (await import('../features/login/LoginScreen.tsx')).LoginScreen),
}
