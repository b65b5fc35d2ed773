import type { Bench, Row } from '../bench.ts'
import { type Site, startSite } from './support/site.ts'
import { logsOf, storedRepos, storedStep } from './support/stored.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** Whether what is on the page stays where it is while more arrives: the cumulative layout shift of whole loads. */
export const bench: Bench = {
  name: 'Layout shift',
  run: async () => {
    const site = await startSite()
    try {
      const places = placesOf(site)
      const rows: Row[] = []
      for (const { name, path, until } of places) {
        let worst = 0
        for (const size of sizes) worst = Math.max(worst, await shiftOf(site, site.url + path, until, size))
        rows.push({
          name: `layout shift of ${name}, in thousandths`,
          value: worst * 1000,
          unit: 'count',
          budget: 0,
        })
      }
      return rows
    } finally {
      await site.close()
    }
  },
}

function placesOf(site: Site) {
  const repos = storedRepos(site, 60)
  const repo = repos[0]?.repo_id ?? 0
  const { step_id, path } = storedStep(site, repo, 'success')
  // Enough of them for what its page says of their durations.
  const busy = repos[1]?.repo_id ?? 0
  for (let more = 0; more < 20; more += 1) storedStep(site, busy, 'success')
  const lines = Array.from({ length: 500 }, (_, line) => ({
    step_id,
    line,
    time: line,
    type: 0,
    data: Buffer.from(line % 50 === 0 ? `+ command ${line}` : `line ${line}`),
  }))
  logsOf(site).append(lines)
  return [
    { name: '/repos', path: '/repos', until: 'main a[href*="/repos/"] time' },
    { name: 'a repository', path: `/repos/${busy}`, until: 'main a[href*="/pipeline/"] time' },
    { name: 'a pipeline', path, until: '.log-row .log-piece' },
  ]
}

async function shiftOf(site: Site, url: string, until: string, size: { width: number; height: number }) {
  const page = await site.slowPage()
  await page.setViewportSize(size)
  await page.goto(url)
  await page.locator(until).first().waitFor()
  await page.waitForLoadState('load')
  const shift = await page.evaluate(settledShift)
  await page.close()
  return shift
}

/** The sum of all shifts so far, once there has been none for a second. */
async function settledShift() {
  interface Shift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null }[]
  }
  let sum = 0
  let lastAt = performance.now()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (!entry.hadRecentInput) sum += entry.value
      lastAt = performance.now()
    }
  }).observe({ type: 'layout-shift', buffered: true })
  while (performance.now() - lastAt < 1000) await new Promise((resolve) => setTimeout(resolve, 100))
  return sum
}
