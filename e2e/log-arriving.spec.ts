import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { logView } from './support/logView.ts'
import { expect, test } from './support/shared.ts'

/** Its log is another: one that arrives in two pieces. */
const file = JSON.stringify({
  when: { event: ['push', 'manual'] },
  skip_clone: true,
  steps: [{ name: 'fails', image: 'sh', commands: ['exit 3'] }],
})

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a link to a line of a failed step holds while the rest arrives; stderr is marked; search and copy work from all over the viewer', async ({
  ci,
  page,
}, info) => {
  const project = await ci.project(`admin/arriving-${info.workerIndex}`, { '.woodpecker.yaml': file })
  await project.finished(await project.run())
  const texts = [
    '+ setup',
    ...Array.from({ length: 50 }, (_, at) => `setting up ${at}`),
    '+ build',
    ...Array.from({ length: 400 }, (_, at) => `building ${at}`),
    '+ test',
    'Error: it failed',
  ]
  const late = await inTwo(
    texts.map((text, line) => ({
      line,
      time: 0,
      type: line === 299 ? 1 : 0,
      data: Buffer.from(text).toString('base64'),
    })),
    400,
  )
  await page.route(/\/api\/repos\/\d+\/logs\//, (route) => route.continue({ url: late.url }))
  await page.goto(`${project.url}/pipeline/1/2#L300`)
  const log = logView(page, 'fails')
  const linked = log.line(300)
  await expect(linked).toBeInViewport()
  const heightOf = async () => (await linked.boundingBox())?.y
  await expect.poll(async () => (await heightOf()) === (await heightOf())).toBe(true)
  const before = await heightOf()
  late.goOn()
  await expect(log.view.getByRole('status').filter({ hasText: 'Log loaded' })).toBeAttached()
  await expect(
    log.view.getByText('1 error', { exact: true }).or(log.view.getByLabel('1 error')),
  ).toBeVisible()
  await expect(linked).toBeInViewport()
  await expect.poll(heightOf).toBe(before)

  const edgeOf = (number: number) =>
    log
      .line(number)
      .locator('.log-number')
      .evaluate((element) => getComputedStyle(element).borderInlineEndColor)
  expect(await edgeOf(299)).toBe('rgba(0, 0, 0, 0)')
  expect(await edgeOf(300)).not.toBe('rgba(0, 0, 0, 0)')
  await expect(log.text(300)).toHaveText('Error output (stderr): building 247')
  await linked.locator('.log-number').hover()
  await expect(page.getByRole('tooltip')).toHaveText('Error output (stderr)')

  await log.table.press('Home')
  const output = (command: string) => log.view.getByRole('button', { name: `Output of ${command}` })
  await expect(output('setup')).toHaveAttribute('aria-expanded', 'false')
  await expect(output('build')).toHaveAttribute('aria-expanded', 'true')

  await log.table.press('Control+f')
  await page.keyboard.type('building 5')
  for (const comeBack of [
    () => log.table.press('Control+f'),
    () => log.table.press('f'),
    () => log.view.getByRole('button', { name: 'Find in log' }).click(),
  ]) {
    await log.table.focus()
    await comeBack()
    await expect(log.find).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('building 5')
  }
  await log.view.getByRole('button', { name: 'Wrap lines' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(texts.join('\n'))
  await late.close()
})

/** A server whose one answer stops after `count` items of a list until it may go on. */
async function inTwo(list: unknown[], count: number) {
  const gate = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.write(`${JSON.stringify(list.slice(0, count)).slice(0, -1)},`)
    void gate.promise.then(() => response.end(JSON.stringify(list.slice(count)).slice(1)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    goOn: () => gate.resolve(),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
