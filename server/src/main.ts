import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ConfigError, helpText, readConfig } from './config.ts'
import { readPageFiles } from './host/pageFiles.ts'
import { say, StartError } from './start/process.ts'

const project = join(import.meta.dirname, '../..')

async function start(args: string[]) {
  if (args.includes('--help')) {
    say(helpText())
    return
  }
  const config = readConfig(args, process.env)
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }
  const root = config.publicUrl ? new URL(config.publicUrl).pathname.replace(/\/+$/, '') : ''
  const page = readPageFiles(join(project, 'web/dist'), root)
  const { upstream } = config
  if (upstream) {
    const { startInFront } = await import('./start/inFront.ts')
    await startInFront({ config, upstream, root, page, version })
  } else {
    const { startEmbedded } = await import('./start/embedded.ts')
    await startEmbedded({ config, root, page, version })
  }
}

start(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof StartError
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)
  process.stderr.write(`Yaffle cannot start. ${text}\n`)
  process.exit(1)
})
