import { deleteRow, field, hostile, openLog, rowOf, submit } from './support/settings.ts'
import { expect, test } from './support/shared.ts'

test.use({ actionTimeout: 20_000, timezoneId: 'Asia/Tokyo' })

const pipeline = `
when: { event: [push, cron] }
skip_clone: true
steps:
  - name: tell
    image: sh
    commands:
      - echo "started by $CI_PIPELINE_EVENT for $COLOUR"
`

test('crons and the badge: read in words, run now, fire by the clock, are switched off, changed, deleted', async ({
  ci,
  page,
  complaints,
}) => {
  // The server looks once a minute what is due.
  test.setTimeout(240_000)
  const project = await ci.project('tools/crons', { '.woodpecker.yaml': pipeline })
  const row = (text: string | RegExp) => rowOf(page, 'Crons', text)
  const crons = `${project.url}/settings/crons`
  const pipelines = async () =>
    (await ci.api('GET', `${project.path}/pipelines`)) as { number: number; event: string }[]

  await test.step('made, with its schedule in words and by two clocks', async () => {
    await page.goto(crons)
    await expect(page.getByText('No crons yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add cron' }).first().click()
    const form = page.getByRole('form', { name: 'Add cron' })
    await form.getByRole('button', { name: 'Add cron' }).click()
    await expect(field(form, 'Name')).toHaveAccessibleDescription(/Fill this in/)
    await field(form, 'Name').fill(`often ${hostile}`)
    await field(form, 'Schedule').fill('0 25 * * *')
    await form.getByRole('button', { name: 'Add cron' }).click()
    await expect(field(form, 'Schedule')).toHaveAccessibleDescription(/second field, the hour/)

    await field(form, 'Schedule').fill('30 3 * * mon-fri')
    const preview = form.getByRole('region', { name: 'What this schedule means' })
    await expect(preview).toContainText(/At (03:30|3:30).*Monday/)
    await form.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berl')
    await page.getByRole('option', { name: 'Europe/Berlin' }).click()
    await expect(preview.getByRole('columnheader', { name: 'Next runs in Europe/Berlin' })).toBeVisible()
    await expect(preview.getByRole('columnheader', { name: 'In your time zone, Asia/Tokyo' })).toBeVisible()
    await expect(preview.getByRole('row')).toHaveCount(6)
    await expect(preview.getByRole('cell').first()).toContainText(/0?3:30/)

    await field(form, 'Schedule').fill('@every 1s')
    await expect(preview).toContainText('Every 1 second')
    await form.getByRole('textbox', { name: 'Key 1' }).fill('COLOUR')
    await form.getByRole('textbox', { name: 'Value 1' }).fill('blue "and" $green')
    await submit(page, 'Add cron', 'Add cron')
    await expect(row('often')).toContainText(/Every 1 second.*Next:/)
  })

  await test.step('run now', async () => {
    await row('often')
      .getByRole('button', { name: /^Run .* now$/ })
      .click()
    await expect(page).toHaveURL(`${project.url}/pipeline/1`)
    expect((await project.finished(1)).status).toBe('success')
    const log = await openLog(page, project, 1, 'tell')
    await expect(log.getByText('started by cron for blue "and" $green', { exact: true })).toBeVisible()
  })

  await test.step('one that is off and never runs by itself; changed; deleted', async () => {
    await page.goto(crons)
    await page.getByRole('button', { name: 'Add cron' }).click()
    const form = page.getByRole('form', { name: 'Add cron' })
    await field(form, 'Name').fill('nightly')
    await field(form, 'Schedule').fill('@daily')
    await form.getByRole('checkbox', { name: 'Enabled' }).uncheck()
    await submit(page, 'Add cron', 'Add cron')
    await expect(row('nightly')).toContainText('Disabled')

    await row('nightly').getByRole('button', { name: 'Edit nightly' }).click()
    const edit = page.getByRole('form', { name: 'Edit cron nightly' })
    await field(edit, 'Schedule').fill('15 4 1 * *')
    await edit.getByRole('checkbox', { name: 'Enabled' }).check()
    await submit(page, 'Edit cron nightly', 'Save')
    await expect(row('nightly')).toContainText(/day 1 of the month.*Next:/)
    await deleteRow(row('nightly'))
  })

  await test.step('the badge that stands elsewhere says how the newest run ended', async () => {
    await page.goto(`${project.url}/settings/badge`)
    const badge = page.getByRole('img', { name: 'The badge as it looks now' })
    const shown = async () => {
      const address = await badge.evaluate((image: HTMLImageElement) => image.src)
      return (await page.request.get(address)).text()
    }
    const isDrawn = () =>
      badge.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
    await expect.poll(isDrawn).toBe(true)
    expect(await shown(), 'no push has run yet').toMatch(/none/)
    await page.getByRole('checkbox', { name: 'Cron', exact: true }).check()
    await expect.poll(shown).toMatch(/success/)

    const number = await project.push('Break it', { '.woodpecker.yaml': pipeline.replace('echo', 'exit 3;') })
    expect((await project.finished(number)).status).toBe('failure')
    await page.reload()
    await expect.poll(shown).toMatch(/failure/)

    await page.getByRole('radio', { name: 'URL' }).check()
    const code = page.getByLabel('Code to paste').first()
    const address = `${ci.server.url}/api/badges/${project.repo.id}/status.svg`
    await expect(code).toContainText(address)
    expect(await (await fetch(address)).text(), 'to everybody').toMatch(/failure/)
    await page.getByRole('radio', { name: 'HTML' }).check()
    await expect(code).toContainText(`<img src="${address}"`)
    await field(page.getByRole('main'), 'Workflow').fill('no "such" <one>')
    await expect.poll(shown).toMatch(/none/)
    await expect.poll(isDrawn).toBe(true)
  })

  await test.step('fires by the clock, and no more once it is off', async () => {
    const fired = async () => (await pipelines()).filter(({ event }) => event === 'cron').length
    await expect.poll(fired, { timeout: 90_000 }).toBeGreaterThan(1)
    await page.goto(crons)
    await row('often')
      .getByRole('button', { name: /^Edit / })
      .click()
    const edit = page.getByRole('form', { name: /^Edit cron often/ })
    await edit.getByRole('checkbox', { name: 'Enabled' }).uncheck()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(row('often')).toContainText('Disabled')
    await deleteRow(row('often'))
    await expect(page.getByText('No crons yet')).toBeVisible()
  })
  expect(complaints.unexpected()).toEqual([])
})
