import { join } from 'node:path'

import { type BrowserContext, chromium, type Page } from '@playwright/test'

import { launchOptions } from '../../../e2e/support/browser.ts'
import { signIn } from '../../../e2e/support/signIn.ts'
import { password, type Person } from '../../../server/src/testing/people.ts'
import { testServer, type TestServer } from '../../../server/src/testing/testServer.ts'

const slowdown = 4
const builtPage = join(import.meta.dirname, '../../../web/dist')

export interface Site {
  server: TestServer
  ana: Person
  url: string
  /** Signed in as ana. */
  context: BrowserContext
  /** A page of ana's whose processor is four times slower than this machine's. */
  slowPage: () => Promise<Page>
  close: () => Promise<void>
}

/** The real server with the built page of a folder, and a browser signed in to it. */
export async function startSite(page = builtPage): Promise<Site> {
  const server = await testServer({ page })
  const browser = await chromium.launch(launchOptions())
  const close = async () => {
    await browser.close()
    await server.close()
  }
  try {
    const ana = await server.person('ana')
    const url = server.publicUrl()
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
    const first = await context.newPage()
    await signIn(first, url, { login: ana.login, password })
    await first.close()
    return {
      server,
      ana,
      url,
      context,
      async slowPage() {
        const page = await context.newPage()
        const session = await context.newCDPSession(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        return page
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
