import type { Page } from '@playwright/test'

import { type Simulator, startSimulator } from '../simulator/simulator.ts'
import { type Complaints, listenForComplaints } from './complaints.ts'
import { freshDataDir, type Server, startServer } from './server.ts'
import { test as base } from './test.ts'

interface Fixtures {
  /** Where the server behind is mounted, and where people see the page. */
  roots: { theirs: string; ours: string }
  simulator: Simulator
  /** The page in front of the simulator, which is told that this is its own address, below its own root path. */
  front: Server
  /** What is left unexpected at the end fails the test. */
  complaints: Complaints
}

/** The page in upstream mode before a server that says what it should not have been asked. */
export const test = base.extend<Fixtures>({
  roots: [{ theirs: '/ci', ours: '/yaffle' }, { option: true }],
  simulator: async ({ roots }, provide) => {
    const simulator = await startSimulator({ root: roots.theirs })
    await provide(simulator)
    await simulator.stop()
    base.expect(simulator.violations, 'nothing but what the wire has').toEqual([])
  },
  front: async ({ simulator, roots }, provide) => {
    const { dataDir, remove } = await freshDataDir()
    const env = {
      YAFFLE_UPSTREAM: simulator.url,
      YAFFLE_VERSION_URL: `${simulator.forgeUrl}/version.json`,
    }
    const front = await startServer({ dataDir, root: roots.ours, env })
    simulator.seenAs(new URL(front.url).origin + roots.theirs)
    await provide(front)
    await front.stop()
    await remove()
    const said = front.output()
    base.expect(said, 'no credentials are written down').not.toMatch(/code-of-|user_sess|sess\.\d|csrf\.\d/)
  },
  complaints: [
    // After the front, so that it is looked at before both servers go.
    async ({ context, front: _front }, provide) => {
      const complaints = listenForComplaints(context)
      await provide(complaints)
      base.expect(complaints.unexpected(), 'nothing the browser objects to').toEqual([])
    },
    { auto: true },
  ],
})

/** Over the forge's own page and back. */
export async function signInOverForge(page: Page, url: string, login = 'ana') {
  await page.goto(`${url}/login`)
  await page.getByRole('link', { name: /^Sign in with/ }).click()
  await page.getByRole('link', { name: `Go on as ${login}` }).click()
  await page.waitForURL(`${url}/repos`)
}

export { expect } from './test.ts'
