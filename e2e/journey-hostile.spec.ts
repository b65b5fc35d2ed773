import { join } from 'node:path'

import { harmOn, payloads } from '../web/src/testing/hostile.ts'
import { ciOf } from './support/ci.ts'
import { listenForComplaints } from './support/complaints.ts'
import { poison } from './support/poison.ts'
import { startServer } from './support/server.ts'
import { signIn } from './support/signIn.ts'
import { expect, test } from './support/test.ts'

const file = JSON.stringify({
  when: { event: ['push', 'manual', 'pull_request', 'cron'] },
  skip_clone: true,
  steps: [
    {
      name: 'say',
      image: 'sh',
      commands: ['echo one; echo two; echo three; echo four; echo five; echo six; seq 1 20'],
    },
    { name: 'fail', image: 'sh', commands: ['exit 1'] },
  ],
})
const encoded = payloads
  .filter((text) => text.length < 200)
  .map((text) => encodeURIComponent(text.toWellFormed()))

test('hostile texts in every field of the database run nowhere, go nowhere and break no page', async ({
  dataDir,
  page,
  context,
  browser,
}) => {
  test.setTimeout(600_000)
  const first = await startServer({ dataDir })
  const ci = await ciOf(first)
  const project = await ci.project('acme/hostile', { '.woodpecker.yaml': file })
  const { id, org_id } = project.repo
  await project.run()
  await project.git('checkout', '-q', '-b', 'work')
  await project.git('commit', '-q', '--allow-empty', '-m', '<i>pull</i>')
  await project.git(
    'push',
    '-q',
    'origin',
    'HEAD:refs/for/main',
    '-o',
    'topic=one',
    '-o',
    'title=<b>bold</b>',
  )
  await ci.api('PATCH', project.path, { require_approval: 'all_events' })
  await project.push('<img src=x onerror=alert(1)>', { '<b>.txt': 'a' })
  await ci.api('PATCH', project.path, { require_approval: 'none' })
  await project.run({ PLACE: 'a' })
  const secret = { name: 'a', value: 'hush', events: ['push'], images: ['b'], note: 'c' }
  const registry = { address: 'a.test', username: 'b', password: 'c' }
  for (const scope of [project.path, `/orgs/${org_id}`, '']) {
    await ci.api('POST', `${scope}/secrets`, secret)
    await ci.api('POST', `${scope}/registries`, registry)
  }
  await ci.api('POST', `${project.path}/cron`, {
    name: 'a',
    schedule: '@daily',
    branch: 'main',
    variables: { a: 'b' },
  })
  await ci.api('POST', '/agents', { name: 'a' })
  await ci.api('POST', `/orgs/${org_id}/agents`, { name: 'a' })
  await ci.api('POST', '/users', { login: 'someone', email: 'a@example.org' })
  await Promise.all([1, 2, 4].map((number) => project.finished(number)))
  await signIn(page, first.url)
  await first.stop()
  poison(join(dataDir, 'yaffle.db'), Number(process.env['POISON_SEED'] ?? 0))
  const server = await startServer({ dataDir, port: Number(new URL(first.url).port) })

  const complaints = listenForComplaints(context)
  const harm: string[] = []
  context.on('dialog', (dialog) => {
    harm.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await context.route(
    (url) => url.origin !== new URL(server.url).origin,
    (route) => {
      harm.push(`asked for ${route.request().url()}`)
      return route.abort()
    },
  )
  const repo = `/repos/${id}`
  const parts = ['', '/2', '/3', '/timeline', '/config', '/changed-files', '/errors', '/debug']
  const pipelines = [
    ...parts.map((part) => `${repo}/pipeline/1${part}`),
    ...['', '/timeline', '/errors'].map((part) => `${repo}/pipeline/2${part}`),
    `${repo}/pipeline/3`,
    `${repo}/pipeline/4`,
  ]
  const settings = (base: string, pages: readonly string[]) =>
    pages.map((one) => `${base}${one && `/${one}`}`)
  const screens = [
    '/repos',
    '/repos/add',
    ...settings(repo, ['', 'branches', 'pull-requests', 'pull-requests/1', 'manual']),
    ...encoded.slice(0, 2).map((text) => `${repo}/branches/${text}`),
    ...pipelines,
    ...settings(`${repo}/settings`, ['', 'secrets', 'registries', 'crons', 'badge', 'actions', 'extensions']),
    `/orgs/${org_id}`,
    ...settings(`/orgs/${org_id}/settings`, ['secrets', 'registries', 'agents']),
    ...settings('/admin', [
      '',
      'secrets',
      'registries',
      'repos',
      'users',
      'orgs',
      'agents',
      'queue',
      'forges',
    ]),
    ...settings('/user', ['', 'secrets', 'registries', 'cli-and-api', 'agents']),
    ...encoded.slice(0, 1).map((text) => `/cli/auth?port=${text}`),
    ...encoded.slice(0, 1).map((text) => `/repos?q=${text}`),
  ]
  try {
    await page.setViewportSize({ width: 390, height: 800 })
    for (const path of screens) {
      await page.goto(server.url + path)
      await expect(page.getByRole('main'), path).not.toBeEmpty()
      await expect(
        page.getByText('Loading', { exact: false }).or(page.locator('[aria-busy="true"]')),
        path,
      ).toHaveCount(0)
      const found = (await page.evaluate(`(${harmOn.toString()})(document.body)`)) as string[]
      const overflow = await page.evaluate(widest)
      harm.push(...found.map((text) => `${path}: ${text}`))
      if (overflow) harm.push(`${path}: too wide by ${overflow}`)
      if (new URL(page.url()).origin !== server.url) harm.push(`${path}: led to ${page.url()}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${server.url}/repos`)
    await page.getByRole('button', { name: /pipeline feed/i }).click()
    await expect(page.getByRole('complementary').getByRole('link').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option').first()).toBeVisible()
    for (const text of encoded.slice(0, 5)) {
      for (const query of [`error=${text}&error_description=${text}&error_uri=${text}`, `url=${text}`]) {
        const visitor = await browser.newPage()
        await visitor.goto(`${server.url}/login?${query}`)
        await expect(visitor.getByRole('link', { name: /sign in with/i })).toBeVisible()
        const found: string[] = await visitor.evaluate(`(${harmOn.toString()})(document.body)`)
        harm.push(...found)
        await visitor.close()
      }
    }
    expect(harm).toEqual([])
    expect(complaints.unexpected()).toEqual([])
  } finally {
    await server.stop()
    await ci.remove()
  }
})

/** What makes the page wider than the window, with its text; '' when nothing does. Runs in the page. */
function widest(): string {
  const overflow = document.documentElement.scrollWidth - innerWidth
  if (overflow <= 0) return ''
  const reach = (element: Element) => element.getBoundingClientRect().right
  const all = [...document.body.querySelectorAll('*')].filter(
    (element) => reach(element) >= innerWidth + overflow - 1 && !element.querySelector(':scope > :not(span)'),
  )
  const name = ({ parentElement, className, textContent }: Element) =>
    `${parentElement?.className} > ${className} "${textContent?.slice(0, 40)}"`
  return `${overflow} px: ${all.slice(0, 2).map(name).join(', ')}`
}
