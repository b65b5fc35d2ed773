import { expect, type Locator, type Page } from '@playwright/test'

import type { Project } from './ci.ts'

/** Markup, templates, a change of direction, an escape, several planes of Unicode: what people and attackers put in names. */
export const hostile = '<img src=x onerror="document.title=1">{{7*7}} \u202Egpj.exe 🏴‍☠️ „ß“ %2e%2e/'

/** The rows of a list in which this stands. */
export const rowOf = (page: Page, list: string, text: string | RegExp) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: text })

/** A field of a form by its whole label; those that must be filled in have a star there. */
export const field = (form: Locator, label: string) => form.getByLabel(new RegExp(`^${label}\\*?$`))

/** Sends the open form; it is gone once the server has agreed. */
export async function submit(page: Page, form: string, button: string) {
  await dismissNotices(page)
  const open = page.getByRole('form', { name: form, exact: true })
  await open.getByRole('button', { name: button, exact: true }).click()
  await expect(open).toBeHidden()
}

/** A mouse that waits for a notice to leave holds it: on a narrow window it may lie over the button that is meant. */
async function dismissNotices(page: Page) {
  const notices = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' })
  // One may leave by itself in the very moment.
  while ((await notices.count()) > 0)
    await notices
      .first()
      .click({ timeout: 1000 })
      .catch(() => undefined)
}

/** Deletes a row's thing and answers the question. `typed` is what the dialog wants to be typed. */
export async function deleteRow(row: Locator, typed?: string) {
  const page = row.page()
  await row.getByRole('button', { name: /^Delete / }).click()
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name: 'Delete', exact: true })
  if (typed !== undefined) {
    await expect(button).toBeDisabled()
    await dialog.getByRole('textbox').fill(typed)
  }
  await button.click()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(0)
}

/** The log of a step of a pipeline that has ended, on its own page. */
export async function openLog(page: Page, project: Project, number: number, step: string) {
  await page.goto(`${project.url}/pipeline/${number}`)
  await page.getByRole('treeitem', { name: new RegExp(`\\b${step}\\b`) }).click()
  const log = page.getByRole('region', { name: `Log of ${step}` })
  await expect(log.getByRole('row').first()).toBeVisible()
  return log
}
