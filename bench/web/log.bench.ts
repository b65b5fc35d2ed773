import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'

import { launchOptions } from '../../e2e/support/browser.ts'
import { type Bench, median, type Row } from '../bench.ts'
import { entry, type LogServer, startLogServer, storedLog } from './log/logServer.ts'
import { sampleLog } from './log/sampleLog.ts'

const lines = 200_000

/** The log viewer on a page of its own, under the product's policy, with a log of 200,000 lines and with a live one. */
export const bench: Bench = {
  name: 'Log viewer',
  run: async () => {
    const dist = await mkdtemp(join(tmpdir(), 'yaffle-log-'))
    await build({
      root: join(import.meta.dirname, 'log'),
      logLevel: 'error',
      build: { outDir: dist, emptyOutDir: true },
    })
    const stored = storedLog(sampleLog(lines))
    const live = liveLog()
    const server = await startLogServer(dist, { stored: () => stored, stream: live.stream })
    const browser = await chromium.launch(launchOptions())
    try {
      return [
        ...(await first(browser, server)),
        ...(await whole(browser, server)),
        ...(await following(browser, server, live)),
      ]
    } finally {
      await browser.close()
      await server.close()
      await rm(dist, { recursive: true, force: true })
    }
  },
}

const isLoaded = () =>
  document.querySelector('section > p[role=status]')?.textContent?.startsWith('Log loaded') ?? false

/** A machine four times slower than this one. */
async function first(browser: Browser, server: LogServer): Promise<Row[]> {
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const start = performance.now()
    await page.goto(`${server.url}/?id=1&state=success`, { waitUntil: 'commit' })
    await page.locator('.log-row').first().waitFor()
    times.push(performance.now() - start)
    await page.close()
  }
  return [
    {
      name: 'first rows of 200,000 lines, CPU four times slower',
      value: median(times),
      unit: 'ms',
      budget: 2500,
    },
  ]
}

async function whole(browser: Browser, server: LogServer): Promise<Row[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const start = performance.now()
  await page.goto(`${server.url}/?id=1&state=success`)
  await page.waitForFunction(isLoaded, undefined, { timeout: 60_000 })
  const loaded = performance.now() - start
  const longest = await longestTaskWhileScrolling(page)
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  const find = await findTime(page)
  await page.close()
  return [
    { name: 'all of 200,000 lines', value: loaded, unit: 'ms' },
    { name: 'longest task while scrolling through them', value: longest, unit: 'ms', budget: 100 },
    { name: 'nodes of the page', value: nodes, unit: 'nodes', budget: 1000 },
    { name: 'a text found in the last of them', value: find, unit: 'ms', budget: 300 },
  ]
}

const longestTaskWhileScrolling = (page: Page) =>
  page.evaluate(async () => {
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    })
    observer.observe({ entryTypes: ['longtask'] })
    const scroller = document.querySelector('.log-scroller')
    if (!scroller) return Infinity
    for (let step = 0; step < 300; step++) {
      scroller.scrollTop += step % 25 === 0 ? 100_000 : 240
      await new Promise(requestAnimationFrame)
    }
    observer.disconnect()
    return longest
  })

/** From the text being there to the hit on the screen. */
async function findTime(page: Page) {
  await page.locator('.log-scroller').press('Home')
  await page.locator('.log-scroller').press('f')
  const box = page.locator('search input')
  await box.waitFor()
  const start = performance.now()
  await box.fill('module-199960')
  await page.locator('.log-current').waitFor()
  return performance.now() - start
}

/** That line or a later one. */
const isDrawn = (line: number) =>
  [...document.querySelectorAll<HTMLElement>('[data-line]')].some(
    (row) => Number(row.dataset['line']) >= line,
  )

/** 2,000 lines a second; from a line leaving the server to its being drawn. */
async function following(
  browser: Browser,
  server: LogServer,
  live: ReturnType<typeof liveLog>,
): Promise<Row[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${server.url}/?id=2&state=running`)
  await page.locator('.log-row').first().waitFor()
  const times: number[] = []
  for (let run = 0; run < 20; run++) {
    const line = live.lastLine() + 100
    await live.reached(line)
    const start = performance.now()
    await page.waitForFunction(isDrawn, line, { polling: 'raf' })
    times.push(performance.now() - start)
  }
  live.stop()
  await page.close()
  return [{ name: 'a line of 2,000 a second seen after', value: Math.max(...times), unit: 'ms', budget: 300 }]
}

function liveLog() {
  const every = 20
  let last = -1
  let timer: ReturnType<typeof setInterval> | undefined
  let waiting: { line: number; tell: () => void } | undefined
  return {
    lastLine: () => last,
    reached: (line: number) => new Promise<void>((tell) => (waiting = { line, tell })),
    stop: () => clearInterval(timer),
    stream: ((_, __, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      timer = setInterval(() => {
        for (let count = 0; count < (2000 * every) / 1000; count++) {
          last += 1
          response.write(`id: ${last + 1}\ndata: ${JSON.stringify(entry(last, `live line ${last}`))}\n\n`)
        }
        if (waiting && last >= waiting.line) {
          waiting.tell()
          waiting = undefined
        }
      }, every)
    }) satisfies Parameters<typeof startLogServer>[1]['stream'],
  }
}
