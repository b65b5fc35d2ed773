import type { Locator, Page } from '@playwright/test'

import { calmPage, expect, test } from './support/everything/world.ts'

// The same as beside it, so that the server is shared with them.
test.use({ trace: 'off', screenshot: 'off' })

const dark = 'rgb(20, 23, 29)'
const light = 'rgb(245, 246, 248)'

interface Frame {
  theme: string
  canvas: string
  scheme: string
}

for (const [stored, system] of [
  ['dark', 'light'],
  ['light', 'dark'],
  ['auto', 'dark'],
] as const) {
  test(`the first thing painted is already in the ${stored} theme, on a ${system} system`, async ({
    world,
    browser,
  }) => {
    const page = await calmPage(world, browser, { colorScheme: system })
    const shown = stored === 'auto' ? system : stored
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await page.addInitScript((theme) => {
      localStorage.setItem('yaffle:theme', theme)
      const frames: object[] = []
      Object.assign(globalThis, { frames_: frames })
      const note = () => {
        const root = document.documentElement
        const { backgroundColor, colorScheme } = getComputedStyle(root)
        if (document.body)
          frames.push({ theme: root.dataset['theme'], canvas: backgroundColor, scheme: colorScheme })
        requestAnimationFrame(note)
      }
      requestAnimationFrame(note)
    }, stored)
    // The page's own code comes late: until then only what stands in the head has been at work.
    let letGo = () => {}
    const held = new Promise<void>((done) => (letGo = done))
    await page.route(/\/assets\/(?:page|index|framework)[^/]*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${world.url}/repos`, { waitUntil: 'commit' })
    const frames = () => page.evaluate(() => (globalThis as unknown as { frames_: Frame[] }).frames_)
    await expect.poll(async () => (await frames()).length).toBeGreaterThan(3)
    await expect(page.locator('#app')).toBeEmpty()
    letGo()
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()

    const canvas = shown === 'dark' ? dark : light
    const wrong = (await frames()).filter(
      (frame) => frame.theme !== shown || frame.canvas !== canvas || frame.scheme !== shown,
    )
    expect(wrong).toEqual([])
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute(
      'content',
      shown === 'dark' ? '#2A2E3A' : '#369943',
    )
    expect(problems).toEqual([])
  })
}

test('a chosen theme holds in all tabs, and the system is followed where none is chosen', async ({
  world,
  browser,
}) => {
  const page = await calmPage(world, browser, { colorScheme: 'light' })
  const other = await page.context().newPage()
  await page.goto(`${world.url}/user`)
  await other.goto(`${world.url}/repos`)
  await page.getByRole('radio', { name: 'Dark' }).check()
  for (const one of [page, other]) await expect(one.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: 'Same as system' }).check()
  for (const one of [page, other]) await expect(one.locator('html')).toHaveAttribute('data-theme', 'light')
  await other.emulateMedia({ colorScheme: 'dark' })
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('nothing moves for those who asked for that', async ({ world, browser }) => {
  const page = await calmPage(world, browser)
  const moving = () =>
    page.evaluate(() =>
      document.getAnimations().map((animation) => {
        const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null
        return target?.outerHTML.slice(0, 100) ?? ''
      }),
    )
  for (const path of ['/repos', `/repos/${world.repo}/pipeline/${world.running}`, '/admin/queue']) {
    await page.goto(world.url + path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    expect(await moving(), path).toEqual([])
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await moving(), 'palette').toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(`${world.url}/repos/${world.repo}/pipeline/${world.running}`)
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  expect((await moving()).length, 'else a running step turns').toBeGreaterThan(0)
})

test('contrast themes show the focus, what is chosen and what is on', async ({ world, browser }) => {
  const page = await calmPage(world, browser, {
    forcedColors: 'active',
    viewport: { width: 1440, height: 900 },
  })
  await page.goto(`${world.url}/repos/${world.repo}/pipeline/${world.failed}/${world.failedStep}`)
  const step = (isChosen: boolean) =>
    page.getByRole('treeitem', { selected: isChosen, name: isChosen ? /test/ : /lint/ })
  await expect(step(true)).toBeVisible()
  await expectToDiffer('a chosen step', step(true), step(false))
  const tabs = page.getByRole('navigation', { name: 'Sections of the pipeline' })
  await expectToDiffer(
    'the current tab',
    tabs.getByRole('link', { name: 'Steps' }),
    tabs.getByRole('link', { name: 'Config' }),
  )
  await expectToDiffer(
    'a switch that is on',
    page.getByRole('button', { name: 'Wrap lines' }),
    page.getByRole('button', { name: 'Find in log' }),
  )

  await page.getByRole('table').focus()
  await page.keyboard.press('f')
  await expect(page.getByRole('textbox', { name: 'Find in log' })).toBeFocused()
  await page.keyboard.type('slow')
  await expectToDiffer(
    'a hit of the search',
    page.locator('.log-hit, .log-current').first(),
    page.locator('.log-piece > span:not([class])').first(),
  )
  const number = (row: string) => page.locator(`${row} .log-number`).first()
  await expectToDiffer(
    'a line with an error',
    number('.log-error'),
    number('.log-row:not(.log-error, .log-warning, .log-chosen)'),
  )

  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const option = (isChosen: boolean) => page.getByRole('option', { selected: isChosen }).first()
  await expectToDiffer('a chosen command', option(true), option(false))
  await page.keyboard.press('Escape')

  await page.goto(`${world.url}/repos/${world.repo}/settings/secrets`)
  await page.getByRole('button', { name: 'Use outside the browser' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await expectToDiffer(
    'the item of a menu',
    page.getByRole('menuitem').first(),
    page.getByRole('menuitem').last(),
  )
  await page.keyboard.press('Escape')

  for (const control of [
    page.getByRole('button', { name: 'Add secret' }),
    page.getByRole('textbox').first(),
    page.getByRole('link', { name: 'Repositories' }),
  ]) {
    const before = await looksOf(control)
    await page.keyboard.press('Tab')
    await control.focus()
    const after = await looksOf(control)
    expect(after.outline, 'the focus').not.toBe(before.outline)
    expect(after.outline).toMatch(/solid|auto/)
  }
  await expectPicture(page)
})

/** What is left of the looks of an element once the system has put its colours in place of ours. */
async function looksOf(element: Locator) {
  return element.evaluate((one) => {
    const { backgroundColor, color, outlineStyle, outlineColor, outlineWidth, borderColor } =
      getComputedStyle(one)
    return {
      background: backgroundColor,
      color,
      border: borderColor,
      outline: `${outlineStyle} ${outlineColor} ${outlineWidth}`,
    }
  })
}

async function expectToDiffer(what: string, chosen: Locator, other: Locator) {
  await expect(chosen, what).toBeVisible()
  const [one, two] = [await looksOf(chosen), await looksOf(other)]
  expect({ ...one }, what).not.toEqual(two)
}

/** Icons of states are drawn in the system's own colour of text: something else than the page behind them. */
async function expectPicture(page: Page) {
  await page.goto(page.url().replace(/\/settings.*/, ''))
  const icon = page
    .getByRole('main')
    .getByRole('img', { name: /^status/i })
    .first()
  await expect(icon).toBeVisible()
  const stroke = await icon.locator('svg').evaluate((svg) => getComputedStyle(svg).stroke)
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(stroke).not.toBe(canvas)
  expect(stroke).not.toMatch(/none|transparent/)
}
