import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { yaffle } from './support/command.ts'
import { field, openLog } from './support/settings.ts'
import { expect, test } from './support/shared.ts'

test.use({ actionTimeout: 20_000 })

const shell = (commands: string[], more = '') => `
when: { event: [push, manual, deployment] }
skip_clone: true
steps:
  - name: tell
    image: sh
${more}    commands:
${commands.map((command) => `      - ${command}`).join('\n')}
`

test('general settings are kept and are what the next pipelines go by', async ({
  ci,
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(240_000)
  const project = await ci.project('tools/general', { '.woodpecker.yaml': shell(['echo usual']) })
  const settings = `${project.url}/settings`
  const form = page.getByRole('form', { name: 'General' })
  const save = async () => {
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The settings were saved').first()).toBeVisible()
  }

  await test.step('who may look', async () => {
    const strangers = await browser.newContext({ storageState: { cookies: [], origins: [] } })
    const stranger = await strangers.newPage()
    await stranger.goto(project.url)
    await expect(stranger.getByRole('heading', { name: /general/ })).toBeVisible()
    await page.goto(settings)
    await form.getByRole('radio', { name: 'Private' }).check()
    await save()
    await page.reload()
    await expect(form.getByRole('radio', { name: 'Private' })).toBeChecked()
    await stranger.reload()
    await expect(stranger.getByRole('main')).toContainText(/Sign in to see it|There is no such repository/)
    await strangers.close()
  })

  await test.step('the time limit and the name of the pipeline file have rules', async () => {
    await field(form, 'Time limit in minutes').fill('0')
    await field(form, 'Pipeline files').fill('../secret.txt')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(field(form, 'Time limit in minutes')).toHaveAccessibleDescription(/at least 1/)
    await expect(field(form, 'Pipeline files')).toHaveAccessibleDescription(/path inside the repository/)
    await field(form, 'Time limit in minutes').fill('7')
    await field(form, 'Pipeline files').fill('ci/<b>ours</b>.yaml')
    await save()
    const number = await project.push('From another file', {
      'ci/<b>ours</b>.yaml': shell(['echo other file']),
    })
    await project.finished(number)
    const log = await openLog(page, project, number, 'tell')
    await expect(log.getByText('other file', { exact: true })).toBeVisible()
    await page.goto(settings)
    await expect(field(form, 'Time limit in minutes')).toHaveValue('7')
    await field(form, 'Pipeline files').fill('')
    await save()
  })

  await test.step('everything waits for approval, except what named people send', async () => {
    await form.getByRole('radio', { name: 'For everything' }).check()
    await save()
    const number = await project.push('Look at this first', { 'a.txt': 'a' })
    await page.goto(`${project.url}/pipeline/${number}`)
    await expect(page.getByText('This pipeline waits for approval')).toBeVisible()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and run' }).click()
    await expect.poll(async () => (await project.pipeline(number)).status).toBe('success')
    await expect(page.getByRole('treeitem', { name: /tell/ })).toBeVisible()

    await page.goto(settings)
    await field(form, 'Who never needs approval').fill('admin')
    await field(form, 'Who never needs approval').press('Enter')
    await save()
    const trusted = await project.push('From somebody known', { 'a.txt': 'b' })
    expect((await project.finished(trusted)).status).toBe('success')
  })

  await test.step('what is not trusted is an error until it is', async () => {
    const mounting = shell(['echo mounted'], '    volumes: [ "/tmp:/tmp" ]\n')
    const number = await project.push('Mount', { '.woodpecker.yaml': mounting })
    expect((await project.finished(number)).status).toBe('error')
    await page.goto(`${project.url}/pipeline/${number}/errors`)
    await expect(page.getByRole('main')).toContainText('trusted for volumes')
    await page.goto(settings)
    await form.getByRole('checkbox', { name: 'Volumes' }).check()
    await save()
    await page.goto(`${project.url}/pipeline/${number}`)
    await page.getByRole('button', { name: 'Restart', exact: true }).click()
    await expect(page).toHaveURL(`${project.url}/pipeline/${number + 1}`)
    expect((await project.finished(number + 1)).status).toBe('success')
  })

  await test.step('a newer push cancels the older one', async () => {
    await page.goto(settings)
    await form
      .getByRole('group', { name: 'Cancel older pipelines' })
      .getByRole('checkbox', { name: 'Push' })
      .check()
    await form.getByRole('checkbox', { name: 'Allow deployments' }).check()
    await save()
    const long = await project.push('Long', { '.woodpecker.yaml': shell(['sleep 300']) })
    const short = await project.push('Short', { '.woodpecker.yaml': shell(['echo short']) })
    await page.goto(`${project.url}/pipeline/${long}`)
    await expect(page.getByText(`Superseded by #${short}`).first()).toBeVisible()
    expect((await project.finished(long)).status).toBe('killed')
    expect((await project.finished(short)).status).toBe('success')
    await page.goto(`${project.url}/pipeline/${short}`)
    await expect(page.getByRole('button', { name: /Deploy/ })).toBeVisible()
  })
  // A private repository to somebody who is not signed in.
  complaints.expect(/status of 40[134]/)
})

/** An extension that remembers what it was asked. */
async function extension(answer: (path: string) => object) {
  const seen: { path: string; headers: IncomingMessage['headers']; body: string }[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '', headers } = request
    seen.push({ path, headers, body: await text(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(path)))
  }
  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => new Promise((done) => server.close(done)),
  }
}

test('extensions give a pipeline its files and secrets, asked with a signature that the shown key proves', async ({
  ci,
  page,
}) => {
  test.setTimeout(240_000)
  const project = await ci.project('tools/extended', {
    '.woodpecker.yaml': shell(['echo of the repository']),
  })
  const given = shell(
    ['echo "of the extension, with $GIVEN and handed-over-password"'],
    '    environment: { GIVEN: { from_secret: given } }\n',
  )
  const answers: Record<string, object> = {
    '/config': { configs: [{ name: 'given', data: given }] },
    '/secrets': [{ name: 'given', value: 'whatever-is-given', events: ['push'] }],
    '/registries': [{ address: 'docker.io', username: 'bot', password: 'handed-over-password' }],
  }
  const service = await extension((path) => answers[path] ?? {})
  const form = page.getByRole('form', { name: 'Extensions' })
  await page.goto(`${project.url}/settings/extensions`)
  await field(form, 'Address for pipeline files').fill('ftp://example.org')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(field(form, 'Address for pipeline files')).toHaveAccessibleDescription(/starts with http/)
  await field(form, 'Address for pipeline files').fill(`${service.url}/config`)
  await field(form, 'Address for secrets').fill(`${service.url}/secrets`)
  await field(form, 'Address for registries').fill(`${service.url}/registries`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The extensions were saved').first()).toBeVisible()
  const key = createPublicKey((await page.locator('pre[aria-label="Public key"]').textContent()) ?? '')

  const number = await project.push('Ask the extension', { 'a.txt': 'a' })
  expect((await project.finished(number)).status).toBe('success')
  const log = await openLog(page, project, number, 'tell')
  await expect(log.getByText('of the extension, with ******** and ********', { exact: true })).toBeVisible()

  expect(new Set(service.seen.map(({ path }) => path))).toEqual(new Set(Object.keys(answers)))
  for (const { path, headers, body } of service.seen) {
    const params = String(headers['signature-input']).replace(/^sig1=/, '')
    const signature = /^sig1=:(.*):$/.exec(String(headers['signature']))?.[1] ?? ''
    const base = [
      '"@method": POST',
      `"@target-uri": ${service.url}${path}`,
      `"content-digest": ${String(headers['content-digest'])}`,
      `"@signature-params": ${params}`,
    ].join('\n')
    expect(verify(null, Buffer.from(base), key, Buffer.from(signature, 'base64')), path).toBe(true)
    expect((JSON.parse(body) as { repo: { full_name: string } }).repo.full_name).toBe('tools/extended')
  }

  await service.close()
  const unanswered = await project.push('Nobody is there', { 'a.txt': 'b' })
  expect((await project.finished(unanswered)).status).toBe('error')
  await page.goto(`${project.url}/pipeline/${unanswered}/errors`)
  await expect(page.getByRole('main')).toContainText(/extension .* did not answer/)

  await page.goto(`${project.url}/settings/extensions`)
  await field(form, 'Address for pipeline files').fill('')
  await field(form, 'Address for secrets').fill('')
  await field(form, 'Address for registries').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The extensions were saved').first()).toBeVisible()
  const own = await project.push('By itself again', { 'a.txt': 'c' })
  await project.finished(own)
  const ownLog = await openLog(page, project, own, 'tell')
  await expect(ownLog.getByText('of the repository', { exact: true })).toBeVisible()
})

test('a repository is repaired after it moved, disabled, enabled and deleted by its name', async ({
  ci,
  page,
  complaints,
}) => {
  test.setTimeout(240_000)
  const project = await ci.project('tools/actions', { '.woodpecker.yaml': shell(['echo run']) })
  const actions = `${project.url}/settings/actions`

  await yaffle(ci.server.dataDir, ['repo', 'create', 'tools/elsewhere'])
  await ci.api('POST', `${project.path}/move?to=tools/elsewhere`)
  await ci.api('POST', `${project.path}/chown`)
  await page.goto(actions)
  await expect(page.getByRole('heading', { name: /elsewhere/ })).toBeVisible()
  await page.getByRole('button', { name: 'Repair' }).click()
  await expect(page.getByText('tools/elsewhere was repaired').first()).toBeVisible()
  await ci.api('POST', `${project.path}/move?to=tools/actions`)

  await page.reload()
  await page.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable tools/actions?' })
  await expect(dialog).toContainText('Pipelines, secrets and settings stay')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible()
  expect(await project.push('While disabled', { 'a.txt': 'a' }), 'makes no pipeline').toBe(0)
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()
  expect(await project.push('Enabled again', { 'a.txt': 'b' })).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete tools/actions?' })
  const button = question.getByRole('button', { name: 'Delete' })
  await question.getByRole('textbox').fill('tools/action')
  await expect(button).toBeDisabled()
  await question.getByRole('textbox').fill('tools/actions')
  await button.click()
  await expect(page).toHaveURL(`${ci.server.url}/repos`)
  complaints.expect(/status of 404/)
  await page.goto(project.url)
  await expect(page.getByText('There is no such repository')).toBeVisible()
})
