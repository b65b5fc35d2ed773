import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import type { Project } from './support/ci.ts'
import { logView } from './support/logView.ts'
import { expect, test } from './support/shared.ts'

/** As a program would write them, byte by byte. */
const painted = [
  'plain \u001b[31mred\u001b[0m \u001b[1;4mbold\u001b[0m \u001b[38;5;208morange\u001b[0m \u001b[38;2;10;200;30mexact\u001b[0m',
  '\u001b[32mgreen begins',
  'and goes on\u001b[0m',
  'at 10%\rat 55%\rat 100%',
  'wrong\u001b[2K\rright',
  'see https://example.org/a?b=c, or (http://example.org/d).',
  '<script>globalThis.wasRun=true</script><img src=x onerror="globalThis.wasRun=true">',
  'javascript:globalThis.wasRun=true',
  '\u001b]8;;javascript:globalThis.wasRun=true\u001b\\\\click\u001b]8;;\u001b\\\\ here',
  '\u001b]8;;https://evil.test/\u0007https://example.org/good\u001b]8;;\u0007 \u001b]0;owned\u0007\u001b[2J\u001b[H\u001b[5Aend',
  'safe\u202egnp.exe and zero\u200bwidth',
]
const firstPainted = 2
const escape = '\u001b'

const steps = {
  paint: [
    `echo ${Buffer.from(`${painted.join('\n')}\n`).toString('base64')} | base64 -d`,
    `awk 'BEGIN { while (i++ < 1000000) printf "x" }'; echo; echo "after the wide one"`,
  ],
  long: ['seq -f "line %g of many" 1 25000'],
  folds: [
    'echo first; sleep 2',
    'echo "::group::Inner"; seq -f "inside %g" 1 50; echo "nee""dle in a fold"; echo "::endgroup::"; echo outside',
    'echo Needle last',
  ],
  fails: [
    'seq -f "fine %g" 1 1500',
    'seq -f "going %g" 1 300; echo "Error: the first reason"; seq -f "on %g" 1 100; echo "error: the second"; seq -f "end %g" 1 200; exit 3',
  ],
}
const file = JSON.stringify({
  when: { event: ['push', 'manual'] },
  skip_clone: true,
  steps: Object.entries(steps).map(([name, commands]) => ({ name, image: 'sh', commands })),
})

let project: Project

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
test.beforeAll(async ({ ci }, info) => {
  project = await ci.project(`admin/logs-${info.workerIndex}`, { '.woodpecker.yaml': file })
  await project.run()
  expect((await project.finished(1)).status).toBe('failure')
})

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const open = async (page: Page, step: string, hash = '') => {
  const pid = { paint: 2, long: 3, folds: 4, fails: 5 }[step]
  await page.goto(`${project.url}/pipeline/1/${pid}${hash}`)
  const log = logView(page, step)
  await expect(log.view.getByRole('status').filter({ hasText: 'Log loaded' })).toBeAttached()
  return log
}

test('colours, progress, links and hostile lines of a log are what a terminal would show, and nothing of it runs', async ({
  page,
}) => {
  const log = await open(page, 'paint', '#L1')
  const line = (index: number) => log.text(firstPainted + index)
  const lookOf = (index: number, text: string, property: string) =>
    line(index)
      .getByText(text, { exact: true })
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

  await expect(line(0)).toHaveText('plain red bold orange exact')
  const [plain, red] = [await lookOf(0, 'plain ', 'color'), await lookOf(0, 'red', 'color')]
  expect(red).not.toBe(plain)
  expect(await lookOf(0, 'bold', 'font-weight')).toBe('700')
  expect(await lookOf(0, 'bold', 'text-decoration-line')).toBe('underline')
  expect(await lookOf(0, 'orange', 'color')).toBe('rgb(255, 135, 0)')
  expect(await lookOf(0, 'exact', 'color')).toBe('rgb(10, 200, 30)')
  expect(await lookOf(2, 'and goes on', 'color')).toBe(await lookOf(1, 'green begins', 'color'))
  expect(await lookOf(2, 'and goes on', 'color')).not.toBe(plain)
  await expect(line(3)).toHaveText('at 100%')
  await expect(line(4)).toHaveText('right')

  await expect(line(5).getByRole('link')).toHaveCount(2)
  await expect(line(5).getByRole('link').first()).toHaveAttribute('href', 'https://example.org/a?b=c')
  await expect(line(5).getByRole('link').first()).toHaveAttribute('rel', /noopener.*noreferrer/)
  await expect(line(5).getByRole('link').last()).toHaveAttribute('href', 'http://example.org/d')
  await expect(line(6)).toHaveText(painted[6] ?? '')
  await expect(line(7).getByRole('link')).toHaveCount(0)
  await expect(line(8)).toContainText('here')
  await expect(line(8).getByRole('link')).toHaveCount(0)
  await expect(line(9)).toContainText('https://example.org/good')
  for (const link of await log.table.locator('.log-text').getByRole('link').all())
    expect(await link.getAttribute('href')).toMatch(/^https?:\/\/example\.org\//)
  await expect(line(10).locator('[data-mark="U+202E"]')).toHaveCount(1)
  await expect(line(10).locator('[data-mark="U+200B"]')).toHaveCount(1)
  await expect(page).not.toHaveTitle(/owned/)
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false)

  await log.table.press('End')
  await expect(log.view.getByText('after the wide one', { exact: true })).toBeInViewport()
  await log.table.press('PageUp')
  await expect(log.view.getByText(/^x{50,}$/).first()).toBeVisible()
  expect(await log.view.locator('*').count(), 'a line of a megabyte is drawn in parts').toBeLessThan(1000)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect((await log.all()).find((text) => text.startsWith('xxx'))).toHaveLength(1_000_000)
})

test('every line of a long log is reached: by key, by wheel, by its address, by searching', async ({
  page,
}) => {
  const log = await open(page, 'long', '#L12345')
  await expect(log.line(12_345)).toBeInViewport()
  await expect(log.text(12_345)).toHaveText('line 12344 of many')
  await expect(log.line(12_345)).toHaveClass(/log-chosen/)
  await log.table.press('End')
  await expect(log.text(25_001)).toHaveText('line 25000 of many')
  await expect(log.line(25_001)).toBeInViewport()
  await log.table.press('Home')
  await expect(log.line(1)).toBeInViewport()
  await log.table.hover()
  await page.mouse.wheel(0, 100_000)
  await expect(log.line(1)).toHaveCount(0)
  await expect(log.table.getByRole('row').first()).toBeVisible()
  expect(await log.view.locator('*').count()).toBeLessThan(1000)
  expect(await log.all()).toHaveLength(25_001)

  await log.table.press('Control+f')
  await expect(log.find).toBeFocused()
  await log.find.fill('line 2499')
  await expect(log.view.getByRole('search').getByText(/of 11$/)).toBeVisible()
  await expect(log.view.locator('.log-current').first()).toHaveText('line 2499')
  await log.find.press('Enter')
  await log.find.press('Shift+Enter')
  await log.find.fill('^LINE (24)9+ ')
  await expect(log.view.getByText('No hits')).toBeVisible()
  await log.view.getByRole('button', { name: 'Regular expression' }).click()
  await expect(log.view.getByRole('search').getByText(/of \d+$/)).toBeVisible()
  await log.view.getByRole('button', { name: 'Match case' }).click()
  await expect(log.view.getByText('No hits')).toBeVisible()
  await log.find.fill('(')
  await expect(log.view.getByText('This pattern cannot be read')).toBeVisible()
  await log.find.press('Escape')
  await expect(log.find).toHaveCount(0)
  await expect(log.table).toBeFocused()
})

test('a fold says how much it hides and how long it took, and opens for what is searched in it', async ({
  page,
}) => {
  const log = await open(page, 'folds')
  const first = log.view.getByRole('button', { name: /^Output of echo first/ })
  await expect(log.line(1).locator('.log-fold-facts')).toContainText(/0:0[2-9]/)
  await first.click()
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await expect(log.line(2)).toHaveCount(0)
  await log.menu('Collapse all')
  await expect(log.view.getByText('inside 7', { exact: true })).toHaveCount(0)
  await expect(log.view.getByText(/^5\d lines$/)).toBeVisible()

  await log.table.press('f')
  await log.find.fill('needle in')
  await expect(log.view.locator('.log-current')).toHaveText('needle in')
  await expect(log.view.getByText('inside 50', { exact: true })).toBeVisible()
  await log.find.fill('needle')
  await expect(log.view.getByRole('search').getByText(/of 3$/)).toBeVisible()
  await log.view.getByRole('button', { name: 'Match case' }).click()
  await expect(log.view.getByRole('search').getByText(/of 1$/)).toBeVisible()
  await log.find.press('Escape')
  await log.menu('Collapse all')
  await log.menu('Expand all')
  await expect(log.view.getByText('inside 50', { exact: true })).toBeVisible()
})

test('a failed pipeline opens at the first error of its failed step; lines are shared by link and as a quote', async ({
  page,
}) => {
  await page.goto(`${project.url}/pipeline/1`)
  const log = logView(page, 'fails')
  const first = log.view.getByText('Error: the first reason', { exact: true })
  await expect(first).toBeInViewport()
  await expect(log.view.getByText('Exit code 3').or(page.getByText('Exit code 3')).first()).toBeVisible()
  await expect(log.view.getByText('1/2')).toBeVisible()
  await log.table.press('n')
  await expect(log.view.getByText('error: the second', { exact: true })).toBeInViewport()
  await expect(log.view.getByText('2/2')).toBeVisible()
  await log.table.press('p')
  await expect(first).toBeInViewport()

  await log.view.getByRole('link', { name: 'Line 1803', exact: true }).click()
  await log.view.getByRole('link', { name: 'Line 1805', exact: true }).click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/#L1803-L1805$/)
  await expect(log.view.locator('.log-chosen')).toHaveCount(3)
  await log.view.getByRole('button', { name: 'Copy as quote' }).click()
  await expect.poll(() => clipboard(page)).toContain('```text\nError: the first reason\non 1\non 2\n```')
  expect(await clipboard(page)).toContain(`](${page.url()})`)
  await log.view.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => clipboard(page)).toBe(page.url())

  await page.reload()
  await expect(first).toBeInViewport()
  await expect(log.view.locator('.log-chosen')).toHaveCount(3)
  await log.menu('Collapse all')
  await page.goto(`${project.url}/pipeline/1/5#L20-L21`)
  await expect(log.line(20)).toBeInViewport()
  await log.view.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page).toHaveURL(/\/pipeline\/1\/5$/)

  const start = await log.text(21).boundingBox()
  const end = await log.text(23).boundingBox()
  if (!start || !end) throw new Error('Lines have no place')
  await page.mouse.move(start.x + 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + 300, end.y + end.height / 2, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboard(page)).toBe('fine 20\nfine 21\nfine 22')
  await log.table.press('Control+a')
  await page.keyboard.press('Control+c')
  await expect.poll(async () => (await clipboard(page)).split('\n').length).toBe(2104)
})

test('times, wrapping, fullscreen, files and deleting', async ({ page }) => {
  const log = await open(page, 'paint', '#L1')
  await expect(log.table.locator('.log-time')).toHaveCount(0)
  await log.menu('Time since the step started')
  await expect(log.line(2).locator('.log-time')).toHaveText(/^0:\d\d$/)
  await log.menu('Time of day')
  await expect(log.line(2).locator('.log-time')).toHaveText(/^\d\d:\d\d:\d\d$/)
  const wrap = log.view.getByRole('button', { name: 'Wrap lines' })
  await expect(wrap).toHaveAttribute('aria-pressed', 'true')
  await wrap.click()
  expect(await log.table.evaluate((table) => table.scrollWidth - table.clientWidth)).toBeGreaterThan(1000)
  await page.reload()
  await expect(wrap).toHaveAttribute('aria-pressed', 'false')
  await expect(log.line(2).locator('.log-time')).toHaveText(/^\d\d:\d\d:\d\d$/)
  await wrap.click()
  await log.menu('No times')

  await log.view.getByRole('button', { name: 'Fullscreen' }).click()
  const box = await log.view.boundingBox()
  expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 1440, 900])
  await page.keyboard.press('Escape')
  await expect(log.view.getByRole('button', { name: 'Fullscreen' })).toBeVisible()
  expect((await log.view.boundingBox())?.width).toBeLessThan(1440)

  const save = async (item: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), log.menu(item)])
    expect(download.suggestedFilename()).toMatch(/^admin-logs-\d+-1-paint\.log$/)
    return readFile(await download.path(), 'utf8')
  }
  const [plain, coloured] = [await save('Download as text'), await save('Download with colour codes')]
  expect(plain).toContain('plain red bold orange exact\n')
  expect(plain).not.toContain('\u001b')
  expect(coloured).toMatch(new RegExp(`${escape}\\[[\\d;]*31m[^\\n]*red`))
  expect(coloured.replaceAll(new RegExp(`${escape}\\[[\\d;]*m`, 'g'), '')).toBe(plain)

  const number = await project.run()
  await project.finished(number)
  await page.goto(`${project.url}/pipeline/${number}/4`)
  const doomed = logView(page, 'folds')
  await expect(doomed.view.getByText('outside', { exact: true })).toBeVisible()
  await doomed.menu('Delete log')
  const dialog = page.getByRole('dialog', { name: 'Delete the log of folds?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(doomed.view.getByText('outside', { exact: true })).toBeVisible()
  await doomed.menu('Delete log')
  await dialog.getByRole('button', { name: 'Delete log' }).click()
  await expect(doomed.view.getByText('This step wrote no output')).toBeVisible()
  expect(await project.log(number, 'folds')).toEqual([])
  expect(await project.log(number, 'long')).toHaveLength(25_001)
})
