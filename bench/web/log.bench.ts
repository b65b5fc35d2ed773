import type { Page } from '@playwright/test'

import { type Bench, median, type Row } from '../bench.ts'
import { sampleLog } from './log/sampleLog.ts'
import { longestRows, middle, rounds } from './support/rounds.ts'
import { withStopwatch } from './support/seen.ts'
import { type Site, startSite } from './support/site.ts'
import { logsOf, storedRepos, storedStep } from './support/stored.ts'
import { longestTask } from './support/tasks.ts'

const count = 200_000

/** A stored log of 200,000 lines on its page, as served by the real server. */
export const bench: Bench = {
  name: 'Log viewer: 200,000 lines',
  run: async () => {
    const site = await startSite()
    try {
      const url = site.url + storedLog(site)
      const results = await rounds(() => oneRound(site, url))
      const narrow = await nodesOnTelephone(site, url)
      const all = <Key extends keyof Round>(key: Key) => results.map((round) => round[key])
      return [
        middle('first rows of 200,000 lines', all('firstRows'), 2500),
        middle('all of 200,000 lines', all('loaded')),
        ...longestRows('longest task while they arrive', all('arrival')),
        ...longestRows('longest task while scrolling through them', all('scrolling'), 100),
        middle('a text found in the last of them', all('found'), 300),
        { name: 'nodes of the viewer', value: median(all('nodes')), unit: 'nodes', budget: 1000 },
        { name: 'nodes of the viewer on a telephone', value: narrow, unit: 'nodes', budget: 1000 },
        {
          name: 'lines that could not be reached',
          value: Math.max(...all('unreached')),
          unit: 'count',
          budget: 0,
        },
      ] satisfies Row[]
    } finally {
      await site.close()
    }
  },
}

function storedLog(site: Site): string {
  const repo = storedRepos(site, 1)[0]
  if (!repo) throw new Error('There is no repository')
  const { step_id, path } = storedStep(site, repo.repo_id, 'success')
  let line = 0
  const lines = [...sampleLog(count)].map((text) => ({
    step_id,
    line: line++,
    time: Math.floor(line / 2000),
    type: 0,
    data: Buffer.from(text),
  }))
  logsOf(site).append(lines)
  return path
}

type Round = Awaited<ReturnType<typeof oneRound>>

async function oneRound(site: Site, url: string) {
  const page = await site.slowPage()
  await withStopwatch(page)
  let firstRows = 0
  let loaded = 0
  const arrival = await longestTask(page, async () => {
    await page.goto(url, { waitUntil: 'commit' })
    firstRows = await page.evaluate(
      async () => (await window.seen('.log-row .log-piece')) - performance.timeOrigin,
    )
    loaded = await page.evaluate(
      async (selector) => (await window.seen(selector, 'Log loaded')) - performance.timeOrigin,
      isLoaded,
    )
  })
  const scrolling = await longestTask(page, () => page.evaluate(scrollThrough))
  const nodes = await page.evaluate(() => document.querySelectorAll('section[aria-label^="Log of"] *').length)
  const found = await findTime(page)
  const unreached = await linesOutOfReach(page)
  await page.close()
  return { firstRows, loaded, arrival, scrolling, nodes, found, unreached }
}

const isLoaded = 'section > p[role=status]'
const countNodes = () => document.querySelectorAll('section:has(> p[role=status]) *').length

async function nodesOnTelephone(site: Site, url: string) {
  const page = await site.slowPage()
  await withStopwatch(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(url)
  await page.evaluate((selector) => window.seen(selector, 'Log loaded'), isLoaded)
  const nodes = await page.evaluate(countNodes)
  await page.close()
  return nodes
}

/** From top to end: like a wheel, and now and then a far jump as when the bar is dragged. */
async function scrollThrough() {
  const scroller = document.querySelector('.log-scroller')
  if (!scroller) throw new Error('There is no log')
  const steps = 400
  const jump = scroller.scrollHeight / (steps / 20)
  for (let step = 1; step <= steps; step++) {
    scroller.scrollTop += step % 20 === 0 ? jump : 240
    await new Promise(requestAnimationFrame)
  }
}

/** From the key to the hit on the screen, which the search reaches last. */
async function findTime(page: Page) {
  await page.locator('.log-scroller').press('Home')
  await page.locator('.log-scroller').press('f')
  await page.locator('search input').fill(String(count - 1).padStart(7, '0'))
  const found = await page.evaluate(async () => (await window.seen('.log-current')) - window.lastInput)
  await page.locator('search input').press('Escape')
  return found
}

/** Links to lines from the first to the last. */
async function linesOutOfReach(page: Page) {
  const parts = 20
  let missed = 0
  for (let part = 0; part <= parts; part++) {
    const line = Math.max(1, Math.round((count / parts) * part))
    await page.evaluate((hash) => {
      location.hash = hash
    }, `L${line}`)
    const row = page.locator(`[data-line="${line - 1}"]`)
    await row.waitFor({ timeout: 10_000 }).catch(() => {
      missed += 1
    })
  }
  return missed
}
