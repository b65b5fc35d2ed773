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

const sizes = { wide: { width: 1440, height: 900 }, small: { width: 390, height: 844 } }
const themes = ['light', 'dark'] as const

interface Shot {
  name: string
  isVisitor?: boolean
  open: (page: Page, server: Server) => Promise<void>
}

const shots: Shot[] = [
  {
    name: 'login',
    isVisitor: true,
    open: async (page, { url }) => {
      await page.goto(`${url}/login`)
      await expect(page.getByRole('heading').first()).toBeVisible()
    },
  },
  {
    name: 'repositories',
    open: async (page, { url }) => {
      await page.goto(`${url}/repos`)
      await expect(page.getByRole('link', { name: /demo\s*\/\s*hello/ }).first()).toBeVisible()
    },
  },
  {
    name: 'activity',
    open: async (page, server) => {
      await page.goto(repoUrl(server))
      await expect(page.getByRole('link', { name: /Say goodbye/ }).first()).toBeVisible()
    },
  },
  {
    name: 'pipeline-failed',
    open: async (page, server) => {
      await page.goto(`${repoUrl(server)}/pipeline/2`)
      await expect(page.getByText(/of 6 failed/).first()).toBeVisible()
    },
  },
  {
    name: 'pipeline-running',
    open: async (page, server) => {
      const number = await restart(page, server)
      await page.goto(`${repoUrl(server)}/pipeline/${number}`)
      await expect(page.getByText(/Hello, world!/).first()).toBeVisible({ timeout: 40_000 })
    },
  },
]

async function main() {
  await mkdir(folder, { recursive: true })
  const { dataDir, remove } = await freshDataDir()
  const server = await startServer({ dataDir })
  const browser = await chromium.launch(launchOptions())
  try {
    await breakTheTests(server)
    for (const theme of themes) {
      for (const [size, viewport] of Object.entries(sizes))
        await takeAll(browser, server, { theme, size, viewport })
    }
  } finally {
    await browser.close()
    await server.stop()
    await remove()
  }
}

interface Look {
  theme: 'light' | 'dark'
  size: string
  viewport: { width: number; height: number }
}

async function takeAll(browser: Browser, server: Server, { theme, size, viewport }: Look) {
  const looks = { locale: 'en-GB', colorScheme: theme, viewport }
  const visitor = await browser.newContext(looks)
  const member = await browser.newContext(looks)
  const pages = { visitor: await visitor.newPage(), member: await member.newPage() }
  await signIn(pages.member, server.url)
  for (const { name, isVisitor = false, open } of shots) {
    const page = isVisitor ? pages.visitor : pages.member
    await open(page, server)
    await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`), animations: 'disabled' })
    process.stdout.write(`${name}-${size}-${theme}.png\n`)
  }
  await visitor.close()
  await member.close()
}

/** A commit whose test step fails, so that there is something red to look at. */
async function breakTheTests(server: Server) {
  const clone = await cloneOf(server.url, 'demo/hello', `${server.dataDir}-clone`)
  await writeFile(join(clone.folder, 'greeting.sh'), `#!/bin/sh\nprintf 'Goodbye, %s!\\n' "\${1:-world}"\n`)
  await clone.commitAndPush('Say goodbye instead of hello')
}

function repoUrl({ url }: Server) {
  return `${url}/repos/1`
}

async function restart(page: Page, server: Server): Promise<number> {
  const config = await page.request.get(`${server.url}/web-config.js`)
  const csrf = /WOODPECKER_CSRF\s*=\s*"([^"]*)"/.exec(await config.text())?.[1] ?? ''
  const answer = await page.request.post(`${server.url}/api/repos/1/pipelines/1`, {
    headers: { 'X-CSRF-TOKEN': csrf },
  })
  const { number } = (await answer.json()) as { number: number }
  return number
}

await main()
