import type { Page } from '@playwright/test'

import { calmPage, expect, test } from './support/everything/world.ts'
import { expectFocusKept, keyboardOf, listen } from './support/keyboard.ts'
import { adminPassword } from './support/server.ts'

// The same as beside it, so that the server is shared with them.
test.use({ trace: 'off', screenshot: 'off' })

test('everything that matters is done without a mouse, always seeing where one is', async ({
  world,
  browser,
}) => {
  test.setTimeout(240_000)
  const page = await calmPage(world, browser, { storageState: undefined })
  const heard = await listen(page)
  const hands = keyboardOf(page)
  const main = page.getByRole('main')
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' })
  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' })

  await test.step('sign in', async () => {
    await page.goto(`${world.url}/login`)
    await hands.to(link(/local account/).or(button(/local account/)))
    await hands.press('Enter')
    await hands.to(page.locator('input[name="login"]'))
    await hands.type('admin')
    await hands.to(page.locator('input[name="password"]'))
    await hands.type(adminPassword)
    await hands.press('Enter')
    await expect(page).toHaveURL(/\/repos$/)
  })

  await test.step('skip what is on every page', async () => {
    await expect(link(/payments/).first()).toBeVisible()
    await hands.press('Tab')
    await expect(link('Skip to content')).toBeFocused()
    await expect(link('Skip to content')).toBeInViewport()
    await hands.press('Enter')
    await expect(main).toBeFocused()
    for (const landmark of ['banner', 'navigation', 'main'] as const)
      await expect(page.getByRole(landmark).first()).toBeAttached()
  })

  await test.step('find a repository', async () => {
    await hands.press('/')
    await hands.look()
    await hands.type('payments')
    await heard.expect(/\b1 /)
    await hands.to(main.getByRole('link', { name: /payments/ }).first())
    await hands.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/repos/${world.repo}$`))
    await expectFocusKept(page)
    await heard.expect(/payments-and-subscriptions-service/)
  })

  await test.step('run a pipeline', async () => {
    await hands.to(link('Run pipeline'))
    await hands.press('Enter')
    await expect(page.getByRole('form', { name: 'Run pipeline' })).toBeVisible()
    await hands.to(page.getByRole('combobox'))
    await page.keyboard.press('Control+a')
    await hands.type('retry')
    await expect(page.getByRole('option', { name: /retry-uploads/ })).toBeVisible()
    await hands.press('ArrowDown')
    await hands.press('Enter')
    await expect(page.getByRole('combobox')).toHaveValue(/retry-uploads/)
    await hands.to(page.getByRole('textbox', { name: 'Message' }))
    await hands.type('By hand')
    await hands.to(button('Run pipeline'))
    await hands.press('Enter')
    await expect(page).toHaveURL(/\/pipeline\/\d+$/)
    await expectFocusKept(page)
    await heard.expect(/By hand|#9/)
    await heard.expect(/success/i)
  })

  await test.step('read the log of what failed', async () => {
    await toRepo(page, hands)
    await hands.to(main.getByRole('link', { name: /broken off/ }).first())
    await hands.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/pipeline/${world.failed}`))
    await hands.to(page.getByRole('treeitem', { selected: true }))
    await hands.press('ArrowUp')
    await hands.look()
    await expect(page.getByRole('treeitem', { name: /lint/ })).toBeFocused()
    await hands.press('ArrowDown')
    await hands.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/pipeline/${world.failed}/${world.failedStep}`))
    const log = page.getByRole('table')
    await hands.to(log)
    // The log has been opened at one of its errors.
    const problem = page.getByText(/^[12]\/2$/)
    await expect(problem).toBeVisible()
    const first = await problem.innerText()
    await hands.press('n')
    await expect(problem).not.toHaveText(first)
    await hands.press('p')
    await expect(problem).toHaveText(first)
    await hands.press('f')
    await expect(page.getByRole('textbox', { name: 'Find in log' })).toBeFocused()
    await hands.type('part of the file')
    await heard.expect(/1.{1,4}1\d\d/)
    await hands.press('Escape')
    await expect(log).toBeFocused()
    await hands.press('Home')
    const fold = log.getByRole('button', { name: /^Output of for n in .*seq 121/ })
    await hands.to(fold)
    const before = await fold.getAttribute('aria-expanded')
    await hands.press('Enter')
    await expect(fold).toHaveAttribute('aria-expanded', before === 'true' ? 'false' : 'true')
    await expect(fold).toBeFocused()
    await heard.expect(/\d+ lines/)
  })

  await test.step('approve', async () => {
    await toRepo(page, hands)
    await hands.to(main.getByRole('link', { name: /refunds/ }).first())
    await hands.press('Enter')
    await hands.to(button('Approve'))
    await hands.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    for (let stop = 0; stop < 5; stop += 1) {
      await hands.press('Tab')
      expect(
        await dialog.evaluate((element) => element.contains(document.activeElement)),
        'the focus stays in the dialog',
      ).toBe(true)
    }
    await hands.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button('Approve')).toBeFocused()
    await hands.press('Enter')
    await hands.to(dialog.getByRole('button', { name: 'Approve' }))
    await hands.press('Enter')
    await expect(dialog).toBeHidden()
    await heard.expect(/was approved|approved/i)
    await expect(button('Approve')).toHaveCount(0)
    await expectFocusKept(page)
  })

  await test.step('add a secret', async () => {
    await toRepo(page, hands)
    await hands.to(link('Settings of the repository'))
    await hands.press('Enter')
    await hands.to(page.getByRole('navigation', { name: /sections/i }).getByRole('link', { name: 'Secrets' }))
    await hands.press('Enter')
    await hands.to(button('Add secret'))
    await hands.press('Enter')
    await expect(page.getByRole('form', { name: 'Add secret' })).toBeVisible()
    await expectFocusKept(page)
    await hands.to(page.getByRole('textbox', { name: 'Name' }))
    await hands.type('by_hand')
    await hands.to(button('Add secret'))
    await hands.press('Enter')
    // The first field that breaks a rule.
    await expect(page.getByRole('textbox', { name: 'Value' })).toBeFocused()
    await hands.type('typed')
    await hands.to(page.getByRole('checkbox', { name: 'Tag' }))
    await hands.press('Space')
    await hands.to(button('Add secret'))
    await hands.press('Enter')
    await heard.expect(/by_hand was added/)
    await expect(page.getByRole('list', { name: 'Secrets' }).getByText('by_hand')).toBeVisible()
    await expectFocusKept(page)
  })

  expect(hands.complaints).toEqual([])
})

/** By the palette, from anywhere. */
async function toRepo(page: Page, hands: ReturnType<typeof keyboardOf>) {
  await hands.press('Control+k')
  await expect(page.getByRole('combobox', { name: /search/i })).toBeFocused()
  await hands.type('payments')
  await expect(page.getByRole('option', { name: /payments/, selected: true })).toBeVisible()
  await hands.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /refunds/ })
      .first(),
  ).toBeVisible()
}
