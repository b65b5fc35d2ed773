import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Locator } from '@playwright/test'

import { push } from './simulator/scenes.ts'
import { expect, signInOverForge, test } from './support/inFront.ts'
import { deleteRow, field, rowOf, submit } from './support/settings.ts'

test.use({ actionTimeout: 20_000 })

test('everything that is set on another server: secrets, registries, crons, agents, repositories, people, queue, forges', async ({
  simulator,
  front,
  page,
  complaints,
}) => {
  test.setTimeout(480_000)
  const { world } = simulator
  const row = (list: string, text: string | RegExp) => rowOf(page, list, text)
  const open = async (button: string): Promise<Locator> => {
    await page.getByRole('button', { name: button }).first().click()
    return page.getByRole('form', { name: button })
  }
  await signInOverForge(page, front.url)

  await test.step('secrets and registries of every level, with names that must be encoded', async () => {
    for (const place of ['repos/1/settings', 'orgs/2/settings', 'user', 'admin']) {
      await page.goto(`${front.url}/${place}/secrets`)
      const secret = await open('Add secret')
      await field(secret, 'Name').fill(`a/b % ${place}`)
      await field(secret, 'Value').fill('hidden')
      await submit(page, 'Add secret', 'Add secret')
      await row('Secrets', `a/b % ${place}`)
        .getByRole('button', { name: /^Edit / })
        .click()
      const edit = page.getByRole('form', { name: /^Edit secret/ })
      await edit.getByLabel('Note').fill('told twice')
      await edit.getByRole('button', { name: 'Save' }).click()
      await expect(row('Secrets', `a/b % ${place}`)).toContainText('told twice')
      await deleteRow(row('Secrets', `a/b % ${place}`))

      await page.goto(`${front.url}/${place}/registries`)
      const registry = await open('Add registry')
      await field(registry, 'Address').fill('registry.example.org:5000/team')
      await field(registry, 'User name').fill('bot')
      await field(registry, 'Password').fill('hidden')
      await submit(page, 'Add registry', 'Add registry')
      await row('Registries', 'registry.example.org')
        .getByRole('button', { name: /^Edit / })
        .click()
      const other = page.getByRole('form', { name: /^Edit registry/ })
      await field(other, 'User name').fill('robot')
      await other.getByRole('button', { name: 'Save' }).click()
      await expect(row('Registries', 'registry.example.org')).toContainText('Signs in as robot')
      await deleteRow(row('Registries', 'registry.example.org'))
    }
    expect([world.secrets, world.registries]).toEqual([[], []])
  })

  await test.step('a cron, run now: its pipeline has no text of its own, and gets its name', async () => {
    await page.goto(`${front.url}/repos/1/settings/crons`)
    const form = await open('Add cron')
    await field(form, 'Name').fill('weekly')
    await field(form, 'Schedule').fill('0 3 * * sun')
    await form.getByRole('textbox', { name: 'Key 1' }).fill('COLOUR')
    await form.getByRole('textbox', { name: 'Value 1' }).fill('blue')
    await submit(page, 'Add cron', 'Add cron')
    await row('Crons', 'weekly')
      .getByRole('button', { name: /^Run .* now$/ })
      .click()
    await expect(page).toHaveURL(/\/repos\/1\/pipeline\/10/)
    await expect(page.getByRole('heading', { name: /weekly/ })).toBeVisible()
    await page.goto(`${front.url}/repos/1/settings/crons`)
    await row('Crons', 'weekly')
      .getByRole('button', { name: /^Edit / })
      .click()
    const edit = page.getByRole('form', { name: /^Edit cron/ })
    await edit.getByRole('checkbox', { name: 'Enabled' }).uncheck()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(row('Crons', 'weekly')).toContainText('Disabled')
    await deleteRow(row('Crons', 'weekly'))
  })

  await test.step('a repository: its settings, its badge, repaired, disabled and enabled again', async () => {
    await page.goto(`${front.url}/repos/1/settings`)
    await page.getByRole('main').getByRole('spinbutton', { name: 'Time limit in minutes' }).fill('45')
    await page.getByRole('main').getByRole('button', { name: 'Save' }).first().click()
    await expect.poll(() => world.repos[0]?.timeout).toBe(45)
    await page.goto(`${front.url}/repos/1/settings/badge`)
    const badge = page.getByRole('img', { name: 'The badge as it looks now' })
    await expect(badge).toBeVisible()
    await expect.poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120)
    await page.goto(`${front.url}/repos/1/settings/actions`)
    await page
      .getByRole('button', { name: /^Repair/ })
      .first()
      .click()
    await expect(page.getByText(/repaired/i).first()).toBeVisible()
    await page
      .getByRole('button', { name: /^Disable/ })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Disable/ })
      .click()
    await expect.poll(() => world.repos[0]?.active).toBe(false)
    await page
      .getByRole('button', { name: /^Enable/ })
      .first()
      .click()
    await expect.poll(() => world.repos[0]?.active).toBe(true)
  })

  await test.step('agents of the server, of an organization and of a person', async () => {
    for (const place of ['admin', 'orgs/2/settings', 'user']) {
      await page.goto(`${front.url}/${place}/agents`)
      const form = await open('Add agent')
      await field(form, 'Name').fill('barn')
      await form.getByRole('button', { name: 'Add agent' }).click()
      const edit = page.getByRole('form', { name: /^Edit agent/ })
      await expect(field(edit, 'Token')).toHaveValue(/^agent-token-/)
      await field(edit, 'Name').fill('stable')
      await edit.getByRole('checkbox', { name: 'Give it no new work' }).check()
      await edit.getByRole('button', { name: 'Save' }).click()
      await expect(row('Agents', 'stable')).toContainText('No new work')
      await deleteRow(row('Agents', 'stable'))
    }
  })

  await test.step('the queue with a task that waits; paused and resumed', async () => {
    push(world, 1, 'Wait in the queue')
    await page.goto(`${front.url}/admin/queue`)
    await expect(page.getByRole('list', { name: 'Pending' })).toContainText('ana/hello')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('The queue is paused').first()).toBeVisible()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(() => world.isPaused).toBe(false)
  })

  await test.step('people, organizations, all repositories, the server', async () => {
    await page.goto(`${front.url}/admin/users`)
    const form = await open('Add user')
    await field(form, 'Login').fill('nora')
    await form.getByRole('checkbox', { name: 'Administrator' }).check()
    await form.getByRole('button', { name: 'Add user' }).click()
    await expect(row('Users', 'nora')).toContainText('Administrator')
    await deleteRow(row('Users', 'nora'), 'nora')
    await page.goto(`${front.url}/admin/orgs`)
    await expect(row('Organizations', 'team')).toBeVisible()
    await page.goto(`${front.url}/admin/repos`)
    await expect(row('Repositories', 'idle')).toContainText('Disabled')
    await page.goto(`${front.url}/admin`)
    await expect(page.getByText(/3\.17\.0/).first()).toBeVisible()
    await expect(page.getByText(/3\.18\.0/).first(), 'there is a newer one').toBeVisible()
  })

  await test.step('a forge', async () => {
    await page.goto(`${front.url}/admin/forges/create`)
    const form = page.getByRole('form', { name: 'Add forge' })
    await form.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Gitea' })
    await field(form, 'Address').fill('https://gitea.example.org')
    const redirect = `${new URL(front.url).origin}/ci/authorize`
    await expect(form.getByLabel('Redirect address').first()).toContainText(redirect)
    await field(form, 'Client ID').fill('id')
    await field(form, 'Client secret').fill('hidden')
    await form.getByRole('button', { name: 'Add forge' }).click()
    const edit = page.getByRole('form', { name: 'Edit forge' })
    await field(edit, 'Client ID').fill('another')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => world.forges.at(-1)?.client).toBe('another')
    expect(world.forges.at(-1)?.oauth_client_secret).toBe('hidden')
    await page.getByRole('link', { name: 'All forges' }).click()
    await deleteRow(row('Forges', 'gitea.example.org'), 'gitea.example.org')
  })

  await test.step('the organization page, and what others see of it', async () => {
    await page.goto(`${front.url}/orgs/2`)
    await expect(page.getByRole('main').getByRole('link', { name: /site/ })).toBeVisible()
    await page.goto(`${front.url}/org/team`)
    await expect(page).toHaveURL(`${front.url}/orgs/2`)
  })

  await test.step('a command line program gets its token', async () => {
    const told: string[] = []
    const waiting = createServer((request, response) => {
      request.on('data', (part: Buffer) => told.push(part.toString()))
      request.on('end', () => response.end('{"ok":"true"}'))
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      response.setHeader('content-type', 'application/json')
    }).listen(0, 'localhost')
    await once(waiting, 'listening')
    await page.goto(`${front.url}/cli/auth?port=${(waiting.address() as AddressInfo).port}`)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('The command line is signed in')).toBeVisible()
    expect(JSON.parse(told.join(''))).toEqual({ token: expect.stringMatching(/^user\./) })
    waiting.close()
  })

  await test.step('the token is reset, which ends the session', async () => {
    await page.goto(`${front.url}/user/cli-and-api`)
    await page.getByRole('button', { name: 'Reset token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset and sign out' }).click()
    await expect(page.getByRole('link', { name: /sign in/i }).first()).toBeVisible()
  })
  expect(complaints.unexpected()).toEqual([])
})
