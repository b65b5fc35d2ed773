import { deleteRow, field, hostile, rowOf } from './support/settings.ts'
import { expect, test } from './support/shared.ts'
import { signIn } from './support/signIn.ts'

test.use({ actionTimeout: 20_000 })

const quick = `
when: { event: [push, manual] }
skip_clone: true
steps:
  - name: tell
    image: sh
    commands: [ echo told ]
`

test('people, repositories and organizations of the whole server', async ({
  ci,
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(240_000)
  const admin = `${ci.server.url}/admin`
  const project = await ci.project('museum/old.things', { '.woodpecker.yaml': quick })
  const nora = await ci.person('nora-1')
  const users = (text: string | RegExp) => rowOf(page, 'Users', text)

  await test.step('which version runs', async () => {
    await page.goto(admin)
    await expect(page.getByText(/^This server runs version \S+\.$/)).toBeVisible()
    await expect(page.getByText('Nobody looks for newer versions: the check is switched off.')).toBeVisible()
  })

  const people = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const theirs = await people.newPage()
  await test.step('a person is added before they come, becomes an administrator, and no longer is one', async () => {
    await page.goto(`${admin}/users`)
    await page.getByRole('button', { name: 'Add user' }).click()
    const form = page.getByRole('form', { name: 'Add user' })
    await field(form, 'Login').fill('no ra')
    await field(form, 'Email').fill('nowhere')
    await field(form, 'Address of the picture').fill('javascript:alert(1)')
    await form.getByRole('button', { name: 'Add user' }).click()
    await expect(field(form, 'Login')).toHaveAccessibleDescription(/letters, digits/)
    await expect(field(form, 'Email')).toHaveAccessibleDescription(/not an email/)
    await expect(field(form, 'Address of the picture')).toHaveAccessibleDescription(/starts with http/)
    await field(form, 'Login').fill('admin')
    await field(form, 'Email').fill('')
    await field(form, 'Address of the picture').fill('')
    await form.getByRole('button', { name: 'Add user' }).click()
    await expect(field(form, 'Login')).toHaveAccessibleDescription(/one of this name already/)
    await field(form, 'Login').fill(nora.login)
    await form.getByRole('checkbox', { name: 'Administrator' }).check()
    await form.getByRole('button', { name: 'Add user' }).click()
    await expect(users(nora.login)).toContainText('Administrator')
    await expect(users(/^a?admin/)).toContainText('You')

    await signIn(theirs, ci.server.url, nora)
    await theirs.goto(`${admin}/users`)
    await expect(theirs.getByRole('list', { name: 'Users' })).toBeVisible()

    await users(nora.login).getByRole('button', { name: 'Edit nora-1' }).click()
    const edit = page.getByRole('form', { name: 'Edit user nora-1' })
    await expect(field(edit, 'Login')).not.toBeEditable()
    await edit.getByRole('checkbox', { name: 'Administrator' }).uncheck()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(users(nora.login)).not.toContainText('Administrator')
    await theirs.goto(`${admin}/users`)
    await expect(theirs.getByText('For server administrators')).toBeVisible()
  })

  await test.step('deleted by their name, they are out', async () => {
    await deleteRow(users(nora.login), nora.login)
    await theirs.goto(`${ci.server.url}/user`)
    await expect(theirs).toHaveURL(/\/login/)
    await people.close()
  })

  await test.step('all repositories, which one could repair, and those that are disabled', async () => {
    await ci.api('DELETE', project.path)
    await page.goto(`${admin}/repos`)
    const repo = rowOf(page, 'Repositories', 'old.things')
    await expect(repo).toContainText('Disabled')
    await page.getByLabel('Show').selectOption({ label: 'Enabled' })
    await expect(repo).toBeHidden()
    await page.getByLabel('Show').selectOption({ label: 'Disabled' })
    await expect(repo.getByRole('link', { name: 'Settings of museum/old.things' })).toBeVisible()
    await page.getByRole('button', { name: 'Repair all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Repair all' }).click()
    await expect(page.getByText('All repositories were repaired').first()).toBeVisible()
  })

  await test.step('an organization is deleted by its name, with its repositories', async () => {
    await page.goto(`${admin}/orgs`)
    const search = page.getByRole('main').getByRole('textbox', { name: 'Search' })
    await search.fill('no such museum')
    await expect(page.getByText('Nothing matches “no such museum”')).toBeVisible()
    await search.fill('museum')
    await deleteRow(rowOf(page, 'Organizations', 'museum'), 'museum')
    await page.goto(project.url)
    await expect(page.getByText('There is no such repository')).toBeVisible()
  })
  complaints.expect(/status of 40[134]/)
})

test('the queue says why work waits: it is paused, its agent takes no new work, no agent has its labels', async ({
  ci,
  page,
  complaints,
}) => {
  test.setTimeout(240_000)
  const admin = `${ci.server.url}/admin`
  const project = await ci.project('museum/queued', { '.woodpecker.yaml': quick })
  const pending = rowOf(page, 'Pending', 'museum/queued')
  const ends = async (number: number) => expect((await project.finished(number)).status).toBe('success')

  await test.step('paused and resumed', async () => {
    await page.goto(`${admin}/queue`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page
      .getByRole('dialog', { name: 'Pause the queue?' })
      .getByRole('button', { name: 'Pause' })
      .click()
    await expect(page.getByText('The queue is paused').first()).toBeVisible()
    const number = await project.run()
    await expect(pending).toContainText('Waits until the queue is resumed')
    await expect(pending).toContainText(`#${number}`)
    await page.getByRole('button', { name: 'Resume' }).click()
    await ends(number)
    await expect(pending).toBeHidden()
  })

  await test.step('no agent has its labels', async () => {
    const number = await project.push('Asks for more than there is', {
      '.woodpecker.yaml': `labels: { gpu: "many" }\n${quick}`,
    })
    await expect(pending).toContainText('No agent has gpu=many')
    await ci.api('POST', `${project.path}/pipelines/${number}/cancel`)
    await expect(pending).toBeHidden()
  })

  await test.step('what runs and where, and what waits for it', async () => {
    const two = await ci.project('museum/two', {
      '.woodpecker/first.yaml': quick.replace('echo told', 'sleep 300'),
      '.woodpecker/second.yaml': `depends_on: [ first ]\n${quick}`,
    })
    const number = await two.run()
    const running = rowOf(page, 'Running', 'museum/two')
    const waiting = rowOf(page, 'Waiting for others', 'museum/two')
    await expect(running).toContainText(/first.*Runs on/)
    await expect(waiting).toContainText(/second.*Waits for first/)
    await running.getByRole('link', { name: 'first' }).click()
    await expect(page).toHaveURL(new RegExp(`${two.url}/pipeline/${number}/`))
    await ci.api('POST', `${two.path}/pipelines/${number}/cancel`)
    await two.finished(number)
  })

  await test.step('an agent of the whole server: its token, another name, gone', async () => {
    const agents = (text: string | RegExp) => rowOf(page, 'Agents', text)
    await page.goto(`${admin}/agents`)
    await page.getByRole('button', { name: 'Add agent' }).first().click()
    const form = page.getByRole('form', { name: 'Add agent' })
    await field(form, 'Name').fill(hostile)
    await form.getByRole('button', { name: 'Add agent' }).click()
    const edit = page.getByRole('form', { name: /^Edit agent/ })
    expect((await field(edit, 'Token').inputValue()).length).toBeGreaterThan(30)
    await edit.getByRole('button', { name: 'Cancel' }).click()
    await expect(agents('<img src=x')).toContainText('Never seen')
    await deleteRow(agents('<img src=x'))
  })

  await test.step('its only agent takes no new work, until it does again', async () => {
    const own = rowOf(page, 'Agents', 'Online')
    await expect(own).toBeVisible()
    const pause = async (isPaused: boolean) => {
      await page.goto(`${admin}/agents`)
      await own.getByRole('button', { name: /^Edit / }).click()
      const form = page.getByRole('form', { name: /^Edit agent/ })
      await expect(form).toContainText('workflows at a time')
      await form.getByRole('checkbox', { name: 'Give it no new work' }).setChecked(isPaused)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toBeHidden()
    }
    await pause(true)
    await expect(own).toContainText('No new work')
    const number = await project.push('Wait for the agent', { '.woodpecker.yaml': quick })
    await page.goto(`${admin}/queue`)
    await expect(pending).toContainText('Agents that fit take no new work')
    await pause(false)
    await ends(number)
  })
  expect(complaints.unexpected()).toEqual([])
})
