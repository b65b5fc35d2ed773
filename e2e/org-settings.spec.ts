import { yaffle } from './support/command.ts'
import { deleteRow, field, hostile, openLog, rowOf, submit } from './support/settings.ts'
import { expect, test } from './support/shared.ts'
import { signIn } from './support/signIn.ts'

test.use({
  actionTimeout: 20_000,
  viewport: { width: 390, height: 844 },
  storageState: { cookies: [], origins: [] },
})

const pipeline = `
when: { event: [push, manual] }
skip_clone: true
steps:
  - name: tell
    image: sh
    environment: { OURS: { from_secret: OURS } }
    commands:
      - 'echo "$(printf %s "$OURS" | cut -d- -f1) has $OURS"'
`

test('an organization is kept by its own administrator, on a telephone: secrets, registries, agents', async ({
  ci,
  page,
}) => {
  test.setTimeout(240_000)
  const { url, dataDir } = ci.server
  const project = await ci.project('guild/tool', { '.woodpecker.yaml': pipeline })
  const olga = await ci.person('olga')
  await yaffle(dataDir, ['org', 'member', 'guild', 'olga', 'admin'])
  const settings = `${url}/orgs/${project.repo.org_id}/settings`
  await ci.api('POST', '/secrets', { name: 'SERVERS', value: 'of-the-server', events: ['push'], images: [] })
  await signIn(page, url, olga)

  await test.step('the way there is from the page of the organization', async () => {
    await page.goto(`${url}/orgs/${project.repo.org_id}`)
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page).toHaveURL(`${settings}/secrets`)
    await expect(page.getByRole('heading', { name: /guild/ })).toBeVisible()
  })

  await test.step('a secret with a hostile name, another for a run', async () => {
    for (const name of [hostile, 'OURS']) {
      await page.getByRole('button', { name: 'Add secret' }).first().click()
      const form = page.getByRole('form', { name: 'Add secret' })
      await field(form, 'Name').fill(name)
      await field(form, 'Value').fill('guild-whole-value')
      await form.getByRole('checkbox', { name: 'Manual run' }).check()
      await submit(page, 'Add secret', 'Add secret')
      await expect(rowOf(page, 'Secrets', name.slice(0, 10))).toBeVisible()
    }
    expect(await page.title(), 'no markup was run').not.toBe('1')
    const number = await project.run()
    expect((await project.finished(number)).status).toBe('success')
    const log = await openLog(page, project, number, 'tell')
    await expect(log.getByText('guild has ********', { exact: true })).toBeVisible()
  })

  await test.step('both deleted, the hostile one by its real name', async () => {
    await page.goto(`${settings}/secrets`)
    await deleteRow(rowOf(page, 'Secrets', '<img src=x'))
    await deleteRow(rowOf(page, 'Secrets', 'OURS'))
    expect(await ci.api('GET', `/orgs/${project.repo.org_id}/secrets`)).toEqual([])
  })

  await test.step('a registry', async () => {
    await page.getByRole('link', { name: 'Registries' }).click()
    await page.getByRole('button', { name: 'Add registry' }).first().click()
    const form = page.getByRole('form', { name: 'Add registry' })
    await field(form, 'Address').fill('ghcr.example.org')
    await field(form, 'User name').fill('guild')
    await field(form, 'Password').fill('not shown again')
    await submit(page, 'Add registry', 'Add registry')
    await deleteRow(rowOf(page, 'Registries', 'ghcr.example.org'))
  })

  await test.step('an agent, whose token is told once', async () => {
    await page.getByRole('link', { name: 'Agents' }).click()
    await page.getByRole('button', { name: 'Add agent' }).first().click()
    const form = page.getByRole('form', { name: 'Add agent' })
    await field(form, 'Name').fill('forge hall')
    await form.getByRole('button', { name: 'Add agent' }).click()
    const edit = page.getByRole('form', { name: 'Edit agent forge hall' })
    expect((await field(edit, 'Token').inputValue()).length).toBeGreaterThan(30)
    await expect(edit.getByText('this server does not show it again')).toBeVisible()
    await field(edit, 'Name').fill('guild hall')
    await submit(page, 'Edit agent forge hall', 'Save')
    await page.reload()
    await rowOf(page, 'Agents', 'guild hall').getByRole('button', { name: 'Edit guild hall' }).click()
    await expect(page.getByRole('form', { name: 'Edit agent guild hall' })).toBeVisible()
    await expect(page.getByLabel('Token')).toHaveCount(0)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await deleteRow(rowOf(page, 'Agents', 'guild hall'))
  })
  await ci.api('DELETE', '/secrets/SERVERS')
})
