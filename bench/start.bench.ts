import { once } from 'node:events'

import { freshDataDir, spawnServer, startServer } from '../e2e/support/server.ts'
import { type Bench, median } from './bench.ts'

const runs = 7

/** From the start of the process to the first answered request, with a data folder that an earlier start made. */
export const bench: Bench = {
  name: 'Start',
  run: async () => {
    const { dataDir, remove } = await freshDataDir()
    try {
      const first = await startServer({ dataDir, env: { YAFFLE_DEMO: 'false' } })
      const port = Number(new URL(first.url).port)
      await first.stop()
      const times: number[] = []
      for (let run = 0; run < runs; run++) times.push(await startOnce(dataDir, port))
      return [
        {
          name: 'start to the first answer, existing data folder',
          value: median(times),
          unit: 'ms',
          budget: 1500,
        },
      ]
    } finally {
      await remove()
    }
  },
}

async function startOnce(dataDir: string, port: number) {
  const started = performance.now()
  const server = spawnServer(['--data', dataDir, '--addr', `127.0.0.1:${port}`])
  const isUp = async () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await isUp())) {
    if (server.child.exitCode !== null) throw new Error(`The server did not start:\n${server.output()}`)
    await new Promise((done) => setTimeout(done, 5))
  }
  const milliseconds = performance.now() - started
  server.child.kill('SIGTERM')
  if (server.child.exitCode === null) await once(server.child, 'exit')
  return milliseconds
}
