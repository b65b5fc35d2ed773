import { expect as expectSoon, type Page } from '@playwright/test'

import type { Server } from '../support/server.ts'

const expect = expectSoon.configure({ timeout: 60_000 })

/** A picture of one screen. */
export interface Shot {
  name: string
  isVisitor?: boolean
  /** Once, before the pages open. Answers with the path of what to open. */
  prepare: (page: Page, server: Server) => Promise<string> | string
  /** On each page: until there is to see what shall be seen. */
  ready: (page: Page) => Promise<void>
}

export const shots: Shot[] = [
  {
    name: 'login',
    isVisitor: true,
    prepare: () => '/login',
    ready: (page) => expect(page.getByRole('heading').first()).toBeVisible(),
  },
  {
    name: 'repositories',
    prepare: () => '/repos',
    ready: (page) => expect(page.getByRole('link', { name: /demo\s*\/\s*hello/ }).first()).toBeVisible(),
  },
  {
    name: 'activity',
    prepare: () => '/repos/1',
    ready: (page) => expect(page.getByRole('link', { name: /Say goodbye/ }).first()).toBeVisible(),
  },
  {
    name: 'pipeline-failed',
    prepare: () => '/repos/1/pipeline/2',
    ready: async (page) => {
      await openStep(page)
      await expect(page.getByText('6 of 6 failed')).toBeVisible()
    },
  },
  {
    name: 'pipeline-running',
    prepare: async (page, server) => `/repos/1/pipeline/${await restart(page, server)}`,
    ready: async (page) => {
      await openStep(page)
      await expect(page.getByText(/Hello, Łucja!/)).toBeVisible({ timeout: 40_000 })
    },
  },
  {
    name: 'timeline',
    prepare: () => '/repos/1/pipeline/2/timeline',
    ready: (page) => expect(page.getByText('test').first()).toBeVisible(),
  },
  {
    name: 'secrets',
    prepare: addSecrets,
    ready: (page) => expect(page.getByText('DEPLOY_KEY').first()).toBeVisible(),
  },
  {
    name: 'badge',
    prepare: () => '/repos/1/settings/badge',
    ready: (page) => expect(page.getByRole('img', { name: /badge/i }).first()).toBeVisible(),
  },
  {
    name: 'palette',
    prepare: () => '/repos',
    ready: async (page) => {
      await expect(page.getByRole('link', { name: /demo\s*\/\s*hello/ }).first()).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
]

/** The page chooses a step itself where there is room for its log beside the list. */
async function openStep(page: Page) {
  const step = page.getByRole('treeitem', { name: /test/ })
  await expect(step).toBeVisible()
  await step.click()
}

async function csrfOf(page: Page, server: Server): Promise<Record<string, string>> {
  const config = await page.request.get(`${server.url}/web-config.js`)
  return { 'X-CSRF-TOKEN': /WOODPECKER_CSRF\s*=\s*"([^"]*)"/.exec(await config.text())?.[1] ?? '' }
}

async function restart(page: Page, server: Server): Promise<number> {
  const address = `${server.url}/api/repos/1/pipelines/1`
  const answer = await page.request.post(address, { headers: await csrfOf(page, server) })
  return ((await answer.json()) as { number: number }).number
}

async function addSecrets(page: Page, server: Server): Promise<string> {
  const headers = await csrfOf(page, server)
  const add = (path: string, name: string, events: string[], note = '') =>
    page.request.post(`${server.url}/api${path}/secrets`, {
      headers,
      data: { name, value: 'a-made-up-value', events, images: [], note },
    })
  await add('/repos/1', 'DEPLOY_KEY', ['push', 'deployment'], 'For the staging machine')
  await add('/repos/1', 'REGISTRY_TOKEN', ['push', 'tag'])
  await add('', 'NPM_TOKEN', ['push', 'tag', 'release'])
  return '/repos/1/settings/secrets'
}
