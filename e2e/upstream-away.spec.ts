import type { Page } from '@playwright/test'

import { push, take } from './simulator/scenes.ts'
import { isAway, isRefused } from './support/complaints.ts'
import { expect, signInOverForge, test } from './support/inFront.ts'

test.use({ actionTimeout: 20_000 })

test('a server that goes away and comes back is told on the open page and on a new one, and nothing needs a reload', async ({
  simulator,
  front,
  page,
  context,
  complaints,
}) => {
  test.setTimeout(360_000)
  complaints.expect(isAway, /status of 502/)
  const { world, asked } = simulator
  await signInOverForge(page, front.url)
  const first = push(world, 1, 'Before the break')
  first.start('test')
  first.log('test', 'said before')
  await page.goto(`${front.url}/repos/1/pipeline/10`)
  await expect(page.getByText('said before', { exact: true })).toBeVisible()
  await mark(page)

  const late = await context.newPage()
  await test.step('away: the open page keeps what it shows and says that it is not live', async () => {
    await simulator.down()
    await expect(page.getByRole('banner').getByText('Not live')).toBeVisible()
    await expect(page.getByText('said before', { exact: true })).toBeVisible()
    await late.goto(`${front.url}/repos`)
    await expect(late.getByRole('heading', { name: 'The CI server does not answer' })).toBeVisible()
    await expect(late.getByText('The server behind this page cannot be reached.')).toBeVisible()
  })

  await test.step('back: both pages go on by themselves', async () => {
    first.log('test', 'said meanwhile')
    first.end('test')
    await simulator.up()
    await expect(late.getByRole('main').getByRole('link', { name: /team\s*\/\s*site/ })).toBeVisible()
    await expect(page.getByRole('banner').getByText('Not live')).toBeHidden()
    await expect(page.getByText('said meanwhile', { exact: true })).toBeVisible()
    await expect(page.getByText('said before', { exact: true })).toHaveCount(1)
    first.finish()
    await expect(status(page)).toHaveAccessibleName(/Success/)
    const run = push(world, 1, 'After the break')
    run.start('test')
    await late.goto(`${front.url}/repos/1`)
    await expect(late.getByRole('link', { name: /After the break/ }).first()).toBeVisible()
    await late.close()
    expect(await isMarked(page), 'nothing of this needed a reload').toBe(true)
  })

  await test.step('a session that ended is told where one acts, and the way back leads here', async () => {
    complaints.expect(isRefused)
    const before = asked.length
    simulator.expire('ana')
    await page.getByRole('button', { name: 'Restart' }).click()
    await expect(
      page
        .getByRole('link', { name: /sign in/i })
        .or(page.getByRole('button', { name: /sign in/i }))
        .first(),
    ).toBeVisible()
    expect(asked.length - before, 'no storm of questions').toBeLessThan(15)
    expect(world.pipelines.filter(({ message }) => message === 'Before the break')).toHaveLength(1)
    await page
      .getByRole('link', { name: /sign in/i })
      .or(page.getByRole('button', { name: /sign in/i }))
      .first()
      .click()
    await page.getByRole('link', { name: /^Sign in with/ }).click()
    await page.getByRole('link', { name: 'Go on as ana' }).click()
    await expect(page).toHaveURL(`${front.url}/repos/1/pipeline/10`)
    await page.getByRole('button', { name: 'Restart' }).click()
    await expect(page).toHaveURL(`${front.url}/repos/1/pipeline/12`)
    take(world, 1, 12).finish()
    await expect(status(page)).toHaveAccessibleName(/Success/)
  })
})

const status = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('img', { name: /^Status/ })
    .first()
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-marked'))
