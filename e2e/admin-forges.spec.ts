import { deleteRow, field, rowOf } from './support/settings.ts'
import { expect, test } from './support/shared.ts'

test.use({ actionTimeout: 20_000 })

/** What each kind has of its own, as its form shows it. */
const kinds = [
  {
    kind: 'GitHub',
    host: 'github.com',
    applications: /^https:\/\/github\.com\/settings/,
    own: ['Run pull requests as merged', 'Public repositories only'],
  },
  { kind: 'GitLab', host: 'gitlab.com', applications: /^https:\/\/gitlab\.com\/-\/user_settings/, own: [] },
  {
    kind: 'Gitea',
    host: 'gitea.example.org',
    applications: /^https:\/\/gitea\.example\.org\/user\/settings/,
    own: [],
  },
  {
    kind: 'Forgejo',
    host: 'forgejo.example.org',
    applications: /^https:\/\/forgejo\.example\.org\/user\/settings/,
    own: [],
  },
  { kind: 'Bitbucket', host: 'bitbucket.org', applications: /^https:\/\/bitbucket\.org\/account/, own: [] },
  {
    kind: 'Bitbucket Data Center',
    host: 'dc.example.org',
    applications: /^https:\/\/dc\.example\.org\/plugins/,
    own: ['Ask for the scope of project administrators'],
  },
]
const options = [
  'Run pull requests as merged',
  'Public repositories only',
  'Ask for the scope of project administrators',
]

test('forges of all kinds are added with their own fields, changed and deleted by their name', async ({
  ci,
  page,
  complaints,
}) => {
  test.setTimeout(240_000)
  const list = `${ci.server.url}/admin/forges`
  const form = page.getByRole('form', { name: 'Add forge' })
  const edit = page.getByRole('form', { name: 'Edit forge' })

  await test.step('the built-in one has nothing to set', async () => {
    await page.goto(list)
    await rowOf(page, 'Forges', 'This server').getByRole('link').click()
    await expect(page.getByText('There is nothing to set and it cannot be deleted.')).toBeVisible()
    await page.getByRole('link', { name: 'All forges' }).click()
  })

  await test.step('what is missing or no address is said at its field', async () => {
    await page.getByRole('link', { name: 'Add forge' }).click()
    await form.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Bitbucket Data Center' })
    await field(form, 'Address').fill('javascript:alert(1)')
    await form.getByRole('button', { name: 'Add forge' }).click()
    await expect(field(form, 'Address')).toHaveAccessibleDescription(/starts with http/)
    for (const required of ['Client ID', 'Client secret', 'Git user name', 'Git password'])
      await expect(field(form, required)).toHaveAccessibleDescription(/Fill this in/)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard and leave' }).click()
    await expect(rowOf(page, 'Forges', 'Bitbucket')).toHaveCount(0)
  })

  for (const { kind, host, applications, own } of kinds) {
    await test.step(kind, async () => {
      await page.goto(`${list}/create`)
      await form.getByRole('combobox', { name: 'Kind' }).selectOption({ label: kind })
      const address = field(form, 'Address')
      if (kind === 'Bitbucket') await expect(address, 'there is only one').toHaveCount(0)
      else if (/example/.test(host)) await address.fill(`${host}/`)
      else await expect(address).toHaveValue(`https://${host}`)
      await expect(form.getByLabel('Redirect address').first()).toContainText(`${ci.server.url}/authorize`)
      await expect(form.getByRole('link', { name: /^Open it at/ })).toHaveAttribute('href', applications)
      await field(form, 'Client ID').fill(`id "of" <${kind}>`)
      await field(form, 'Client secret').fill('not told again')
      if (kind === 'Bitbucket Data Center') {
        await field(form, 'Git user name').fill('reader')
        await field(form, 'Git password').fill('not told again either')
      } else await expect(field(form, 'Git user name')).toHaveCount(0)
      await form.getByText('Advanced').click()
      for (const option of options)
        await expect(form.getByRole('checkbox', { name: option })).toHaveCount(own.includes(option) ? 1 : 0)
      if (own[0] !== undefined) await form.getByRole('checkbox', { name: own[0] }).check()
      await form.getByRole('button', { name: 'Add forge' }).click()

      await expect(page).toHaveURL(/\/admin\/forges\/\d+$/)
      await expect(edit).toContainText('The kind cannot be changed.')
      await expect(field(edit, 'Client ID')).toHaveValue(`id "of" <${kind}>`)
      await expect(field(edit, 'Client secret')).toHaveValue('')
      if (own[0] !== undefined) await expect(edit.getByRole('checkbox', { name: own[0] })).toBeChecked()
      await field(edit, 'Client ID').fill('another')
      await edit.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('The forge was saved').first()).toBeVisible()
      await page.reload()
      await expect(field(edit, 'Client ID')).toHaveValue('another')
      if (own[0] !== undefined) await expect(edit.getByRole('checkbox', { name: own[0] })).toBeChecked()
    })
  }

  await test.step('what is typed is not lost by a wrong click, and all are deleted by their name', async () => {
    await field(edit, 'Client ID').fill('unsaved')
    await page.getByRole('link', { name: 'All forges' }).click()
    const guard = page.getByRole('dialog', { name: 'Leave without saving?' })
    await guard.getByRole('button', { name: 'Keep editing' }).click()
    await expect(field(edit, 'Client ID')).toHaveValue('unsaved')
    await page.getByRole('link', { name: 'All forges' }).click()
    await guard.getByRole('button', { name: 'Discard and leave' }).click()
    for (const { kind, host } of kinds) {
      const row = rowOf(page, 'Forges', host)
      await expect(row).toContainText(kind)
      await deleteRow(row, host)
    }
    await page.goto(`${list}/999`)
    await expect(page.getByText('There is no such forge')).toBeVisible()
  })
  complaints.expect(/forges\/999: .*status of 404/)
})
