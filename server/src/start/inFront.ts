import { join } from 'node:path'

import type { Config } from '../config.ts'
import type { PageFiles } from '../host/pageFiles.ts'
import { probe } from '../host/upstream/problem.ts'
import { createUpstreamApp } from '../upstreamApp.ts'
import { createLogger } from './logger.ts'
import { announce, listen, say, stopOnSignals } from './process.ts'

interface Start {
  config: Config
  upstream: string
  root: string
  page: PageFiles
  version: string
}

const publicVersions = 'https://woodpecker-ci.org/version.json'

/** The page in front of an existing Woodpecker server, which keeps everything. */
export async function startInFront({ config, upstream, root, page, version }: Start) {
  let url = config.publicUrl ?? ''
  const there = new URL(upstream)
  const app = createUpstreamApp({
    page,
    addresses: () => ({ upstream: there, root, publicUrl: url }),
    version,
    versionUrl: config.versionUrl ?? publicVersions,
    isVersionCheckSkipped: config.isVersionCheckSkipped,
    docsUrl: config.docsUrl ?? `${root}/docs/`,
    customFolder: join(config.dataDir, 'custom'),
    logger: createLogger(config.logLevel),
  })
  const address = await listen(app, config)
  url ||= address
  stopOnSignals(() => app.close())
  const problem = await probe(there)
  announce(`Yaffle ${version} is running in front of ${upstream}`, [
    ['Address', url],
    ['Stop', 'Ctrl+C'],
  ])
  if (problem) say(`  Warning: ${problem.message}\n  Pages will work as soon as it does.\n`)
}
