import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { cloneOf } from './support/git.ts'
import { signIn } from './support/signIn.ts'
import { expect, test } from './support/test.ts'

const addedStep = `
  - name: count
    image: sh
    commands:
      - for number in 1 2 3 4 5 6 7 8; do echo "counted to $number"; sleep 1; done
`

for (const root of ['', '/ci']) {
  test.describe(`Served at ${root || '/'}`, () => {
    test.use({ root })

    test('a push is watched live to its green end, restarted, cancelled', async ({ server, page }) => {
      test.setTimeout(240_000)
      const complaints = listenForComplaints(page)
      await signIn(page, server.url)
      await page
        .getByRole('link', { name: /demo\s*\/\s*hello/ })
        .first()
        .click()
      await expect(page).toHaveURL(new RegExp(`^${server.url}/repos/\\d+$`))
      await markDocument(page)

      const feed = await openFeed(page)
      const clone = await cloneOf(server.url, 'demo/hello', `${server.dataDir}-clone`)
      await appendFile(join(clone.folder, '.woodpecker.yaml'), addedStep)
      await clone.commitAndPush('Count to eight')

      await feed
        .getByRole('link', { name: /Count to eight/ })
        .first()
        .click()
      await expect(page).toHaveURL(/\/pipeline\/2(\/|$)/)
      await expect(page.getByRole('heading', { name: /Count to eight/ })).toBeVisible()
      await expect.poll(() => favicon(page)).toBe('pending')

      await page.getByRole('treeitem', { name: /count/ }).click({ timeout: 60_000 })
      await expect(page.getByText('counted to 1', { exact: true })).toBeVisible({ timeout: 60_000 })
      expect(
        await page.getByText('counted to 8', { exact: true }).count(),
        'lines come while the step runs',
      ).toBe(0)
      await expect(page.getByText('counted to 8', { exact: true })).toBeVisible()

      await expect.poll(() => favicon(page)).toBe('success')
      await expect(pipelineStatus(page)).toHaveAccessibleName(/success/i)

      await page
        .getByRole('button', { name: /^restart/i })
        .first()
        .click()
      await expect(page).toHaveURL(/\/pipeline\/3(\/|$)/)
      await expect.poll(() => favicon(page)).toBe('pending')
      await page.getByRole('button', { name: /^cancel/i }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^cancel/i })
        .click()
      await expect(pipelineStatus(page)).toHaveAccessibleName(/killed|cancel/i)
      await expect.poll(() => favicon(page)).toBe('error')
      expect(await isDocumentMarked(page), 'nothing of this needed a reload').toBe(true)
      expect(complaints).toEqual([])

      await page.goto(`${server.url}/user`)
      await page
        .getByRole('link', { name: /sign out/i })
        .or(page.getByRole('button', { name: /sign out/i }))
        .first()
        .click()
      await expect(page.getByRole('link', { name: /sign in/i }).first()).toBeVisible()
      await page.goto(`${server.url}/repos`)
      await expect(page).toHaveURL(/\/login\?url=/)
    })
  })
}

async function openFeed(page: Page) {
  const panel = page.getByRole('complementary', { name: /pipeline feed/i })
  if (!(await panel.isVisible()))
    await page
      .getByRole('button', { name: /pipeline feed/i })
      .first()
      .click()
  await expect(panel).toBeVisible()
  return panel
}

/** The word in the favicon's file name. */
async function favicon(page: Page) {
  const href = (await page.locator('link#favicon-svg').getAttribute('href')) ?? ''
  return /favicon-(?:light|dark)-(\w+)\.svg/.exec(href)?.[1]
}

/** The status in the pipeline's header. */
function pipelineStatus(page: Page) {
  return page
    .getByRole('main')
    .getByRole('img', { name: /^status/i })
    .first()
}

async function markDocument(page: Page) {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
}

async function isDocumentMarked(page: Page) {
  return page.evaluate(() => document.documentElement.hasAttribute('data-marked'))
}

/** What the browser itself objects to: broken policy, failed scripts, uncaught errors. */
function listenForComplaints(page: Page) {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}
