import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type { run } from 'axe-core'

import { signIn } from './support/signIn.ts'
import { expect, test } from './support/test.ts'

type Axe = { run: typeof run }

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const screens = [
  { name: 'repositories', path: '/repos', ready: /hello/ },
  { name: 'add repository', path: '/repos/add', ready: /add/i },
  { name: 'activity', path: '/repos/1', ready: /hello/ },
  { name: 'branches', path: '/repos/1/branches', ready: /main/ },
  { name: 'manual run', path: '/repos/1/manual', ready: /run/i },
  { name: 'pipeline', path: '/repos/1/pipeline/1', ready: /greet/ },
  { name: 'configuration', path: '/repos/1/pipeline/1/config', ready: /steps/ },
  { name: 'user settings', path: '/user', ready: /sign out/i },
  { name: 'not found', path: '/no/such/page/at/all', ready: /not found/i },
]

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 860 } })

      test('every screen can be read by everyone and scrolls in one direction only', async ({
        server,
        page,
      }) => {
        test.setTimeout(180_000)
        await page.goto(`${server.url}/login`)
        await expect(page.getByRole('heading').first()).toBeVisible()
        const problems = await problemsOf(page, 'login')

        await signIn(page, server.url)
        for (const { name, path, ready } of screens) {
          await page.goto(server.url + path)
          await expect
            .soft(page.getByRole('main').getByText(ready).filter({ visible: true }).first(), name)
            .toBeVisible()
          problems.push(...(await problemsOf(page, name)))
        }
        expect(problems).toEqual([])
      })
    })
  }
}

/** What axe objects to, and whether the page is wider than the window. One line per problem. */
async function problemsOf(page: Page, screen: string): Promise<string[]> {
  // The policy of the page allows no foreign script; the test's own comes in through the debugger.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: await readFile(axeFile, 'utf8') })
  await session.detach()
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const found = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // Takes the number on a badge for a label; the name says it in its own words.
      rules: { 'label-content-name-mismatch': { enabled: false } },
    })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    )
  })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return [...violations, ...(overflow > 0 ? [`${overflow} px too wide`] : [])].map(
    (problem) => `${screen}: ${problem}`,
  )
}
