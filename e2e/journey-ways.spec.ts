import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Locator, Page } from '@playwright/test'

import type { Ci, Project } from './support/ci.ts'
import { isAway } from './support/complaints.ts'
import { main, passing } from './support/page.ts'
import { expect, test } from './support/shared.ts'
import { signInHere } from './support/signIn.ts'

test('old addresses lead to the new ones with what follows them; what is nowhere is said to be nowhere', async ({
  ci,
  page,
  complaints,
}) => {
  complaints.expect(/status of 404/)
  const name = `acme/old-${test.info().workerIndex}`
  const project = await ci.project(name, { '.woodpecker.yaml': passing })
  await project.run()
  const { url } = ci.server
  const { id } = project.repo
  for (const [from, to] of [
    [`/${name}`, `/repos/${id}`],
    [`/repos/${name}/branches?x=1`, `/repos/${id}/branches?x=1`],
    [`/${name}/build/1#L3`, `/repos/${id}/pipeline/1#L3`],
    [`/${name}/settings/secrets`, `/repos/${id}/settings/secrets`],
    ['/admin', '/admin'],
    ['/org/acme', /\/orgs\/\d+$/],
    ['/acme', /\/orgs\/\d+$/],
    ['/', '/repos'],
  ] as const) {
    await page.goto(url + from)
    await expect(page, from).toHaveURL(typeof to === 'string' ? url + to : to)
    await expect(main(page)).not.toBeEmpty()
  }
  for (const nowhere of [
    '/nobody/nothing',
    '/repos/999999',
    '/no/such/page/at/all',
    `/repos/${id}/pipeline/777`,
  ]) {
    await page.goto(url + nowhere)
    await expect(
      main(page)
        .getByText(/not found|there is no such/i)
        .first(),
      nowhere,
    ).toBeVisible()
    await expect(page).toHaveURL(url + nowhere)
  }
})

test('filters live in the address; every page is a few keys away', async ({ ci, page }) => {
  const name = `admin/keys-${test.info().workerIndex}`
  const project = await ci.project(name, { '.woodpecker.yaml': passing })
  await project.finished(await project.run())
  const pushed = await project.push('A push', { a: 'a' })
  await project.finished(pushed)
  await page.goto(project.url)
  await page.getByRole('combobox', { name: /^Event/ }).selectOption('push')
  await page.getByRole('combobox', { name: /^Status/ }).selectOption('success')
  await page
    .getByRole('searchbox', { name: 'Search pipelines' })
    .or(page.getByRole('textbox', { name: 'Search pipelines' }))
    .first()
    .fill('a push')
  await expect(page.getByRole('link', { name: /#2/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /#1/ })).toHaveCount(0)
  await expect(page).toHaveURL(/q=a(\+|%20)push/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: /^Event/ })).toHaveValue('push')
  await expect(page.getByRole('link', { name: /#2/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /#1/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.getByRole('link', { name: /#1/ })).toBeVisible()
  await byBranchAndTime(page, ci, project)
  await onSmallScreens(page, project)

  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/\/user$/)
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/repos$/)
  await expect(page.getByRole('heading', { name: 'Repositories', exact: true })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('keys-')
  await expect(page.getByRole('link', { name: /hello/ })).toHaveCount(0)
  const all = page.waitForResponse(/\/api\/repos\?page=1$/)
  await page.keyboard.press('Control+k')
  expect((await all).status()).toBe(200)
  await page.getByRole('combobox', { name: /Search repositories, pages/ }).fill('hello')
  await expect(page.getByRole('option', { name: /hello/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /hello/ }).first()).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** By branches beyond the first page of the forge and one that is gone there, and by the time. */
async function onSmallScreens(page: Page, project: Project) {
  const wide = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(project.url)
  const status = page.getByRole('combobox', { name: /^Status/ })
  const filters = page.getByRole('button', { name: 'Filters' })
  await expect(filters).toHaveAttribute('aria-pressed', 'false')
  await expect(status).toBeHidden()
  await filters.click()
  await status.selectOption('failure')
  await expect(page).toHaveURL(/status=failure/)
  // Whoever opens such an address sees what narrows the list down.
  await page.reload()
  await expect(status).toHaveValue('failure')
  await filters.click()
  await expect(status).toBeHidden()
  await page.getByRole('link', { name: 'Clear filters' }).first().click()
  await expect(page.getByRole('link', { name: /#1/ })).toBeVisible()
  await page.setViewportSize(wide)
  await expect(filters).toBeHidden()
  await expect(status).toBeVisible()
}

async function byBranchAndTime(page: Page, ci: Ci, project: Project) {
  const names = Array.from({ length: 60 }, (_, index) => `topic-${index + 1}`)
  await project.git('checkout', '-q', '-b', 'aside')
  await project.git('commit', '-q', '--allow-empty', '-m', 'Many branches [skip ci]')
  await project.git('push', '-q', 'origin', ...names.map((branch) => `aside:refs/heads/${branch}`))
  await ci.api('POST', `${project.path}/pipelines`, { branch: 'topic-60', variables: {} })
  await project.finished(3)
  await project.git('push', '-q', 'origin', ':topic-60')
  await project.git('checkout', '-q', 'main')
  const numbered = (number: number) => page.getByRole('link', { name: new RegExp(`#${number}`) })

  const branch = page.getByRole('combobox', { name: 'Branch' })
  await branch.click()
  await branch.fill('topic-59')
  const found = page.getByRole('option', { name: 'topic-59', exact: true })
  const leftOf = async (part: Locator) => (await part.boundingBox())?.x ?? 0
  // The list is wider than the field, and begins where the field begins.
  await expect.poll(async () => (await leftOf(found)) - (await leftOf(branch))).toBeGreaterThanOrEqual(0)
  await found.click()
  await expect(page).toHaveURL(/\?branch=topic-59$/)
  await expect(page.getByText('No pipeline matches the filters')).toBeVisible()
  await branch.fill('topic-60')
  await expect(page.getByRole('option', { name: 'Branch topic-60' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(numbered(3)).toBeVisible()
  await expect(numbered(1)).toHaveCount(0)

  const time = page.getByRole('combobox', { name: 'Time' })
  const clear = page.getByRole('link', { name: 'Clear filters' }).first()
  await time.selectOption('Last 24 hours')
  await expect(page).toHaveURL(/branch=topic-60&after=24h$/)
  await page.reload()
  await expect(numbered(3)).toBeVisible()
  await expect(numbered(1)).toHaveCount(0)
  await expect(branch).toHaveValue('topic-60')
  await expect(time).toHaveValue('24h')
  await page.getByRole('button', { name: 'Any branch' }).click()
  await expect(numbered(1)).toBeVisible()
  await time.selectOption('Between…')
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('2020-01-01T00:00')
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2020-01-31T12:00')
  await expect(page).toHaveURL(/after=(?:2019|2020)-.*&before=2020-/)
  await expect(page.getByText('No pipeline matches the filters')).toBeVisible()
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('')
  await expect(numbered(1)).toBeVisible()
  await expect(page).not.toHaveURL(/before=/)
  await clear.click()
  await expect(time).toHaveValue('')
  await expect(page).toHaveURL(project.url)
}

test('a command line that waits gets the token once its owner says so, and is told of a refusal', async ({
  ci,
  page,
  browser,
  complaints,
}) => {
  complaints.expect(isAway)
  const handed: string[] = []
  const waiting = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      response.writeHead(200, {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': 'Content-Type',
        'Content-Type': 'application/json',
      })
      if (request.method === 'POST') handed.push((JSON.parse(body) as { token: string }).token)
      response.end('{"ok":"true"}')
    })
  })
  await new Promise<void>((listening) => waiting.listen(0, listening))
  const { port } = waiting.address() as AddressInfo
  await page.goto(`${ci.server.url}/cli/auth?port=${port}`)
  await expect(page.getByText(`on port ${port}`)).toBeVisible()
  expect(handed, 'nothing is handed over unasked').toEqual([])
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'The command line is signed in' })).toBeVisible()
  const me = await fetch(`${ci.server.url}/api/user`, { headers: { Authorization: `Bearer ${handed[0]}` } })
  expect(await me.json()).toMatchObject({ login: 'admin' })
  await test.step('also when its owner has to sign in first', async () => {
    const elsewhere = await browser.newContext({ storageState: { cookies: [], origins: [] } })
    const other = await elsewhere.newPage()
    await other.goto(`${ci.server.url}/cli/auth?port=${port}`)
    await signInHere(other)
    await expect(other.getByText(`on port ${port}`)).toBeVisible()
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other.getByRole('heading', { name: 'The command line is signed in' })).toBeVisible()
    expect(handed).toHaveLength(2)
    await elsewhere.close()
  })
  await page.reload()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('heading', { name: 'Refused' })).toBeVisible()
  expect(handed.at(-1)).toBe('')
  waiting.closeAllConnections()
  await new Promise((closed) => waiting.close(closed))
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'The program cannot be reached' })).toBeVisible()
})
