import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { createApp } from './app.ts'
import { type Config, ConfigError, helpText, readConfig } from './config.ts'
import { createCore } from './core.ts'
import { createBox, readOrMakeKey } from './database/box.ts'
import { openDatabase } from './database/database.ts'
import { defaultConfigPaths } from './engine/discover.ts'
import { makeAdmin, makeDemo } from './firstStart.ts'
import { readPageFiles } from './host/pageFiles.ts'
import { issueSignInLink } from './http/localSignIn.ts'
import { closeStreams } from './http/sse.ts'
import { lockFolder } from './lock.ts'
import { createLogger } from './logger.ts'

const project = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }
const say = (line: string) => process.stdout.write(`${line}\n`)

/** A start that cannot be: one line for a person, no stack. */
class StartError extends Error {}

function settings(): Config {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    say(helpText())
    process.exit(0)
  }
  const config = readConfig(args, process.env)
  if (config.upstream)
    throw new StartError('--upstream: this version cannot sit in front of another server yet')
  return config
}

/** `http://127.0.0.1:8000` from what the socket says. */
function addressUrl({ address, port, family }: AddressInfo): string {
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}

async function start() {
  const config = settings()
  const root = config.publicUrl ? new URL(config.publicUrl).pathname.replace(/\/+$/, '') : ''
  const { dataDir } = config
  const file = join(dataDir, 'yaffle.db')
  const isNew = !existsSync(file)
  const page = readPageFiles(join(project, 'web/dist'), root)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataDir)
  if (!lock) throw new StartError(`--data "${dataDir}": another server is using this folder`)
  if (!isNew && !existsSync(join(dataDir, 'key')))
    throw new StartError(
      `--data "${dataDir}": the file "key" is missing; without it the stored secrets cannot be read`,
    )

  const box = createBox(readOrMakeKey(join(dataDir, 'key')))
  const db = openDatabase(file)
  const log = createLogger(config.logLevel)
  let url = config.publicUrl ?? ''
  const publicUrl = () => url
  const clock = () => Date.now()
  const core = createCore({
    db,
    box,
    clock,
    dataDir,
    version,
    publicUrl,
    capacity: config.capacity,
    defaultTimeout: config.defaultTimeout,
    isStrictImages: config.isStrictImages,
    environment: process.env,
    log,
  })
  const app = createApp({
    core,
    page,
    publicUrl,
    customFolder: join(dataDir, 'custom'),
    admins: config.admins,
    isOpen: config.isOpen,
    sessionSeconds: config.sessionSeconds,
    maxTimeout: config.maxTimeout,
    metricsToken: config.metricsToken,
    logger: log,
    settings: {
      version,
      root,
      isSwagger: config.isSwagger,
      isVersionCheckSkipped: config.isVersionCheckSkipped || !config.versionUrl,
      areUserAgents: config.areUserAgents,
      maxLogLines: config.maxLogLines,
      defaultConfigPaths: [...defaultConfigPaths],
      docsUrl: config.docsUrl ?? `${root}/docs/`,
      versionUrl: config.versionUrl,
    },
  })

  await app
    .listen({ host: config.listen.host, port: config.listen.port })
    .catch((error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'the address is in use' : error.message
      throw new StartError(`--addr "${config.listen.host}:${config.listen.port}": ${reason}`)
    })
  url ||= addressUrl(app.server.address() as AddressInfo)
  stopOnSignals(async (reason) => {
    closeStreams()
    const closing = app.close()
    await core.stop(reason)
    await closing
    db.close()
    lock.release()
  })

  const password = isNew ? await makeAdmin(core, config.adminPassword) : undefined
  await core.start()
  if (isNew && config.isDemo) await makeDemo(core, dataDir, config.admins)
  const link = core.local.accountOf('admin') && issueSignInLink({ db, clock, publicUrl }, 'admin')
  announce({ url, link, password, dataDir })
}

function announce(facts: {
  url: string
  link: string | undefined
  password: string | undefined
  dataDir: string
}) {
  const rows = [
    ['Address', facts.url],
    ['Sign in as admin', facts.link && `${facts.link}   (once, within 15 minutes)`],
    ['Password of admin', facts.password && `${facts.password}   (shown only now)`],
    ['Data folder', facts.dataDir],
    ['Stop', 'Ctrl+C'],
  ]
  const lines = rows.flatMap(([name = '', value]) => (value ? [`  ${name.padEnd(18)} ${value}`] : []))
  say(['', `Yaffle ${version} is running`, '', ...lines, ''].join('\n'))
}

function stopOnSignals(stop: (reason: string) => Promise<void>) {
  let stoppingSince: number | undefined
  const handle = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (stoppingSince !== undefined) {
      // npm passes on the Ctrl+C that the terminal has sent to every process already: an echo, no second wish.
      if (now - stoppingSince > 500) process.exit(1)
      return
    }
    stoppingSince = now
    // A step that cannot be ended must not keep the server: the next start repairs what is left.
    setTimeout(() => process.exit(1), 9_500).unref()
    stop(`The server was stopped (${signal})`).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', handle)
  process.on('SIGTERM', handle)
}

start().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof StartError
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)
  process.stderr.write(`Yaffle cannot start. ${text}\n`)
  process.exit(1)
})
