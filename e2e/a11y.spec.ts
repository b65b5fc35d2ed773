import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { Page } from '@playwright/test'

import { axeProblems } from './support/everything/examine.ts'
import { layoutProblems } from './support/everything/layout.ts'
import { drawnElsewhere, overlayRows } from './support/everything/overlays.ts'
import { routesWithoutScreen, screenRows } from './support/everything/screens.ts'
import { calmPage, expect, test } from './support/everything/world.ts'

// Pages are walked through by the dozen: pictures and recordings of all of that help nobody.
test.use({ trace: 'off', screenshot: 'off' })

const web = resolve(import.meta.dirname, '../web/src')
const wide = { width: 1440, height: 900 }
const small = { width: 390, height: 844 }

test('every route of the page, and all that lies over one, is among those examined', async () => {
  const patterns = /patterns = \{([^}]*)\}/.exec(await readFile(join(web, 'paths.ts'), 'utf8'))?.[1] ?? ''
  const routes = [...patterns.matchAll(/^\s*(\w+): '/gm)].map(([, name = '']) => name)
  const areas = ['repoSettings', 'orgSettings', 'user', 'admin']
  for (const area of areas) {
    const file = `app/settings/${area.replace('Settings', '')}Pages.tsx`
    const pages = [...(await readFile(join(web, file), 'utf8')).matchAll(/^ {4}path: '(.*)'/gm)]
    expect(pages.length, file).toBeGreaterThan(2)
    routes.push(...pages.flatMap(([, page]) => (page ? [`${area}/${page}`] : [])))
  }
  const wanted = routes.filter((route) => !route.endsWith('Page') && !routesWithoutScreen.includes(route))
  expect(new Set(screenRows.flatMap(({ route }) => route ?? []))).toEqual(new Set(wanted))
  expect(wanted.length).toBeGreaterThan(40)

  const known = new Set([...overlayRows.flatMap(({ from }) => from), ...drawnElsewhere])
  const drawing =
    /<(?:Dialog|ConfirmDialog|Menu|Combobox|details|aside|HandOver|Remove\w+|RepairAll|UnsavedGuard)\b|from '@base-ui/
  const files: string[] = []
  for await (const file of glob('**/*.tsx', { cwd: web })) {
    if (/\.test\.tsx$|(^|\/)testing\//.test(file)) continue
    files.push(file)
    if (drawing.test(await readFile(join(web, file), 'utf8'))) expect.soft(known, file).toContain(file)
  }
  for (const file of known) if (file.endsWith('.tsx')) expect.soft(files, file).toContain(file)
})

for (const part of [0, 1]) {
  test(`every screen can be read by everyone: part ${part + 1}`, async ({ world, browser }) => {
    test.setTimeout(600_000)
    const member = await calmPage(world, browser, { viewport: wide })
    const visitor = await calmPage(world, browser, { viewport: wide, storageState: undefined })
    const problems: string[] = []
    for (const { name, path, ready, isVisitor } of screenRows.filter((_, index) => index % 2 === part)) {
      const page = isVisitor ? visitor : member
      await page.setViewportSize(wide)
      await page.goto(world.url + path(world))
      await expect(
        page.getByRole('main').getByText(ready).filter({ visible: true }).first(),
        name,
      ).toBeVisible()
      problems.push(...(await problemsOf(page, name)))
    }
    expect(problems).toEqual([])
  })
}

test('whatever lies over a screen can be read by everyone, and fits', async ({ world, browser }) => {
  test.setTimeout(600_000)
  const page = await calmPage(world, browser, { viewport: wide })
  const problems: string[] = []
  for (const { name, path, open, shown, tolerated = [] } of overlayRows) {
    await page.setViewportSize(wide)
    await page.goto(world.url + path(world))
    await expect(page.getByRole('main').getByRole('heading').first(), name).toBeVisible()
    await open(page)
    await expect(shown(page).first(), name).toBeVisible()
    problems.push(...(await problemsOf(page, name, tolerated)))
    await page.setViewportSize(small)
    if (await shown(page).first().isVisible())
      problems.push(...(await layoutProblems(page, { target: 44 })).map((problem) => `${name}: ${problem}`))
    await page.evaluate(() => localStorage.clear())
  }
  expect(problems).toEqual([])
})

test('the sign-in pages of the server can be read by everyone', async ({ world, browser }) => {
  const page = await calmPage(world, browser, { viewport: wide, storageState: undefined })
  await page.goto(`${world.url}/authorize?forge_id=1`)
  await expect(page.locator('input[name="password"]')).toBeVisible()
  const problems = await axeProblems(page)
  await page.locator('input[name="login"]').fill('nobody')
  await page.locator('input[name="password"]').fill('nothing at all')
  await page.locator('form button[type="submit"]').click()
  await expect(page.getByRole('alert')).toBeVisible()
  problems.push(...(await axeProblems(page)))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(small)
  problems.push(...(await axeProblems(page)), ...(await layoutProblems(page, { target: 44 })))
  expect(problems).toEqual([])
})

/** In both themes and both sizes, one line each. What the theme cannot change is looked at once in each size. */
async function problemsOf(page: Page, name: string, tolerated: readonly string[] = []): Promise<string[]> {
  const found: string[] = []
  for (const viewport of [wide, small]) {
    await page.setViewportSize(viewport)
    for (const [index, theme] of (['light', 'dark'] as const).entries()) {
      await page.emulateMedia({ colorScheme: theme })
      await expect(page.locator('html')).toHaveClass(new RegExp(theme))
      const problems = await axeProblems(page, { isThemeOnly: index > 0, tolerated })
      found.push(...problems.map((problem) => `${name}, ${theme}, ${viewport.width} px: ${problem}`))
    }
  }
  return found
}
