import { config } from './config.ts'

/** Every address of the product as the router's pattern, below the root path. `app/router.tsx` gives each its screen. */
export const patterns = {
  home: '/',
  login: '/login',
  repos: '/repos',
  addRepo: '/repos/add',
  repo: '/repos/$repoId',
  branches: '/repos/$repoId/branches',
  branch: '/repos/$repoId/branches/$branch',
  pullRequests: '/repos/$repoId/pull-requests',
  pullRequest: '/repos/$repoId/pull-requests/$pullRequest',
  manual: '/repos/$repoId/manual',
  pipeline: '/repos/$repoId/pipeline/$pipelineId',
  step: '/repos/$repoId/pipeline/$pipelineId/$stepId',
  timeline: '/repos/$repoId/pipeline/$pipelineId/timeline',
  changedFiles: '/repos/$repoId/pipeline/$pipelineId/changed-files',
  config: '/repos/$repoId/pipeline/$pipelineId/config',
  errors: '/repos/$repoId/pipeline/$pipelineId/errors',
  debug: '/repos/$repoId/pipeline/$pipelineId/debug',
  repoSettings: '/repos/$repoId/settings',
  repoSettingsPage: '/repos/$repoId/settings/$page',
  org: '/orgs/$orgId',
  orgSettings: '/orgs/$orgId/settings',
  orgSettingsPage: '/orgs/$orgId/settings/$page',
  admin: '/admin',
  adminPage: '/admin/$page',
  adminForge: '/admin/forges/$forge',
  user: '/user',
  userPage: '/user/$page',
  cliAuth: '/cli/auth',
} as const

const repoOf = (repoId: number) => ({ repoId: String(repoId) })
const pipelineOf = (repoId: number, number: number) => ({ ...repoOf(repoId), pipelineId: String(number) })

/**
 * Where links lead: spread one into a link, `<TextLink {...paths.repo(1)}>`, or hand it to `navigate`. Numbers are
 * ids of the API, except that pipelines go by their `number` and steps by their `pid`.
 */
export const paths = {
  home: () => ({ to: patterns.home }),
  /** `url` is where to go after signing in: a path below the root path. */
  login: (url?: string) => ({ to: patterns.login, search: url ? { url } : {} }),
  repos: () => ({ to: patterns.repos }),
  addRepo: () => ({ to: patterns.addRepo }),
  repo: (repoId: number) => ({ to: patterns.repo, params: repoOf(repoId) }),
  branches: (repoId: number) => ({ to: patterns.branches, params: repoOf(repoId) }),
  branch: (repoId: number, branch: string) => ({
    to: patterns.branch,
    params: { ...repoOf(repoId), branch: branch.toWellFormed() },
  }),
  pullRequests: (repoId: number) => ({ to: patterns.pullRequests, params: repoOf(repoId) }),
  pullRequest: (repoId: number, pullRequest: string) => ({
    to: patterns.pullRequest,
    params: { ...repoOf(repoId), pullRequest: pullRequest.toWellFormed() },
  }),
  manual: (repoId: number) => ({ to: patterns.manual, params: repoOf(repoId) }),
  pipeline: (repoId: number, number: number) => ({
    to: patterns.pipeline,
    params: pipelineOf(repoId, number),
  }),
  step: (repoId: number, number: number, pid: number) => ({
    to: patterns.step,
    params: { ...pipelineOf(repoId, number), stepId: String(pid) },
  }),
  timeline: (repoId: number, number: number) => ({
    to: patterns.timeline,
    params: pipelineOf(repoId, number),
  }),
  changedFiles: (repoId: number, number: number) => ({
    to: patterns.changedFiles,
    params: pipelineOf(repoId, number),
  }),
  config: (repoId: number, number: number) => ({ to: patterns.config, params: pipelineOf(repoId, number) }),
  errors: (repoId: number, number: number) => ({ to: patterns.errors, params: pipelineOf(repoId, number) }),
  debug: (repoId: number, number: number) => ({ to: patterns.debug, params: pipelineOf(repoId, number) }),
  /** `page` as in `app/settings`, '' for the first. */
  repoSettings: (repoId: number, page = '') =>
    page === ''
      ? { to: patterns.repoSettings, params: repoOf(repoId) }
      : { to: patterns.repoSettingsPage, params: { ...repoOf(repoId), page } },
  org: (orgId: number) => ({ to: patterns.org, params: { orgId: String(orgId) } }),
  orgSettings: (orgId: number, page = '') =>
    page === ''
      ? { to: patterns.orgSettings, params: { orgId: String(orgId) } }
      : { to: patterns.orgSettingsPage, params: { orgId: String(orgId), page } },
  /** One of the administration's pages, by default its first (`app/settings/adminPages.tsx`). */
  admin: (page = '') => (page === '' ? { to: patterns.admin } : { to: patterns.adminPage, params: { page } }),
  adminForge: (forgeId: number) => ({ to: patterns.adminForge, params: { forge: String(forgeId) } }),
  adminNewForge: () => ({ to: patterns.adminForge, params: { forge: 'create' } }),
  user: (page = '') => (page === '' ? { to: patterns.user } : { to: patterns.userPage, params: { page } }),
} as const

/** Addresses that the server answers itself: a full page load, never a step of the router. */
export const serverPaths = {
  authorize: (forgeId?: number) =>
    `${config.rootPath}/authorize${forgeId === undefined ? '' : `?forge_id=${forgeId}`}`,
  /** As a full page load, for a page that no longer knows whether anybody is signed in. */
  login: (url: string) => `${config.rootPath}${patterns.login}?${new URLSearchParams({ url })}`,
  logout: () => `${config.rootPath}/logout`,
  apiDocs: () => `${config.rootPath}/swagger/index.html`,
  favicon: (theme: 'light' | 'dark', status: string, type: 'png' | 'svg') =>
    `${config.rootPath}/favicons/favicon-${theme}-${status}.${type}`,
} as const
