import type { Page } from '@playwright/test'

import type { World } from './world.ts'

/** Something that lies over a screen, or is only there once it is asked for. */
export interface OverlayRow {
  name: string
  /** Files below `web/src` that draw it. */
  from: string[]
  path: (world: World) => string
  open: (page: Page) => Promise<unknown>
  /** What is there then. */
  shown: (page: Page) => ReturnType<Page['locator']>
  /** Rules of axe that do not know it. */
  tolerated?: readonly string[]
}

/** Lists of choices and menus hang at the end of the page; the marks around them take the focus only to pass it on. */
const hanging = ['region', 'aria-hidden-focus']
/** While choices are open all else is hidden from screen readers, as long as the focus stays: leaving closes them. */
const alone = [...hanging, 'page-has-heading-one']

const repo = (rest: string) => (world: World) => `/repos/${world.repo}${rest}`
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const type = (key: string) => (page: Page) => page.keyboard.press(key)
const dialog = (page: Page) => page.getByRole('dialog')
const menu = (page: Page) => page.getByRole('menu')
const listbox = (page: Page) => page.getByRole('listbox')
const log = (world: World) => repo(`/pipeline/${world.failed}/${world.failedStep}`)(world)
const logMenu = (item: string | RegExp) => async (page: Page) => {
  await press('More')(page)
  await page.getByRole('menuitem', { name: item }).click()
}

/** Every dialog, menu and drawer; `a11y.spec.ts` fails for a file that draws one and is not here. */
export const overlayRows: OverlayRow[] = [
  {
    name: 'palette',
    from: ['app/palette/Palette.tsx'],
    path: () => '/repos',
    open: type('Control+k'),
    shown: dialog,
  },
  {
    name: 'shortcuts',
    from: ['app/palette/ShortcutHelp.tsx'],
    path: () => '/repos',
    open: type('?'),
    shown: dialog,
  },
  {
    name: 'feed',
    from: ['features/feed/FeedSidebar.tsx'],
    path: () => '/repos',
    open: press(/^Pipeline feed/),
    shown: (page) => page.getByRole('complementary'),
  },
  {
    name: 'cancel',
    from: ['features/pipelines/PipelineActions.tsx'],
    path: (world) => repo(`/pipeline/${world.running}`)(world),
    open: press('Cancel'),
    shown: dialog,
  },
  {
    name: 'deploy',
    from: ['features/pipelines/DeployDialog.tsx'],
    path: (world) => repo(`/pipeline/${world.good}`)(world),
    open: press('Deploy'),
    shown: dialog,
  },
  {
    name: 'approve',
    from: ['features/pipelines/ReviewButton.tsx'],
    path: (world) => repo(`/pipeline/${world.blocked}`)(world),
    open: press('Approve'),
    shown: dialog,
  },
  {
    name: 'details of a pipeline',
    from: ['features/pipelines/PipelineDetails.tsx'],
    path: (world) => repo(`/pipeline/${world.blocked}`)(world),
    open: (page) => page.getByText('Details', { exact: true }).click(),
    shown: (page) => page.locator('details[open]'),
  },
  {
    name: 'menu of the log',
    from: ['features/pipelines/log/LogToolbar.tsx'],
    path: log,
    open: press('More'),
    shown: menu,
    tolerated: hanging,
  },
  {
    name: 'deletion of a log',
    from: ['features/pipelines/log/LogPane.tsx'],
    path: log,
    open: logMenu(/delete/i),
    shown: dialog,
  },
  {
    name: 'search in the log',
    from: ['features/pipelines/log/FindBar.tsx'],
    path: log,
    open: press('Find in log'),
    shown: (page) => page.getByRole('search'),
  },
  {
    name: 'log in the whole window',
    from: ['features/pipelines/log/LogViewer.tsx'],
    path: log,
    open: press(/^Full ?screen/i),
    shown: (page) => page.getByRole('button', { name: /leave/i }),
  },
  {
    name: 'tabs without room',
    from: ['ui/MoreTabs.tsx'],
    path: () => '/admin',
    open: async (page) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await press('More')(page)
    },
    shown: menu,
    tolerated: hanging,
  },
  {
    name: 'choice of a branch',
    from: ['features/manual/ManualRunForm.tsx', 'ui/Combobox.tsx', 'ui/ComboboxControl.tsx'],
    path: repo('/manual'),
    open: (page) => page.getByRole('combobox').click(),
    shown: listbox,
    tolerated: alone,
  },
  {
    name: 'choice of the branch to filter by',
    from: ['features/repo/BranchFilter.tsx'],
    path: repo('?branch=main'),
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Branch' }).fill('e')
      await page.getByRole('option', { name: 'Branch e' }).waitFor()
    },
    shown: listbox,
    tolerated: alone,
  },
  {
    name: 'choice of a badge’s branch',
    from: ['features/badge/BadgeScreen.tsx'],
    path: repo('/settings/badge'),
    open: (page) => page.getByRole('combobox').first().click(),
    shown: listbox,
    tolerated: alone,
  },
  {
    name: 'choice of a time zone',
    from: ['features/crons/CronForm.tsx'],
    path: repo('/settings/crons?form=new'),
    open: (page) => page.getByRole('combobox').first().click(),
    shown: listbox,
    tolerated: alone,
  },
  {
    name: 'deletion of a secret',
    from: ['features/secrets/SecretRow.tsx', 'domain/RemoveButton.tsx', 'ui/ConfirmDialog.tsx'],
    path: repo('/settings/secrets'),
    open: press(/^Delete /),
    shown: dialog,
  },
  {
    name: 'use outside the browser',
    from: [
      'features/secrets/SecretsScreen.tsx',
      'domain/HandOver.tsx',
      'features/registries/RegistriesScreen.tsx',
      'features/crons/CronsScreen.tsx',
      'features/agents/AgentsScreen.tsx',
      'features/admin/users/UsersScreen.tsx',
      'features/admin/AdminReposScreen.tsx',
      'features/admin/forges/ForgesScreen.tsx',
      'features/admin/AdminOrgsScreen.tsx',
      'features/admin/queue/QueueScreen.tsx',
    ],
    path: repo('/settings/secrets'),
    open: press('Use outside the browser'),
    shown: menu,
    tolerated: hanging,
  },
  {
    name: 'deletion of a registry',
    from: ['features/registries/RegistryRow.tsx'],
    path: repo('/settings/registries'),
    open: press(/^Delete /),
    shown: dialog,
  },
  {
    name: 'deletion of a cron',
    from: ['features/crons/CronRow.tsx'],
    path: repo('/settings/crons'),
    open: press(/^Delete /),
    shown: dialog,
  },
  {
    name: 'deletion of a repository',
    from: ['features/repoSettings/ActionsScreen.tsx'],
    path: repo('/settings/actions'),
    open: press('Delete'),
    shown: dialog,
  },
  {
    name: 'unsaved changes',
    from: ['domain/ManagedForm.tsx', 'domain/RunForm.tsx', 'ui/UnsavedGuard.tsx'],
    path: repo('/settings/secrets?form=new'),
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('half')
      await page.getByRole('link', { name: 'Registries' }).click()
    },
    shown: dialog,
  },
  {
    name: 'broken rules of a form',
    from: ['ui/Field.tsx'],
    path: repo('/settings/secrets?form=new'),
    open: press('Add secret'),
    shown: (page) => page.getByRole('alert'),
  },
  {
    name: 'reset of the token',
    from: ['features/user/CliAndApiScreen.tsx'],
    path: () => '/user/cli-and-api',
    open: async (page) => {
      await press(/show token/i)(page)
      await press(/reset/i)(page)
    },
    shown: dialog,
  },
  {
    name: 'repair of all repositories',
    from: ['features/admin/RepairAll.tsx'],
    path: () => '/admin/repos',
    open: press('Repair all'),
    shown: dialog,
  },
  {
    name: 'deletion of a user',
    from: ['features/admin/users/UserRow.tsx'],
    path: () => '/admin/users',
    open: press('Delete ben'),
    shown: dialog,
  },
  {
    name: 'deletion of an organisation',
    from: ['features/admin/AdminOrgsScreen.tsx'],
    path: () => '/admin/orgs',
    open: press(/^Delete /),
    shown: dialog,
  },
  {
    name: 'deletion of a forge',
    from: ['features/admin/forges/ForgesScreen.tsx'],
    path: () => '/admin/forges',
    open: press(/^Delete /),
    shown: dialog,
  },
  {
    name: 'advanced settings of a forge',
    from: ['features/admin/forges/ForgeAdvanced.tsx'],
    path: ({ forge }) => `/admin/forges/${forge}`,
    open: (page) => page.locator('summary').click(),
    shown: (page) => page.locator('details[open]'),
  },
  {
    name: 'deletion of an agent',
    from: ['features/agents/AgentRow.tsx'],
    path: () => '/admin/agents',
    open: press(/^Delete builder/),
    shown: dialog,
  },
  {
    name: 'pause of the queue',
    from: ['features/admin/queue/QueueScreen.tsx'],
    path: () => '/admin/queue',
    open: press('Pause'),
    shown: dialog,
  },
  {
    name: 'notification',
    from: ['ui/Toasts.tsx'],
    path: repo('/settings/actions'),
    open: press('Repair'),
    shown: (page) => page.getByRole('region', { name: 'Notifications' }).getByRole('status'),
  },
  {
    name: 'tooltip',
    from: ['ui/tooltips.ts'],
    path: () => '/repos',
    open: (page) => page.getByRole('link', { name: 'Administration' }).hover(),
    shown: (page) => page.getByRole('tooltip'),
    tolerated: ['region'],
  },
]

/** What draws something of the kind in a file that no row names: parts, and what cannot be made to appear here. */
export const drawnElsewhere = [
  'ui/Dialog.tsx',
  'ui/Menu.tsx',
  // Shown when a screen's own code fails.
  'app/RouteError.tsx',
]
