import { ciOf } from './support/ci.ts'
import { isAway, listenForComplaints } from './support/complaints.ts'
import { logView } from './support/logView.ts'
import { startServer } from './support/server.ts'
import { signIn } from './support/signIn.ts'
import { expect, test } from './support/test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a server that is killed and started again under a watched log is noticed, and all is made good without a reload', async ({
  dataDir,
  page,
  context,
}) => {
  const complaints = listenForComplaints(context)
  complaints.expect(isAway)
  const first = await startServer({ dataDir })
  const ci = await ciOf(first)
  const project = await ci.project('admin/count', { '.woodpecker.yaml': ci.gate().counting() })
  await signIn(page, first.url)
  const number = await project.run()
  await page.goto(`${project.url}/pipeline/${number}`)
  const log = logView(page, 'count')
  await expect.poll(log.counted).toBeGreaterThan(20)
  await expect(log.connection('Live')).toBeVisible()
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))

  await first.kill()
  await expect(log.connection('Connection lost, trying again…')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Not live')).toBeVisible()
  const shownBefore = await log.all()

  const second = await startServer({ dataDir, port: Number(new URL(first.url).port) })
  try {
    await expect(page.getByRole('main').getByRole('img', { name: 'Status: Killed' }).first()).toBeVisible({
      timeout: 60_000,
    })
    await expect(page.getByRole('banner').getByText('Not live')).toBeHidden({ timeout: 60_000 })
    await expect(log.connection('Connection lost, trying again…')).toBeHidden({ timeout: 60_000 })

    const stored = await project.log(number, 'count')
    await expect.poll(log.all, { timeout: 30_000 }).toEqual(stored)
    expect(stored.slice(0, shownBefore.length), 'nothing that was shown is lost').toEqual(shownBefore)
    const numbers = stored
      .filter((line) => line.startsWith('counted to'))
      .map((line) => Number(line.slice(11)))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))

    const notices = page.getByRole('region', { name: 'Notifications' })
    expect(await notices.getByRole('alert').count(), 'no storm of errors').toBeLessThanOrEqual(1)
    await page.getByRole('button', { name: 'Restart' }).click()
    await expect(page, 'the session goes on').toHaveURL(new RegExp(`/pipeline/${number + 1}`))
    await expect.poll(log.counted).toBeGreaterThan(5)
    expect(await page.locator('html[data-marked]').count(), 'never reloaded').toBe(1)
    expect(complaints.unexpected()).toEqual([])
  } finally {
    await second.stop()
    await ci.remove()
  }
})
