import type { Browser } from '@playwright/test'

import { yaffle } from './support/command.ts'
import { listenForComplaints } from './support/complaints.ts'
import { expect, test } from './support/shared.ts'
import { signIn } from './support/signIn.ts'

test.use({ actionTimeout: 20_000 })

const pipeline = `
when: { event: [push, manual] }
skip_clone: true
steps: [ { name: tell, image: sh, commands: [ echo told ] } ]
`

async function sessionOf(browser: Browser, url: string, person: { login: string; password: string }) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  const complaints = listenForComplaints(context)
  await signIn(page, url, person)
  return { context, page, complaints }
}

const everyAddress = {
  admin: [
    '',
    '/secrets',
    '/registries',
    '/repos',
    '/users',
    '/orgs',
    '/agents',
    '/queue',
    '/forges',
    '/forges/create',
    '/forges/1',
    '/nothing',
  ],
  repo: ['', '/secrets', '/registries', '/crons', '/badge', '/actions', '/extensions'],
  org: ['', '/secrets', '/registries', '/agents'],
}
/** The page is the same one at any width; a look at it is enough. */
const someAddresses = { admin: ['/forges/create'], repo: ['/secrets'], org: ['/agents'] }

for (const [width, addresses] of [
  [1440, everyAddress],
  [390, someAddresses],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('who may not administer is told so at every address, and is offered none of it', async ({
      ci,
      browser,
    }) => {
      test.setTimeout(300_000)
      const { url, dataDir } = ci.server
      const name = `guarded/house-${width}`
      const project = await ci.project(name, { '.woodpecker.yaml': pipeline })
      const reader = await ci.person(`reader${width}`)
      const writer = await ci.person(`writer${width}`)
      await ci.api('PATCH', project.path, { visibility: 'private' })
      await yaffle(dataDir, ['repo', 'grant', name, reader.login, 'pull'])
      await yaffle(dataDir, ['repo', 'grant', name, writer.login, 'push'])
      await project.finished(await project.run())

      const { page, context, complaints } = await sessionOf(browser, url, reader)
      await test.step('the administration', async () => {
        await expect(page.getByRole('link', { name: /Administration/ })).toHaveCount(0)
        for (const path of addresses.admin) {
          await page.goto(`${url}/admin${path}`)
          await expect(page.getByText('For server administrators'), path).toBeVisible()
          await expect(page.getByRole('navigation', { name: 'Sections of the settings' })).toHaveCount(0)
        }
      })

      await test.step('the settings of a repository and of an organisation', async () => {
        for (const path of addresses.repo) {
          await page.goto(`${project.url}/settings${path}`)
          await expect(
            page.getByText('Only administrators of this repository can open its settings.'),
            path,
          ).toBeVisible()
          await expect(page.getByRole('form')).toHaveCount(0)
        }
        for (const path of addresses.org) {
          await page.goto(`${url}/orgs/${project.repo.org_id}/settings${path}`)
          await expect(
            page.getByText('Only administrators of this organization can open its settings.'),
            path,
          ).toBeVisible()
        }
      })

      await test.step('somebody who may only look can look, and runs nothing', async () => {
        await page.goto(project.url)
        await expect(page.getByRole('heading', { name: /house/ })).toBeVisible()
        await expect(page.getByRole('link', { name: /Run pipeline|Settings of the repository/ })).toHaveCount(
          0,
        )
        await page.goto(`${project.url}/manual`)
        await expect(
          page.getByText('You may look at this repository, but not run pipelines in it.'),
        ).toBeVisible()
        await page.goto(`${project.url}/pipeline/1`)
        await expect(page.getByRole('treeitem', { name: /tell/ })).toBeVisible()
        await expect(page.getByRole('button', { name: /Restart|Deploy|Cancel/ })).toHaveCount(0)
      })
      expect(complaints.unexpected(), 'nothing was asked that the server refuses').toEqual([])
      await context.close()

      await test.step('the server refuses what the page does not offer', async () => {
        const token = await yaffle(dataDir, ['user', 'token', writer.login])
        const refused = async (method: string, path: string, body?: object) => {
          const { status } = await fetch(`${url}/api${path}`, {
            method,
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
            ...(body && { body: JSON.stringify(body) }),
          })
          expect(status, `${method} ${path}`).toBe(403)
        }
        await refused('GET', '/users')
        await refused('POST', '/forges', { type: 'gitea', url: 'https://git.example.org', client: 'x' })
        await refused('POST', '/queue/pause')
        await refused('PATCH', project.path, { visibility: 'public' })
        await refused('POST', `${project.path}/repair`)
        await refused('DELETE', `${project.path}?remove=true`)
        await refused('GET', `/orgs/${project.repo.org_id}/secrets`)
      })

      await test.step('somebody who is not signed in is asked to, and comes back', async () => {
        const strangers = await browser.newContext({ storageState: { cookies: [], origins: [] } })
        const stranger = await strangers.newPage()
        for (const address of [`${url}/admin/users`, `${url}/user/cli-and-api`]) {
          await stranger.goto(address)
          await expect(stranger).toHaveURL(/\/login\?url=/)
          expect(new URL(stranger.url()).searchParams.get('url')).toBe(new URL(address).pathname)
        }
        await strangers.close()
      })

      await test.step('somebody who may push runs, and still sets nothing', async () => {
        const writers = await sessionOf(browser, url, writer)
        await writers.page.goto(`${project.url}/pipeline/1`)
        await expect(writers.page.getByRole('button', { name: 'Restart', exact: true })).toBeVisible()
        await expect(writers.page.getByRole('link', { name: 'Settings of the repository' })).toHaveCount(0)
        await writers.page.goto(`${project.url}/settings/secrets`)
        await expect(
          writers.page.getByText('Only administrators of this repository can open its settings.'),
        ).toBeVisible()
        expect(writers.complaints.unexpected()).toEqual([])
        await writers.context.close()
      })
    })
  })
}
