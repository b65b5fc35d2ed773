import type { Page } from '@playwright/test'

import { yaffle } from './support/command.ts'
import { isRefused } from './support/complaints.ts'
import { logView } from './support/logView.ts'
import { adminPassword } from './support/server.ts'
import { expect, test } from './support/shared.ts'
import { signIn } from './support/signIn.ts'

const status = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('img', { name: `Status: ${name}` })
    .first()
const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })
const signedOut = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByText('You have been signed out')

test('what is done in one tab is seen in the other, without a reload', async ({ ci, page, context }) => {
  const gate = ci.gate()
  const project = await ci.project('admin/tabs', { '.woodpecker.yaml': gate.counting() })
  await ci.api('PATCH', project.path, { require_approval: 'all_events' })
  const number = await project.push('To be approved', { 'a.txt': 'a' })
  const other = await context.newPage()
  await page.goto(`${project.url}/pipeline/${number}`)
  await other.goto(`${project.url}/pipeline/${number}`)
  await expect(status(other, 'Blocked')).toBeVisible()
  await other.evaluate(() => document.documentElement.setAttribute('data-marked', ''))

  await page.getByRole('button', { name: 'Approve' }).click()
  await dialogButton(page, 'Approve and run').click()
  await expect(status(other, 'Running')).toBeVisible()
  await expect.poll(logView(other, 'count').counted).toBeGreaterThan(3)
  await expect.poll(logView(page, 'count').counted).toBeGreaterThan(3)

  await other.getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialogButton(other, 'Cancel pipeline').click()
  await expect(status(page, 'Killed')).toBeVisible()
  await expect(page.getByText('Canceled by admin')).toBeVisible()

  await page.goto(project.url)
  await expect(page.getByRole('link', { name: /To be approved/ })).toHaveCount(1)
  await other.getByRole('button', { name: 'Restart' }).click()
  await expect(page.getByRole('link', { name: /To be approved/ })).toHaveCount(2)

  await page.goto(`${project.url}/settings/secrets`)
  await expect(page.getByText('No secrets yet')).toBeVisible()
  expect(await other.locator('html[data-marked]').count(), 'never reloaded').toBe(1)
  await other.goto(`${project.url}/settings/secrets`)
  await other.getByRole('button', { name: 'Add secret' }).first().click()
  await other.getByRole('textbox', { name: 'Name' }).fill('deploy_key')
  await other.getByRole('textbox', { name: 'Value' }).fill('hush')
  await other.getByRole('button', { name: 'Add secret' }).click()
  await expect(other.getByText('deploy_key', { exact: true })).toBeVisible()
  await expect(async () => {
    // Coming back to a tab: a headless browser shows all of them always.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('deploy_key', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await gate.open()
})

test.describe('Sessions of somebody of their own', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('signing out in one tab is said in the other, which leads back to where it was', async ({
    ci,
    page,
    context,
    complaints,
  }) => {
    complaints.expect(isRefused)
    const ben = await ci.person(`ben-${test.info().workerIndex}`)
    const { url } = ci.server
    await signIn(page, url, ben)
    const other = await context.newPage()
    await other.goto(`${url}/user/cli-and-api`)
    await expect(other.getByRole('heading', { name: 'Personal token' }).first()).toBeVisible()
    await page.goto(`${url}/user`)
    await page.getByRole('link', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/login/)

    await expect(signedOut(other)).toBeVisible()
    await expect(other).toHaveURL(`${url}/user/cli-and-api`)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other).toHaveURL(/\/login\?url=%2Fuser%2Fcli-and-api$/)
    await other.getByRole('link', { name: /sign in with/i }).click()
    await other.locator('input[name="login"]').fill(ben.login)
    await other.locator('input[name="password"]').fill(ben.password)
    await other.locator('form button[type="submit"]').click()
    await expect(other).toHaveURL(`${url}/user/cli-and-api`)
    await expect(signedOut(other)).toHaveCount(0)
  })

  test('a session that ends under a form costs no text unasked, and leads back to the form', async ({
    ci,
    page,
    complaints,
  }) => {
    complaints.expect(isRefused)
    const login = `ana-${test.info().workerIndex}`
    const ana = await ci.person(login)
    const project = await ci.project(`${login}/form`, { '.woodpecker.yaml': ci.gate().counting() })
    const { url, dataDir } = ci.server
    await signIn(page, url, ana)
    await page.goto(`${project.url}/manual`)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('A long explanation')

    const token = await yaffle(dataDir, ['user', 'token', login])
    const reset = await fetch(`${url}/api/user/token`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(reset.ok).toBe(true)
    await page.getByRole('main').getByRole('button', { name: 'Run pipeline' }).click()
    await expect(signedOut(page)).toBeVisible()
    await expect(page.getByText('The pipeline could not be started')).toBeVisible()
    await expect(message).toHaveValue('A long explanation')

    const asked = page.waitForEvent('dialog')
    const leaving = page.getByRole('button', { name: 'Sign in' }).click()
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await leaving
    await expect(message).toHaveValue('A long explanation')

    await message.fill('')
    let loads = 0
    page.on('framenavigated', (frame) => (loads += frame === page.mainFrame() ? 1 : 0))
    await page.goto(`${project.url}/manual`)
    await expect(page).toHaveURL(new RegExp(`/login\\?url=%2Frepos%2F${project.repo.id}%2Fmanual$`))
    await expect(page.getByRole('link', { name: /sign in with/i })).toBeVisible()
    expect(loads, 'no going in circles').toBeLessThanOrEqual(3)
    await page.getByRole('link', { name: /sign in with/i }).click()
    await page.locator('input[name="login"]').fill(login)
    await page.locator('input[name="password"]').fill(adminPassword)
    await page.locator('form button[type="submit"]').click()
    await expect(page).toHaveURL(`${project.url}/manual`)
    await expect(message).toBeVisible()
  })
})
