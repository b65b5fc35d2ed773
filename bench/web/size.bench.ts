import { gzipSync } from 'node:zlib'

import { chromium } from '@playwright/test'

import { launchOptions } from '../../e2e/support/browser.ts'
import { freshDataDir, startServer } from '../../e2e/support/server.ts'
import { signIn } from '../../e2e/support/signIn.ts'
import type { Bench } from '../bench.ts'

/** All script a browser fetches for the first look at the repositories, compressed as a server would. */
export const bench: Bench = {
  name: 'Size of the page',
  run: async () => {
    const { dataDir, remove } = await freshDataDir()
    const server = await startServer({ dataDir })
    const browser = await chromium.launch(launchOptions())
    try {
      const context = await browser.newContext({ locale: 'en-GB' })
      await signIn(await context.newPage(), server.url)

      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      const bodies: Promise<Buffer>[] = []
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') bodies.push(response.body())
      })
      await page.goto(`${server.url}/repos`)
      await page
        .getByText('demo/hello')
        .or(page.getByRole('link', { name: /hello/ }))
        .first()
        .waitFor()
      await settled(() => bodies.length)
      const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      return [
        {
          name: 'compressed script of the first load of /repos',
          value: bytes / 1000,
          unit: 'kB',
          budget: 150,
        },
        { name: 'script files of the first load of /repos', value: sizes.length, unit: 'count' },
      ]
    } finally {
      await browser.close()
      await server.stop()
      await remove()
    }
  },
}

/** Until the count stands still for a second: what the page fetches after its first rows belongs to its first load. */
async function settled(count: () => number) {
  for (let before = -1; before !== count();) {
    before = count()
    await new Promise((done) => setTimeout(done, 1000))
  }
}
