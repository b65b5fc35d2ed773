import type { Locator, Page } from '@playwright/test'

import { deleteRow, field, hostile, openLog, rowOf, submit } from './support/settings.ts'
import { expect, test } from './support/shared.ts'
import { signIn } from './support/signIn.ts'

test.use({ actionTimeout: 20_000, storageState: { cookies: [], origins: [] } })

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard never comes to ${target.toString()}`)
}

test('language and theme stay over a reload, and the token works until it is reset', async ({
  ci,
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(240_000)
  const uma = await ci.person('uma.user')
  await signIn(page, ci.server.url, uma)

  await test.step('language and theme', async () => {
    await page.goto(`${ci.server.url}/user`)
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.getByRole('radio', { name: 'Dunkel' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Dunkel' })).toBeChecked()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'English' })
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })

  const me = async (token: string) =>
    fetch(`${ci.server.url}/api/user`, { headers: { Authorization: `Bearer ${token}` } })
  await test.step('the token is shown on demand and works where the page says', async () => {
    await page.getByRole('link', { name: 'CLI and API' }).click()
    await page.getByRole('button', { name: 'Show token' }).click()
    const token = page.getByRole('textbox', { name: 'Personal token' })
    await expect(token).toHaveAttribute('type', 'password')
    const value = await token.inputValue()
    const answer = await me(value)
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { login: string }).login).toBe(uma.login)
    await expect(page.locator('pre[aria-label="Example of a call"]')).toContainText(
      `${ci.server.url}/api/user`,
    )
    await expect(page.locator('pre[aria-label="Example of a call"]')).not.toContainText(value)

    const elsewhere = await browser.newContext({ storageState: { cookies: [], origins: [] } })
    const other = await elsewhere.newPage()
    await signIn(other, ci.server.url, uma)

    await page.getByRole('button', { name: 'Reset token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reset your token?' })
    await expect(dialog).toContainText('The token stops working at once')
    await expect(dialog).toContainText('You are signed out in every browser')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await me(value)).status, 'nothing was done yet').toBe(200)
    await page.getByRole('button', { name: 'Reset token' }).click()
    await dialog.getByRole('button', { name: 'Reset and sign out' }).click()
    await expect(page.getByRole('link', { name: /sign in/i }).first()).toBeVisible()
    expect((await me(value)).status).toBe(401)
    await other.goto(`${ci.server.url}/user`)
    await expect(other).toHaveURL(/\/login/)
    await elsewhere.close()
  })
  complaints.expect(/status of 401/)
})

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a person adds a secret by keyboard alone, uses it in a run, and has an agent of their own', async ({
    ci,
    page,
  }) => {
    test.setTimeout(240_000)
    const vic = await ci.person('vic_user')
    await signIn(page, ci.server.url, vic)
    const row = (list: string, text: string) => rowOf(page, list, text)

    await test.step('a secret, by keyboard alone', async () => {
      await page.goto(`${ci.server.url}/user/secrets`)
      await tabTo(page, page.getByRole('button', { name: 'Add secret' }).first())
      await page.keyboard.press('Enter')
      const form = page.getByRole('form', { name: 'Add secret' })
      await tabTo(page, field(form, 'Name'))
      await page.keyboard.type('MINE')
      await tabTo(page, field(form, 'Value'))
      await page.keyboard.insertText('vic-whole-value')
      await tabTo(page, form.getByRole('checkbox', { name: 'Manual run' }))
      await page.keyboard.press('Space')
      await tabTo(page, form.getByRole('button', { name: 'Add secret' }))
      await page.keyboard.press('Enter')
      await expect(row('Secrets', 'MINE')).toContainText('Manual run')
    })

    await test.step('what is wrong is in sight, although the button is a screen below', async () => {
      await page.getByRole('button', { name: 'Import .env' }).click()
      const form = page.getByRole('form', { name: 'Import .env' })
      const text = field(form, 'Content of an .env file')
      await text.fill('MINE=1\nTHEIRS=\nOTHERS=2\nno line\nMORE=3')
      await form.getByRole('button', { name: 'Import 4 secrets' }).click()
      await expect(text).toHaveAccessibleDescription(/no value may be empty/)
      await expect(text).toBeFocused()
      await expect(text).toBeInViewport({ ratio: 1 })
      await form.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Discard and leave' }).click()
      await expect(row('Secrets', 'MINE')).toBeVisible()
    })

    await test.step('only their own repositories get it', async () => {
      const project = await ci.project('vic_user/tool', {
        '.woodpecker.yaml': `
when: { event: [push, manual] }
skip_clone: true
steps:
  - name: tell
    image: sh
    environment: { MINE: { from_secret: MINE } }
    commands:
      - 'echo "$(printf %s "$MINE" | cut -d- -f1) has $MINE"'
`,
      })
      const number = await project.run()
      expect((await project.finished(number)).status).toBe('success')
      const log = await openLog(page, project, number, 'tell')
      await expect(log.getByText('vic has ********', { exact: true })).toBeVisible()
    })

    await test.step('deleted by keyboard alone', async () => {
      await page.goto(`${ci.server.url}/user/secrets`)
      await tabTo(page, page.getByRole('button', { name: 'Delete MINE' }))
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await tabTo(page, dialog.getByRole('button', { name: 'Delete' }))
      await page.keyboard.press('Enter')
      await expect(page.getByText('No secrets yet')).toBeVisible()
    })

    await test.step('an agent of their own: its token, another name, gone', async () => {
      await page.goto(`${ci.server.url}/user/agents`)
      await page.getByRole('button', { name: 'Add agent' }).first().click()
      const form = page.getByRole('form', { name: 'Add agent' })
      await field(form, 'Name').fill('   ')
      await form.getByRole('button', { name: 'Add agent' }).click()
      await expect(field(form, 'Name')).toHaveAccessibleDescription(/Fill this in/)
      await field(form, 'Name').fill(hostile)
      await form.getByRole('button', { name: 'Add agent' }).click()
      const edit = page.getByRole('form', { name: /^Edit agent/ })
      expect((await field(edit, 'Token').inputValue()).length).toBeGreaterThan(30)
      await expect(edit).toContainText('It tells its platform and capacity once it has connected')
      await field(edit, 'Name').fill('attic')
      await edit.getByRole('checkbox', { name: 'Give it no new work' }).check()
      await edit.getByRole('button', { name: 'Save' }).click()
      await expect(row('Agents', 'attic')).toContainText('No new work')
      await expect(row('Agents', 'attic')).toContainText('Has never connected')
      await deleteRow(row('Agents', 'attic'))
      await expect(page.getByText('No agents yet')).toBeVisible()
    })

    await test.step('a registry of their own', async () => {
      await page.goto(`${ci.server.url}/user/registries`)
      await page.getByRole('button', { name: 'Add registry' }).first().click()
      const form = page.getByRole('form', { name: 'Add registry' })
      await field(form, 'Address').fill('docker.io')
      await field(form, 'User name').fill('vic')
      await field(form, 'Password').fill('not shown again')
      await submit(page, 'Add registry', 'Add registry')
      await expect(row('Registries', 'docker.io')).toContainText('Signs in as vic')
      await deleteRow(row('Registries', 'docker.io'))
    })
  })
})
