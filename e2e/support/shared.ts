import type { BrowserContext } from '@playwright/test'

import { type Ci, ciOf } from './ci.ts'
import { type Complaints, listenForComplaints } from './complaints.ts'
import { freshDataDir, startServer } from './server.ts'
import { signIn } from './signIn.ts'
import { test as base } from './test.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

interface TestFixtures {
  /** Of all pages of the test's context; what is left unexpected at its end fails it. */
  complaints: Complaints
}

interface WorkerFixtures {
  /** One server for all tests of a worker; each makes the repositories it needs. */
  ci: Ci
  /** The admin's session there. */
  adminSession: StorageState
}

/** Tests that share a server and begin signed in as its admin. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  ci: [
    // Playwright wants a destructured argument even where nothing is needed of it.
    async ({ browserName: _browserName }, provide) => {
      const { dataDir, remove } = await freshDataDir()
      const server = await startServer({ dataDir, env: { YAFFLE_CAPACITY: '4' } })
      const ci = await ciOf(server)
      await provide(ci)
      await ci.remove()
      await server.stop()
      await remove()
    },
    { scope: 'worker' },
  ],
  adminSession: [
    async ({ ci, browser }, provide) => {
      const context = await browser.newContext()
      await signIn(await context.newPage(), ci.server.url)
      await provide(await context.storageState())
      await context.close()
    },
    { scope: 'worker' },
  ],
  storageState: async ({ adminSession }, provide) => provide(adminSession),
  complaints: [
    async ({ context }, provide) => {
      const complaints = listenForComplaints(context)
      await provide(complaints)
      base.expect(complaints.unexpected(), 'nothing the browser objects to').toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from './test.ts'
