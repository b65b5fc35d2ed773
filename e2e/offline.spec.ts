import { isAway } from './support/complaints.ts'
import { logView } from './support/logView.ts'
import { expect, test } from './support/shared.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a network that goes away in the middle of a log and comes back costs no line and shows none twice', async ({
  ci,
  page,
  context,
  complaints,
}) => {
  complaints.expect(isAway)
  const gate = ci.gate()
  const project = await ci.project('admin/offline-log', { '.woodpecker.yaml': gate.counting() })
  const number = await project.run()
  await page.goto(`${project.url}/pipeline/${number}`)
  const log = logView(page, 'count')
  await expect.poll(log.counted).toBeGreaterThan(5)

  await context.setOffline(true)
  await expect(log.connection('Connection lost, trying again…')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Not live')).toBeVisible()
  const alerts = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
  expect(await alerts.count(), 'no storm of errors').toBeLessThanOrEqual(1)
  const before = await log.all()

  await context.setOffline(false)
  await expect(log.connection('Live')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Not live')).toBeHidden()
  const last = Number(before.at(-1)?.replace('counted to ', ''))
  await expect.poll(log.counted).toBeGreaterThan(last + 40)
  await gate.open()
  await expect(log.view.getByText('the gate is open', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('img', { name: 'Status: Success' }).first()).toBeVisible()
  const stored = await project.log(number, 'count')
  await expect.poll(log.all).toEqual(stored)
})

test('what is typed while the network is away stays, and is sent once it is back', async ({
  ci,
  page,
  context,
  complaints,
}) => {
  complaints.expect(isAway)
  const project = await ci.project('admin/offline-form', { '.woodpecker.yaml': ci.gate().counting() })
  await page.goto(`${project.url}/manual`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Typed before')
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Key 1' }).fill('PLACE')
  await page.getByRole('textbox', { name: 'Value 1' }).fill('typed while away')
  await page.getByRole('main').getByRole('button', { name: 'Run pipeline' }).click()
  await expect(page.getByText('The pipeline could not be started')).toBeVisible()
  await expect(page.getByText('The server cannot be reached. Check your connection.').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Typed before')
  await expect(page.getByRole('textbox', { name: 'Value 1' })).toHaveValue('typed while away')

  await context.setOffline(false)
  await page.getByRole('main').getByRole('button', { name: 'Run pipeline' }).click()
  await expect(page).toHaveURL(/\/pipeline\/1(\/|$)/)
  expect(await project.pipeline(1)).toMatchObject({ variables: { PLACE: 'typed while away' } })
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel pipeline' }).click()
  await expect(page.getByRole('main').getByRole('img', { name: 'Status: Killed' }).first()).toBeVisible()
})

test('what happened in a list while the network was away is there when it comes back', async ({
  ci,
  page,
  context,
  complaints,
}) => {
  complaints.expect(isAway)
  const project = await ci.project('admin/offline-list', { '.woodpecker.yaml': ci.gate().counting() })
  await page.goto(project.url)
  await expect(page.getByRole('heading', { name: /offline-list/ })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('banner').getByText('Not live')).toBeVisible()
  await project.push('Made while nobody could see', { 'a.txt': 'a' })
  await expect(page.getByRole('link', { name: /Made while nobody could see/ })).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: /Made while nobody could see/ }).first()).toBeVisible()
  await ci.api('POST', `${project.path}/pipelines/1/cancel`)
})

test('a part of the page that an upgrade took away leaves the page and what is typed, and says so', async ({
  ci,
  page,
  complaints,
}) => {
  complaints.expect(/Palette-/)
  await page.route(/\/assets\/Palette-[^/]*\.js$/, (route) => route.abort())
  await page.goto(`${ci.server.url}/repos/add`)
  const box = page.getByRole('main').getByRole('textbox')
  await box.fill('half a na')
  await page.keyboard.press('Control+k')
  const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
  await expect(notice.getByText('This part could not be loaded')).toBeVisible()
  await expect(box).toHaveValue('half a na')
  await expect(page.getByRole('banner')).toBeVisible()

  // As wide and as quick as notifications are.
  const look = () =>
    notice.evaluate((card) => {
      const { animationName, animationDuration } = getComputedStyle(card)
      return { width: card.getBoundingClientRect().width, animationName, animationDuration }
    })
  expect(await look()).toEqual({ width: 300, animationName: 'enter', animationDuration: '0.3s' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await look()).toMatchObject({ animationName: 'none' })
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await look()).toMatchObject({ width: 300 })

  await page.unrouteAll()
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect(notice).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
})
