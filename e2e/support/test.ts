import { test as base } from '@playwright/test'

import { freshDataDir, type Server, startServer } from './server.ts'

interface Fixtures {
  /** Where the server's root path is set, per file or group: `test.use({ root: '/ci' })`. */
  root: string
  /** Where the server keeps its data; nothing is there yet. */
  dataDir: string
  /** A real server on a new data folder, with the demo repository. */
  server: Server
}

export const test = base.extend<Fixtures>({
  root: ['', { option: true }],
  // Playwright wants a destructured argument even where nothing is needed of it.
  dataDir: async ({ root: _root }, provide) => {
    const { dataDir, remove } = await freshDataDir()
    await provide(dataDir)
    await remove()
  },
  server: async ({ root, dataDir }, provide, info) => {
    const server = await startServer({ dataDir, root })
    await provide(server)
    await server.stop()
    if (info.status !== info.expectedStatus)
      await info.attach('server', { body: server.output(), contentType: 'text/plain' })
  },
})

export { expect } from '@playwright/test'
