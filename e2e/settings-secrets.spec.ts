import type { Page } from '@playwright/test'

import { deleteRow, field, hostile, openLog, rowOf, submit } from './support/settings.ts'
import { expect, test } from './support/shared.ts'

test.use({ actionTimeout: 20_000 })

/** A step that tells of which level each value is, which is its first word, and the whole of it, which no log may show. */
const telling = (...names: string[]) => `
when: { event: [push, manual] }
skip_clone: true
steps:
  - name: tell
    image: sh
    environment:
${names.map((name) => `      ${name}: { from_secret: ${name} }`).join('\n')}
    commands:
      - |
${names.map((name) => `        echo "${name} is of $(printf %s "$${name}" | cut -d- -f1): $${name}"`).join('\n')}
`

test('secrets of every level: made, replaced, imported, used unseen, limited, deleted', async ({
  ci,
  page,
  complaints,
}) => {
  test.setTimeout(240_000)
  const project = await ci.project('tools/secrets', { 'readme.md': 'Nothing yet' })
  const places = {
    server: `${ci.server.url}/admin/secrets`,
    org: `${ci.server.url}/orgs/${project.repo.org_id}/settings/secrets`,
    repo: `${project.url}/settings/secrets`,
  }
  const row = (text: string | RegExp) => rowOf(page, 'Secrets', text)
  /** What the step says after a push. */
  const said = async (...names: string[]) => {
    const files = { '.woodpecker.yaml': `${telling(...names)}# ${Math.random()}` }
    const number = await project.push(`Use ${names.join()}`, files)
    expect((await project.finished(number)).status).toBe('success')
    return openLog(page, project, number, 'tell')
  }

  await test.step('one name on the server, in the organisation and in the repository', async () => {
    for (const level of ['server', 'org'] as const) {
      await page.goto(places[level])
      await add(page, 'SHARED', `${level}-value-of-shared`, hostile)
      await expect(row('SHARED').first()).toContainText('<img src=x')
    }
    await page.goto(places.repo)
    await expect(row('Replaced by: Organization')).toContainText('SHARED')
    await page.getByRole('button', { name: 'Replace SHARED here' }).click()
    const form = page.getByRole('form', { name: 'Add secret' })
    await expect(field(form, 'Name')).toHaveValue('SHARED')
    await field(form, 'Value').fill('repo-value-of-shared')
    await submit(page, 'Add secret', 'Add secret')
    await expect(row('SHARED')).toHaveCount(3)
    await expect(row('SHARED').nth(0)).toContainText('Replaces: Organization')
    await expect(row('SHARED').nth(1)).toContainText('Replaced by: Repository')
    await expect(row('SHARED').nth(2)).toContainText('Replaced by: Repository')
  })

  await test.step('an .env file, whose preview tells what is new and what is replaced', async () => {
    await page.getByRole('button', { name: 'Import .env' }).click()
    const form = page.getByRole('form', { name: 'Import .env' })
    await form
      .getByLabel('Content of an .env file')
      .fill('# ours\nexport TOKEN="repo-token with space"\nSHARED=repo-new-value\nnot a line\n')
    const preview = form.getByRole('region', { name: 'What will change' })
    await expect(preview.getByRole('status')).toHaveText('1 added, 1 replaced')
    await expect(preview.getByRole('listitem').filter({ hasText: 'TOKEN' })).toContainText('Added')
    await expect(preview.getByRole('listitem').filter({ hasText: 'SHARED' })).toContainText('Replaced')
    await expect(form).toContainText('4')
    await submit(page, 'Import .env', 'Import 2 secrets')
    await expect(row('TOKEN')).toContainText('Push')
  })

  await test.step('a run sees the closest values, and its log none of them', async () => {
    const log = await said('SHARED', 'TOKEN')
    await expect(log.getByText('SHARED is of repo: ********', { exact: true })).toBeVisible()
    await expect(log.getByText('TOKEN is of repo: ********', { exact: true })).toBeVisible()
    await expect(log).not.toContainText('new-value')
  })

  await test.step('one that is for tags only keeps a push from running, until push is chosen too', async () => {
    await page.goto(places.repo)
    await page.getByRole('button', { name: 'Add secret' }).click()
    const form = page.getByRole('form', { name: 'Add secret' })
    await form.getByRole('button', { name: 'Add secret' }).click()
    await expect(field(form, 'Name')).toHaveAccessibleDescription(/Fill this in/)
    await field(form, 'Name').fill('TAGGED')
    await field(form, 'Value').fill('repo-value-of-tagged')
    await form.getByRole('checkbox', { name: 'Push', exact: true }).uncheck()
    await form.getByRole('checkbox', { name: 'Tag', exact: true }).check()
    await form.getByLabel('Only for these images').fill('docker.io/plugins/release')
    await form.getByLabel('Note').click()
    await submit(page, 'Add secret', 'Add secret')
    await expect(row('TAGGED')).toContainText('Only for docker.io/plugins/release')
    await expect(row('TAGGED')).toContainText('Tag')

    const number = await project.push('Too early', { '.woodpecker.yaml': telling('TAGGED') })
    await page.goto(`${project.url}/pipeline/${number}/errors`)
    await expect(page.getByRole('main')).toContainText(/secret TAGGED is not allowed .*push/)

    await page.goto(places.repo)
    await row('TAGGED').getByRole('button', { name: 'Edit TAGGED' }).click()
    const edit = page.getByRole('form', { name: 'Edit secret TAGGED' })
    await expect(field(edit, 'Value')).toHaveValue('')
    await edit.getByRole('checkbox', { name: 'Push', exact: true }).check()
    await edit.getByRole('button', { name: 'Remove docker.io/plugins/release' }).click()
    await submit(page, 'Edit secret TAGGED', 'Save')
    await expect(row('TAGGED')).toContainText('Push')
    const log = await said('TAGGED')
    await expect(log.getByText('TAGGED is of repo: ********', { exact: true })).toBeVisible()
  })

  await test.step('what is deleted uncovers the next level', async () => {
    await page.goto(places.repo)
    await deleteRow(row('Replaces: Organization'))
    await expect(row('SHARED')).toHaveCount(2)
    await expect(
      (await said('SHARED')).getByText('SHARED is of org: ********', { exact: true }),
    ).toBeVisible()
    await page.goto(places.org)
    await deleteRow(row('Replaces: Server'))
    await expect(
      (await said('SHARED')).getByText('SHARED is of server: ********', { exact: true }),
    ).toBeVisible()
    await page.goto(places.server)
    await deleteRow(row('SHARED'))
  })
  expect(complaints.unexpected()).toEqual([])
})

async function add(page: Page, name: string, value: string, note = '') {
  await page.getByRole('button', { name: 'Add secret' }).first().click()
  const form = page.getByRole('form', { name: 'Add secret' })
  await field(form, 'Name').fill(name)
  await field(form, 'Value').fill(value)
  await form.getByLabel('Note').fill(note)
  await submit(page, 'Add secret', 'Add secret')
}
