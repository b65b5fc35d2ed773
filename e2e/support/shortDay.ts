import type { Page } from '@playwright/test'

import { push, take } from '../simulator/scenes.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { expect, signInOverForge } from './inFront.ts'

/** In, a live pipeline with its log, a write, a reload in the depth, out: what every way of serving the page must do. */
export async function shortDay(page: Page, url: string, { world }: Simulator) {
  const status = page
    .getByRole('main')
    .getByRole('img', { name: /^Status/ })
    .first()
  await signInOverForge(page, url)
  await page
    .getByRole('main')
    .getByRole('link', { name: /ana\s*\/\s*hello/ })
    .first()
    .click()
  const run = push(world, 1, 'Greet the world')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Greet the world/ })
    .click()
  run.start('test')
  run.log('test', 'a line of it')
  await page.getByRole('treeitem', { name: /test/ }).click()
  await expect(page.getByText('a line of it', { exact: true })).toBeVisible()
  run.finish()
  await expect(status).toHaveAccessibleName(/Success/)
  await expect(page.locator('link#favicon-svg')).toHaveAttribute('href', /favicon-\w+-success\.svg/)

  await page.getByRole('button', { name: 'Restart' }).click()
  await expect(page).toHaveURL(`${url}/repos/1/pipeline/11`)
  take(world, 1, 11).finish('failure')
  await expect(status).toHaveAccessibleName(/Failure/)
  await page.reload()
  await expect(status).toHaveAccessibleName(/Failure/)
  await page.goto(`${url}/repos/1/settings/badge`)
  const badge = page.getByRole('img', { name: 'The badge as it looks now' })
  await expect.poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120)

  await page.goto(`${url}/user`)
  await page
    .getByRole('link', { name: /sign out/i })
    .or(page.getByRole('button', { name: /sign out/i }))
    .first()
    .click()
  await expect(page.getByRole('link', { name: /sign in/i }).first()).toBeVisible()
  await page.goto(`${url}/repos`)
  await expect(page).toHaveURL(/\/login\?url=/)
}
