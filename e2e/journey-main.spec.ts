import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { logView } from './support/logView.ts'
import { main, passing } from './support/page.ts'
import { expect, test } from './support/shared.ts'

const failing = JSON.stringify({
  when: { event: ['push', 'manual', 'pull_request', 'deployment'] },
  skip_clone: true,
  steps: [
    { name: 'build', image: 'sh', commands: ['echo building'] },
    { name: 'test', image: 'sh', commands: ['echo "Error: two is not three"; exit 2'] },
  ],
})

const status = (page: Page, name: string) =>
  main(page)
    .getByRole('img', { name: `Status: ${name}` })
    .first()
const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Sections of the/ }).getByRole('link', { name })

test('a repository is added, pushed to, watched failing, and its pipeline restarted', async ({
  ci,
  page,
}) => {
  const name = `admin/added-${test.info().workerIndex}`
  const clone = await ci.bare(name, { 'README.md': 'hello' })
  await page.goto(`${ci.server.url}/repos`)
  await main(page).getByRole('link', { name: 'Add repository' }).click()
  await page.getByRole('button', { name: `Enable ${name}` }).click()
  await expect(page).toHaveURL(/\/repos\/\d+$/)
  await expect(page.getByText('No pipelines yet')).toBeVisible()
  const repo = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await clone.write({ '.woodpecker.yaml': failing })
  await clone.commitAndPush('Two is three')
  await page.getByRole('link', { name: /Two is three/ }).click()
  await expect(page).toHaveURL(new RegExp(`/repos/${repo}/pipeline/1`))
  await expect(status(page, 'Failure')).toBeVisible()
  await expect(page).toHaveTitle(/#1/)
  await page.goto(`${ci.server.url}/repos/${repo}/pipeline/1`)
  const log = logView(page, 'test')
  await expect(log.view.getByText('Error: two is not three', { exact: true })).toBeVisible()
  await expect(page.getByText('Exit code 2')).toBeVisible()
  await page.getByRole('treeitem', { name: /build/ }).click()
  await expect(logView(page, 'build').view.getByText('building', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Restart' }).click()
  await expect(page).toHaveURL(new RegExp(`/repos/${repo}/pipeline/2`))
  await expect(status(page, 'Failure')).toBeVisible()

  await page.goto(`${ci.server.url}/repos`)
  await expect(
    page.getByRole('link', { name: new RegExp(`${name.replace('/', ' ?/ ?')}|Two is three`) }).first(),
  ).toBeVisible()
})

test('a gated pipeline is approved, another declined; a manual run has its variables; a deployment its target', async ({
  ci,
  page,
}) => {
  const project = await ci.project(`admin/gated-${test.info().workerIndex}`, { '.woodpecker.yaml': passing })
  await ci.api('PATCH', project.path, { require_approval: 'all_events', allow_deploy: true })
  const [first, second] = [await project.push('First', { a: 'a' }), await project.push('Second', { b: 'b' })]
  await page.goto(`${project.url}/pipeline/${first}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await dialogButton(page, 'Decline pipeline').click()
  await expect(status(page, 'Declined')).toBeVisible()
  await expect(page.getByText('This pipeline was declined')).toBeVisible()
  await page.goto(`${project.url}/pipeline/${second}`)
  const change = page.getByRole('region', { name: 'The pipeline’s own configuration' })
  await expect(change.getByText('It is not known whether')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await dialogButton(page, 'Approve and run').click()
  await expect(status(page, 'Success')).toBeVisible()

  const third = await project.push('Third', { '.woodpecker.yaml': `${passing}\n# said louder\n` })
  await page.goto(`${project.url}/pipeline/${third}`)
  await expect(change.getByText('configuration was changed')).toBeVisible()
  await expect(
    change.getByText(`Compared with #${second}, the last pipeline that ran for main`),
  ).toBeVisible()
  await expect(change.getByText('Added line:# said louder')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('dialog').getByText('configuration was changed')).toBeVisible()
  await dialogButton(page, 'Approve and run').click()
  await expect(status(page, 'Success')).toBeVisible()
  const fourth = await project.push('Fourth', { d: 'd' })
  await page.goto(`${project.url}/pipeline/${fourth}`)
  await expect(change.getByText(`configuration is unchanged since #${third}`)).toBeVisible()

  await ci.api('PATCH', project.path, { require_approval: 'none' })
  await page.goto(project.url)
  await page.getByRole('link', { name: 'Run pipeline' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('By hand')
  await page.getByRole('textbox', { name: 'Key 1' }).fill('PLACE')
  await page.getByRole('textbox', { name: 'Value 1' }).fill('a "quoted" place')
  await main(page).getByRole('button', { name: 'Run pipeline' }).click()
  await expect(page).toHaveURL(/\/pipeline\/5/)
  await expect(status(page, 'Success')).toBeVisible()
  const log = logView(page, 'say')
  await expect(log.view.getByText('to a "quoted" place for', { exact: false }).last()).toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByText('PLACE=a "quoted" place')).toBeVisible()

  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Environment' }).fill('production')
  await dialogButton(page, 'Deploy').click()
  await expect(page).toHaveURL(/\/pipeline\/6/)
  await expect(log.view.getByText(/^to .* for production$/)).toBeVisible()
})

test('branches, pull requests, changed files, files of the pipeline, its errors and metadata are all found', async ({
  ci,
  page,
}) => {
  const project = await ci.project(`admin/pages-${test.info().workerIndex}`, { '.woodpecker.yaml': passing })
  await project.git('checkout', '-q', '-b', 'feature/one')
  await project.push('On a branch', { 'src/deep/file.txt': 'a', 'src/deep/other.txt': 'b' })
  await project.git(
    'push',
    '-q',
    'origin',
    'HEAD:refs/for/main',
    '-o',
    'topic=one',
    '-o',
    'title=Please pull',
  )
  await project.push('Broken', {
    '.woodpecker.yaml': 'when: { event: push }\nsteps:\n  - name: x\n    commands: [true]\n',
  })

  await page.goto(project.url)
  await tab(page, 'Branches').click()
  await page
    .getByRole('list', { name: 'Branches' })
    .getByRole('link', { name: /feature\/one/ })
    .click()
  await expect(page).toHaveURL(/\/branches\/feature%2Fone$/)
  await expect(page.getByRole('link', { name: /On a branch/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: /Broken/ })).toBeVisible()
  await tab(page, 'Pull requests').click()
  await page.getByRole('link', { name: /Please pull/ }).click()
  await expect(page.getByRole('heading', { name: /Pull request #1/ })).toBeVisible()
  await main(page)
    .getByRole('link', { name: /Please pull|On a branch/ })
    .last()
    .click()
  await expect(page).toHaveURL(/\/pipeline\/\d+/)

  await tab(page, 'Files').click()
  await expect(page).toHaveURL(/\/changed-files$/)
  await expect(page.getByText('file.txt', { exact: true })).toBeVisible()
  await page
    .getByRole('searchbox', { name: 'Search files' })
    .or(page.getByRole('textbox', { name: 'Search files' }))
    .first()
    .fill('other')
  await expect(page.getByText('file.txt', { exact: true })).toHaveCount(0)
  await tab(page, 'Config').click()
  await expect(
    main(page)
      .getByText(/CI_PIPELINE_DEPLOY_TARGET/)
      .first(),
  ).toBeVisible()
  await tab(page, 'Debug').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download metadata' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^admin-pages-\d+-pipeline-\d+-metadata\.json$/)
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toHaveProperty('repo')

  await page.goto(project.url)
  await page.getByRole('link', { name: /Broken/ }).click()
  await page.getByRole('link', { name: 'Show errors' }).click()
  await expect(page).toHaveURL(/\/errors$/)
  await expect(main(page).getByRole('img', { name: 'Error', exact: true }).first()).toBeVisible()
})

test('over a slow network a page says that it is loading, and nothing jumps when it has', async ({
  ci,
  page,
}) => {
  const project = await ci.project(`admin/slow-${test.info().workerIndex}`, { '.woodpecker.yaml': passing })
  const number = await project.run()
  await project.finished(number)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 250,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        // Less than half a pixel over the whole page is not seen by anybody.
        if (!entry.hadRecentInput && entry.value > 0.0005)
          shifts.push(`${location.pathname} ${entry.value.toFixed(4)}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const [path, ready] of [
    ['/repos', /slow-/],
    [`/repos/${project.repo.id}`, /#1/],
    [`/repos/${project.repo.id}/branches`, /main/],
    [`/repos/${project.repo.id}/pipeline/${number}`, /to .* for/],
  ] as const) {
    await page.goto(ci.server.url + path)
    const content = main(page).getByText(ready).first()
    const loading = page.getByText('Loading…').or(page.locator('[aria-busy="true"]')).first()
    // The list of repositories is asked for so early that it may be there with the code that draws it.
    await expect(path === '/repos' ? loading.or(content).first() : loading, path).toBeAttached()
    await expect(content, path).toBeVisible()
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)
    expect(shifts, path).toEqual([])
  }
})
