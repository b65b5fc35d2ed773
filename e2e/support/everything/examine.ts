import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type { run } from 'axe-core'

type Axe = { run: typeof run }

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
let axeSource: string | undefined

/** Once per document. The policy of the page allows no foreign script; the test's own comes in through the debugger. */
async function provideAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in globalThis)) return
  axeSource ??= await readFile(axeFile, 'utf8')
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axeSource })
  await session.detach()
}

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that the theme can change. */
const colours = ['color-contrast', 'link-in-text-block']

/** In a log the lines say how high what is in them can be (WCAG 2.5.8, "inline"). */
const isOfLog = 'target-size: .*log-(?:fold|link)'

/** Takes the number on a badge for a label; the name says it in its own words. */
const unfit = ['label-content-name-mismatch']

interface Examination {
  /** Only what another theme can change. */
  isThemeOnly?: boolean
  /** Rules that are left out. */
  tolerated?: readonly string[]
}

/** What axe objects to, one line each. */
export async function axeProblems(
  page: Page,
  { isThemeOnly = false, tolerated = [] }: Examination = {},
): Promise<string[]> {
  await provideAxe(page)
  return page.evaluate(
    async ({ only, tags, exempt, off }) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      const found = await axe.run(document, {
        runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: tags },
        resultTypes: ['violations'],
        rules: only ? {} : Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
      })
      return found.violations
        .flatMap(({ id, nodes }) =>
          nodes.map(
            (node) =>
              `${id}: ${node.target.join(' ')} ${node.html.slice(0, 150)} ${node.failureSummary?.replaceAll(/\s+/g, ' ') ?? ''}`,
          ),
        )
        .filter((problem) => !new RegExp(exempt).test(problem))
    },
    {
      only: isThemeOnly ? colours : undefined,
      tags: everything,
      exempt: isOfLog,
      off: [...unfit, ...tolerated],
    },
  )
}
