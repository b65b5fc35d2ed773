import { forgeRoutes } from '@yaffle/contract/forges'
import { orgRoutes } from '@yaffle/contract/orgs'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { repoRoutes } from '@yaffle/contract/repos'
import type { Route } from '@yaffle/contract/route'

import { english } from '../../i18n/english.ts'
import type { patterns } from '../../paths.ts'
import { aPipeline } from '../../testing/fixtures.ts'

/** From least to most. A visitor's repository is a public one. */
export const callers = ['visitor', 'reader', 'pusher', 'admin'] as const
export type Caller = (typeof callers)[number]

export interface RouteRow {
  /** An address that it has. */
  at: string
  /** The call that the screen cannot do without; absent where it makes none. */
  call?: Route
  /** Words that stand on the page when everything is there. */
  ready: string | RegExp
  /** What the call answers when there is nothing yet, and what the page says then. */
  empty?: { answer: unknown; words: string }
  /** Whether visitors are sent to sign in first. */
  isForUsers?: boolean
  /** Buttons and links, by the caller from whom on they are offered. */
  offers?: Partial<Record<string, Caller>>
  /** Words instead of the page for callers below the one named. */
  closed?: { below: Caller; words: string }
}

/** Of the settings, whose own tests go through the same states. */
export interface Elsewhere {
  tests: string
}

const { repo, repos, pipelines, login, org, manual, cliAuth } = english
const notes = aPipeline({ changed_files: [], errors: [], workflows: [] })
const run = { [repo.run]: 'pusher', [repo.settings]: 'admin' } as const
const restart = { [pipelines.restart]: 'pusher', [pipelines.debug]: 'pusher' } as const

/** Every address of the product: a new one without a row is an error of types. */
export const routeRows = {
  home: { at: '/', call: repoRoutes.mine, ready: 'acme/api', isForUsers: true },
  login: {
    at: '/login',
    call: forgeRoutes.list,
    ready: /forge\.test/,
    empty: { answer: [], words: login.noForges },
  },
  repos: {
    at: '/repos',
    call: repoRoutes.mine,
    ready: 'acme/api',
    empty: { answer: [], words: repos.emptyTitle },
    isForUsers: true,
  },
  addRepo: {
    at: '/repos/add',
    call: repoRoutes.mine,
    ready: 'acme/api',
    empty: { answer: [], words: repos.addEmptyTitle },
    isForUsers: true,
  },
  repo: {
    at: '/repos/1',
    call: pipelineRoutes.list,
    ready: /retry uploads/,
    empty: { answer: [], words: repo.activityEmptyTitle },
    offers: run,
  },
  branches: {
    at: '/repos/1/branches',
    call: repoRoutes.branches,
    ready: 'release',
    empty: { answer: [], words: repo.branchesEmptyTitle },
    offers: run,
  },
  branch: {
    at: '/repos/1/branches/main',
    call: pipelineRoutes.list,
    ready: /retry uploads/,
    empty: { answer: [], words: repo.branchEmptyTitle },
    offers: run,
  },
  pullRequests: {
    at: '/repos/1/pull-requests',
    call: repoRoutes.pullRequests,
    ready: 'Add a cache',
    empty: { answer: [], words: repo.pullRequestsEmptyTitle },
    offers: run,
  },
  pullRequest: {
    at: '/repos/1/pull-requests/5',
    call: pipelineRoutes.list,
    ready: /retry uploads/,
    empty: { answer: [], words: repo.pullRequestEmptyTitle },
    offers: run,
  },
  manual: {
    at: '/repos/1/manual',
    call: repoRoutes.branches,
    ready: manual.branchHelp,
    empty: { answer: [], words: repo.branchesEmptyTitle },
    isForUsers: true,
    closed: { below: 'pusher', words: repo.noPush },
  },
  pipeline: {
    at: '/repos/1/pipeline/128',
    call: pipelineRoutes.get,
    ready: 'Log of test',
    empty: { answer: notes, words: pipelines.noSteps },
    offers: restart,
  },
  step: {
    at: '/repos/1/pipeline/128/2',
    call: pipelineRoutes.get,
    ready: 'Log of test',
    empty: { answer: notes, words: pipelines.noSteps },
    offers: restart,
  },
  timeline: {
    at: '/repos/1/pipeline/128/timeline',
    call: pipelineRoutes.get,
    ready: pipelines.timelineLegend,
    empty: { answer: notes, words: pipelines.timelineEmptyTitle },
    offers: restart,
  },
  changedFiles: {
    at: '/repos/1/pipeline/128/changed-files',
    call: pipelineRoutes.get,
    ready: 'upload.ts',
    empty: { answer: notes, words: pipelines.noFilesTitle },
    offers: restart,
  },
  config: {
    at: '/repos/1/pipeline/128/config',
    call: pipelineRoutes.config,
    ready: 'woodpecker',
    empty: { answer: [], words: pipelines.noConfigTitle },
    offers: restart,
  },
  errors: {
    at: '/repos/1/pipeline/128/errors',
    call: pipelineRoutes.get,
    ready: 'stepz',
    empty: { answer: notes, words: pipelines.noErrors },
    offers: restart,
  },
  debug: {
    at: '/repos/1/pipeline/128/debug',
    call: pipelineRoutes.get,
    ready: pipelines.debugTitle,
    offers: restart,
    closed: { below: 'pusher', words: pipelines.debugNotAllowed },
  },
  org: {
    at: '/orgs/3',
    call: orgRoutes.permissions,
    ready: 'acme/api',
    offers: { [org.settings]: 'admin' },
    closed: { below: 'reader', words: org.signInTitle },
  },
  cliAuth: { at: '/cli/auth?port=4711', ready: cliAuth.confirmTitle, isForUsers: true },

  repoSettings: { tests: 'app/settings/settings.test.tsx' },
  repoSettingsPage: { tests: 'app/settings/settings.test.tsx' },
  orgSettings: { tests: 'app/settings/settings.test.tsx' },
  orgSettingsPage: { tests: 'app/settings/settings.test.tsx' },
  user: { tests: 'app/settings/settings.test.tsx' },
  userPage: { tests: 'app/settings/settings.test.tsx' },
  admin: { tests: 'app/settings/admin.test.tsx' },
  adminPage: { tests: 'app/settings/admin.test.tsx' },
  adminForge: { tests: 'app/settings/admin.test.tsx' },
} satisfies Record<keyof typeof patterns, RouteRow | Elsewhere>

/** Addresses of former days, which only lead elsewhere (`page.test.tsx`). */
export const oldAddresses = [
  '/repos/$owner/$name',
  '/repos/$owner/$name/$',
  '/$owner/$name',
  '/$owner/$name/$',
  '/org/$orgName',
  '/org/$orgName/$',
  '/$ownerOrOrgId',
]

export const words = {
  retry: english.ui.retry,
  loading: english.ui.loading,
  offline: english.errors.offline,
}
