import type { Page } from '@playwright/test'

import { push, take } from './simulator/scenes.ts'
import { expect, test } from './support/inFront.ts'

test.use({ actionTimeout: 20_000 })

test('a day of pipelines on another server: signed in over its forge, watched live, cancelled, restarted, approved, run, deployed', async ({
  simulator,
  front,
  page,
  complaints,
}) => {
  test.setTimeout(360_000)
  const { world } = simulator
  const hello = `${front.url}/repos/1`

  await test.step('sign in over the forge: refused there, then granted, and back where one wanted to go', async () => {
    await page.goto(`${front.url}/repos/1/manual?x=1`)
    await expect(page).toHaveURL(/\/yaffle\/login\?url=/)
    await page.getByRole('link', { name: /^Sign in with/ }).click()
    await page.getByRole('link', { name: 'Refuse' }).click()
    await expect(page.getByText('You refused the sign-in at the forge.')).toBeVisible()
    await expect(page.getByText('The owner said no')).toBeVisible()
    await page.goto(`${front.url}/repos/1/manual`)
    await page.getByRole('link', { name: /^Sign in with/ }).click()
    await page.getByRole('link', { name: 'Go on as ana' }).click()
    await expect(page).toHaveURL(`${hello}/manual`)
  })

  await test.step('repositories, and one more from the forge', async () => {
    await page.getByRole('link', { name: 'Repositories' }).first().click()
    await expect(page.getByRole('main').getByRole('link', { name: /team\s*\/\s*site/ })).toBeVisible()
    await page.getByRole('link', { name: 'Add repository' }).click()
    await page.getByRole('button', { name: 'Enable ana/newcomer' }).click()
    await expect(page.getByRole('heading', { name: /newcomer/ })).toBeVisible()
    await expect(page.getByText(/no pipelines/i).first()).toBeVisible()
    expect(world.repos.find(({ name }) => name === 'newcomer')?.active).toBe(true)
  })

  await test.step('every status and event of the list is drawn', async () => {
    await page.goto(hello)
    for (const status of ['Success', 'Failure', 'Killed', 'Canceled', 'Created', 'Error', 'Blocked'])
      await expect(
        page
          .getByRole('main')
          .getByRole('img', { name: `Status: ${status}` })
          .first(),
        status,
      ).toBeVisible()
    await expect(page.getByText('created tag v1.0').first()).toBeVisible()
    await expect(page.getByText('nightly').first()).toBeVisible()
  })

  await test.step('a push is seen at once, its log as it is written, and its end', async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
    const run = push(world, 1, 'Greet the world')
    await page
      .getByRole('main')
      .getByRole('link', { name: /Greet the world/ })
      .click()
    await expect(page).toHaveURL(`${hello}/pipeline/10`)
    run.start('clone')
    run.end('clone')
    run.start('test')
    run.log('test', '+ npm test', 'first line')
    await page.getByRole('treeitem', { name: /test/ }).click()
    await expect(page.getByText('first line', { exact: true })).toBeVisible()
    run.log('test', 'second \u001B[32mline\u001B[0m')
    await expect(page.getByText('second line', { exact: true })).toBeVisible()
    run.end('test')
    run.start('publish')
    run.end('publish')
    run.finish()
    await expect(status(page)).toHaveAccessibleName(/Success/)
    await expect(page.getByText('second line', { exact: true })).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-marked'))).toBe(true)
  })

  await test.step('deployed from there, with a variable', async () => {
    await page.getByRole('button', { name: 'Deploy' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill('production')
    await dialog.getByRole('textbox', { name: 'Key 1' }).fill('REGION')
    await dialog.getByRole('textbox', { name: 'Value 1' }).fill('north & south')
    await dialog.getByRole('button', { name: 'Deploy' }).click()
    await expect(page).toHaveURL(`${hello}/pipeline/11`)
    const made = world.pipelines.find(({ number, repo_id }) => repo_id === 1 && number === 11)
    expect(made).toMatchObject({ event: 'deployment', deploy_to: 'production' })
    expect(made?.variables).toMatchObject({ REGION: 'north & south' })
  })

  await test.step('cancelled before it began, then restarted, then cancelled in the middle', async () => {
    await cancel(page)
    await expect(status(page)).toHaveAccessibleName(/Canceled/)
    await page.getByRole('button', { name: 'Restart' }).click()
    await expect(page).toHaveURL(`${hello}/pipeline/12`)
    const run = take(world, 1, 12)
    run.start('test')
    run.log('test', 'in the middle')
    await expect(status(page)).toHaveAccessibleName(/Running/)
    await cancel(page)
    await expect(status(page)).toHaveAccessibleName(/Killed/)
  })

  await test.step('a pull request of a stranger is approved', async () => {
    await page.goto(`${hello}/pipeline/9`)
    await expect(page.getByRole('main')).toContainText('eve')
    await page.getByRole('button', { name: /^Approve/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click()
    await expect(status(page)).toHaveAccessibleName(/Pending/)
    const run = take(world, 1, 9)
    run.start('test')
    run.finish('failure')
    await expect(status(page)).toHaveAccessibleName(/Failure/)
  })

  await test.step('what failed shows its first error; its configuration, files and errors are there', async () => {
    await page.goto(`${hello}/pipeline/2`)
    await expect(page.getByText('error: expected "hello", got "hallo"')).toBeVisible()
    await page.getByRole('link', { name: /^Files/ }).click()
    await expect(page.getByText('hello.ts').first()).toBeVisible()
    await page.getByRole('link', { name: 'Config', exact: true }).click()
    await expect(page.getByText(/image: alpine/).first()).toBeVisible()
    await page.goto(`${hello}/pipeline/8/errors`)
    await expect(page.getByText('Invalid or missing steps section')).toBeVisible()
    await page.goto(`${hello}/pipeline/8/debug`)
    await expect(page.getByRole('main')).toContainText(/metadata/i)
  })

  await test.step('run by hand with variables; and a branch on which nothing wants to', async () => {
    await page.goto(`${hello}/manual`)
    await page.getByRole('textbox', { name: 'Message' }).fill('Because I can')
    await page.getByRole('textbox', { name: 'Key 1' }).fill('COLOUR')
    await page.getByRole('textbox', { name: 'Value 1' }).fill('dark "green"')
    await page.getByRole('main').getByRole('button', { name: 'Run pipeline' }).click()
    await expect(page).toHaveURL(`${hello}/pipeline/13`)
    await expect(page.getByRole('heading', { name: /MANUAL: Because I can @ main/ })).toBeVisible()
    expect(world.pipelines.at(-1)?.variables).toEqual({ COLOUR: 'dark "green"' })
    await page.goto(`${hello}/manual`)
    await page.getByRole('combobox', { name: 'Branch' }).fill('nothing')
    await page.getByRole('option', { name: 'nothing-manual' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Run pipeline' }).click()
    await expect(page.getByText('Nothing to run')).toBeVisible()
  })

  await test.step('branches, pull requests, and addresses of the other server that stand elsewhere', async () => {
    await page.goto(`${hello}/branches`)
    await page.getByRole('link', { name: 'feature/one' }).click()
    await expect(page).toHaveURL(`${hello}/branches/feature%2Fone`)
    await page.goto(`${hello}/pull-requests`)
    await expect(page.getByText('Say it louder').first()).toBeVisible()
    const { origin } = new URL(front.url)
    await page.goto(`${origin}/ci/repos/1/pipeline/2`)
    await expect(page).toHaveURL(`${hello}/pipeline/2`)
    await page.goto(`${front.url}/ana/hello/branches`)
    await expect(page).toHaveURL(`${hello}/branches`)
  })

  await test.step('signed out', async () => {
    await page.goto(`${front.url}/user`)
    await page
      .getByRole('link', { name: /sign out/i })
      .or(page.getByRole('button', { name: /sign out/i }))
      .first()
      .click()
    await expect(page.getByRole('link', { name: /sign in/i }).first()).toBeVisible()
    await page.goto(`${front.url}/repos`)
    await expect(page).toHaveURL(/\/yaffle\/login\?url=/)
  })
  expect(complaints.unexpected()).toEqual([])
})

const status = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('img', { name: /^Status/ })
    .first()

async function cancel(page: Page) {
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel pipeline' }).click()
}
