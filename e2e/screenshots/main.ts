import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Browser, chromium, expect, type Page } from '@playwright/test'

import { launchOptions } from '../support/browser.ts'
import { cloneOf } from '../support/git.ts'
import { freshDataDir, type Server, startServer } from '../support/server.ts'
import { signIn } from '../support/signIn.ts'
import { type Shot, shots } from './shots.ts'

/**
 * Pictures of the main screens, in two sizes and both themes, with a real server behind them, in e2e/results/screenshots. With
 * the argument `docs` those that the documentation shows go there, too.
 */
const folder = join(import.meta.dirname, '../results/screenshots')
const docsFolder = join(import.meta.dirname, '../../docs/images')

/** The documentation's name of a picture, and ours. */
const docsPictures = {
  'pipeline-running-light': 'pipeline-running-wide-light',
  'pipeline-running-dark': 'pipeline-running-wide-dark',
  'pipeline-failed-light': 'pipeline-failed-wide-light',
  'pipeline-failed-small': 'pipeline-failed-small-dark',
  repositories: 'repositories-wide-light',
  timeline: 'timeline-wide-light',
  secrets: 'secrets-wide-light',
  palette: 'palette-wide-light',
}

const looks = (['light', 'dark'] as const).flatMap((theme) => [
  { name: `wide-${theme}`, colorScheme: theme, viewport: { width: 1440, height: 900 } },
  { name: `small-${theme}`, colorScheme: theme, viewport: { width: 390, height: 844 } },
])

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
    if (process.argv[2] === 'docs')
      for (const [name, shot] of Object.entries(docsPictures))
        await copyFile(join(folder, `${shot}.png`), join(docsFolder, `${name}.png`))
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

await main()
