import { deleteRow, field, openLog, rowOf, submit } from './support/settings.ts'
import { expect, test } from './support/shared.ts'

test.use({ actionTimeout: 20_000 })

const saysPasswords = `
when: { event: push }
skip_clone: true
steps:
  - name: leak
    image: sh
    commands:
      - echo "of the repository swordfish-repo-2, of the organization swordfish-org, of the server swordfish-server"
`

test('registries of every level: made, changed, replaced, their passwords unseen in a run, deleted', async ({
  ci,
  page,
  complaints,
}) => {
  test.setTimeout(240_000)
  const project = await ci.project('tools/registries', { 'readme.md': 'Nothing yet' })
  const places = {
    server: `${ci.server.url}/admin/registries`,
    org: `${ci.server.url}/orgs/${project.repo.org_id}/settings/registries`,
    repo: `${project.url}/settings/registries`,
  }
  const row = (text: string | RegExp) => rowOf(page, 'Registries', text)

  await test.step('an address that is none, and one that is there already, are refused at the field', async () => {
    await page.goto(places.server)
    await page.getByRole('button', { name: 'Add registry' }).first().click()
    const form = page.getByRole('form', { name: 'Add registry' })
    await field(form, 'Address').fill('no address at all')
    await field(form, 'User name').fill('ana <b>"%')
    await form.getByRole('button', { name: 'Add registry' }).click()
    await expect(field(form, 'Address')).toHaveAccessibleDescription(/not an address/)
    await expect(field(form, 'Password')).toHaveAccessibleDescription(/Fill this in/)
    await field(form, 'Address').fill('registry.example.org:5000/team')
    await field(form, 'Password').fill('swordfish-server')
    await submit(page, 'Add registry', 'Add registry')
    await expect(row('registry.example.org')).toContainText('Signs in as ana <b>"%')
  })

  await test.step('the organisation and the repository have their own', async () => {
    for (const level of ['org', 'repo'] as const) {
      await page.goto(places[level])
      await page.getByRole('button', { name: 'Replace registry.example.org:5000/team here' }).click()
      const form = page.getByRole('form', { name: 'Add registry' })
      await expect(field(form, 'Address')).toHaveValue('registry.example.org:5000/team')
      await field(form, 'User name').fill(`bot of ${level}`)
      await field(form, 'Password').fill(`swordfish-${level}`)
      await submit(page, 'Add registry', 'Add registry')
      await expect(row(`bot of ${level}`)).toContainText(/Replaces: (Server|Organization)/)
    }
    await expect(row('registry.example.org')).toHaveCount(3)
  })

  await test.step('another password; the old one was never told', async () => {
    await row('bot of repo')
      .getByRole('button', { name: /^Edit / })
      .click()
    const form = page.getByRole('form', { name: /^Edit registry / })
    await expect(field(form, 'Password')).toHaveValue('')
    await expect(field(form, 'Address')).not.toBeEditable()
    await field(form, 'User name').fill('robot of repo')
    await field(form, 'Password').fill('swordfish-repo-2')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(row('robot of repo')).toBeVisible()
  })

  await test.step('a run prints none of the passwords', async () => {
    const number = await project.push('Leak', { '.woodpecker.yaml': saysPasswords })
    expect((await project.finished(number)).status).toBe('success')
    const log = await openLog(page, project, number, 'leak')
    // Those of all levels, since it may use any of them.
    await expect(
      log.getByText('of the repository ********, of the organization ********, of the server ********', {
        exact: true,
      }),
    ).toBeVisible()
  })

  await test.step('deleted, from the closest level to the farthest', async () => {
    await page.goto(places.repo)
    await deleteRow(row('robot of repo'))
    await expect(row('bot of org')).not.toContainText('Replaced by')
    await page.goto(places.org)
    await deleteRow(row('bot of org'))
    await page.goto(places.server)
    await deleteRow(row('registry.example.org'))
  })
  expect(complaints.unexpected()).toEqual([])
})
