import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { type Browser, chromium, expect, type Page } from '@playwright/test'

import { launchOptions } from '../support/browser.ts'
import { cloneOf } from '../support/git.ts'
import { freshDataDir, type Server, startServer } from '../support/server.ts'
import { signIn } from '../support/signIn.ts'

/**
 * Pictures of the main screens, in two sizes and both themes, with a real server behind them. Written to the folder given as
 * the argument, by default e2e/results/screenshots.
 */
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../results/screenshots'))

const looks = (['light', 'dark'] as const).flatMap((theme) => [
  { name: `wide-${theme}`, colorScheme: theme, viewport: { width: 1440, height: 900 } },
  { name: `small-${theme}`, colorScheme: theme, viewport: { width: 390, height: 844 } },
])

interface Shot {
  name: string
  isVisitor?: boolean
  /** Once, before the pages open. Answers with the path of what to open. */
  prepare: (page: Page, server: Server) => Promise<string> | string
  /** On each page: until there is to see what shall be seen. */
  ready: (page: Page) => Promise<void>
}

const shots: Shot[] = [
  {
    name: 'login',
    isVisitor: true,
    prepare: () => '/login',
    ready: (page) => expect(page.getByRole('heading').first()).toBeVisible(),
  },
  {
    name: 'repositories',
    prepare: () => '/repos',
    ready: (page) => expect(page.getByRole('link', { name: /demo\s*\/\s*hello/ }).first()).toBeVisible(),
  },
  {
    name: 'activity',
    prepare: () => '/repos/1',
    ready: (page) => expect(page.getByRole('link', { name: /Say goodbye/ }).first()).toBeVisible(),
  },
  {
    name: 'pipeline-failed',
    prepare: () => '/repos/1/pipeline/2',
    ready: async (page) => {
      await openStep(page)
      await expect(page.getByText('6 of 6 failed')).toBeVisible()
    },
  },
  {
    name: 'pipeline-running',
    prepare: async (page, server) => `/repos/1/pipeline/${await restart(page, server)}`,
    ready: async (page) => {
      await openStep(page)
      await expect(page.getByText(/Hello, Łucja!/)).toBeVisible({ timeout: 40_000 })
    },
  },
]

async function main() {
  await mkdir(folder, { recursive: true })
  const { dataDir, remove } = await freshDataDir()
  const server = await startServer({ dataDir })
  const browser = await chromium.launch(launchOptions())
  try {
    const visitors = await pagesOf(browser)
    const members = await pagesOf(browser)
    for (const { page } of members) await signIn(page, server.url)
    const first = members[0]?.page
    if (!first) return
    await ended(first, server, 1)
    await breakTheTests(server)
    await ended(first, server, 2)
    for (const shot of shots) await take(shot, shot.isVisitor ? visitors : members, first, server)
  } finally {
    await browser.close()
    await server.stop()
    await remove()
  }
}

async function take({ name, prepare, ready }: Shot, pages: LookPage[], member: Page, server: Server) {
  const path = await prepare(member, server)
  const takeOne = async ({ look, page }: LookPage) => {
    await page.goto(server.url + path)
    await ready(page)
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), animations: 'disabled' })
    process.stdout.write(`${name}-${look}.png\n`)
  }
  await Promise.all(pages.map(takeOne))
}

interface LookPage {
  look: string
  page: Page
}

async function pagesOf(browser: Browser): Promise<LookPage[]> {
  const open = async ({ name, ...options }: (typeof looks)[number]) => {
    const context = await browser.newContext({ ...options, locale: 'en-GB' })
    return { look: name, page: await context.newPage() }
  }
  return Promise.all(looks.map(open))
}

/** The page chooses a step itself where there is room for its log beside the list. */
async function openStep(page: Page) {
  const step = page.getByRole('treeitem', { name: /test/ })
  await expect(step).toBeVisible()
  await step.click()
}

/** A commit whose test step fails, so that there is something red to look at. */
async function breakTheTests(server: Server) {
  const clone = await cloneOf(server.url, 'demo/hello', `${server.dataDir}-clone`)
  await writeFile(join(clone.folder, 'greeting.sh'), `#!/bin/sh\nprintf 'Goodbye, %s!\\n' "\${1:-world}"\n`)
  await clone.commitAndPush('Say goodbye instead of hello')
}

async function ended(page: Page, server: Server, number: number) {
  const read = async () => {
    const answer = await page.request.get(`${server.url}/api/repos/1/pipelines/${number}`)
    return ((await answer.json()) as { finished?: number }).finished ?? 0
  }
  await expect.poll(read, { timeout: 60_000 }).toBeGreaterThan(0)
}

async function restart(page: Page, server: Server): Promise<number> {
  const config = await page.request.get(`${server.url}/web-config.js`)
  const csrf = /WOODPECKER_CSRF\s*=\s*"([^"]*)"/.exec(await config.text())?.[1] ?? ''
  const address = `${server.url}/api/repos/1/pipelines/1`
  const answer = await page.request.post(address, { headers: { 'X-CSRF-TOKEN': csrf } })
  return ((await answer.json()) as { number: number }).number
}

await main()
