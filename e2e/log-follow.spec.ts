import { logView } from './support/logView.ts'
import { expect, test } from './support/shared.ts'

test('a log is followed until its reader looks up; then it stays there and counts what has come', async ({
  ci,
  page,
}) => {
  test.setTimeout(240_000)
  const gate = ci.gate()
  const live = await ci.project(`admin/follow-${test.info().workerIndex}`, {
    '.woodpecker.yaml': gate.counting(),
  })
  await live.run()
  await page.setViewportSize({ width: 1200, height: 460 })
  await page.goto(`${live.url}/pipeline/1`)
  const log = logView(page, 'count')
  await expect.poll(log.counted).toBeGreaterThan(40)
  const fromEnd = () =>
    log.table.evaluate((table) => table.scrollHeight - table.scrollTop - table.clientHeight)
  await expect.poll(fromEnd).toBeLessThan(40)
  await expect(log.view.getByRole('button', { name: 'Follow the end' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await log.table.hover()
  await page.mouse.wheel(0, -300)
  await expect(log.view.getByRole('button', { name: 'Follow the end' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  const top = await log.table.evaluate((table) => table.scrollTop)
  const chip = log.view.getByRole('button', { name: 'Jump to the end' })
  await expect(chip).toHaveText(/^\d+ new lines$/)
  await expect(chip).toHaveText(/^\d{2,} new lines$/)
  expect(await log.table.evaluate((table) => table.scrollTop), 'nothing moves under a reader').toBe(top)
  await chip.click()
  await expect(chip).toHaveCount(0)

  const follow = log.view.getByRole('button', { name: 'Follow the end' })
  await page.reload()
  await expect(follow, 'who looked up once still follows').toHaveAttribute('aria-pressed', 'true')
  await follow.click()
  await page.reload()
  await expect(follow, 'who switched it off does not').toHaveAttribute('aria-pressed', 'false')
  await expect.poll(fromEnd).toBeGreaterThan(100)
  await log.table.hover()
  await page.mouse.wheel(0, 100_000)
  await expect.poll(log.counted).toBeGreaterThan(40)
  await expect(follow, 'not even at the end').toHaveAttribute('aria-pressed', 'false')
  await follow.click()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await gate.open()
  await expect(log.view.getByText('the gate is open', { exact: true })).toBeInViewport()
})
