import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { createCore } from '../core.ts'
import { createBox, readOrMakeKey } from '../database/box.ts'
import { openDatabase } from '../database/database.ts'
import { defaultConfigPaths } from '../engine/discover.ts'
import type { PageFiles } from '../host/pageFiles.ts'
import { issueSignInLink } from '../http/localSignIn.ts'
import { closeStreams } from '../http/sse.ts'
import { makeAdmin, makeDemo } from './firstStart.ts'
import { lockFolder } from './lock.ts'
import { createLogger } from './logger.ts'
import { announce, listen, StartError, stopOnSignals } from './process.ts'

interface Start {
  config: Config
  root: string
  page: PageFiles
  version: string
}

/** Our own CI server on one data folder. */
export async function startEmbedded({ config, root, page, version }: Start) {
  const { dataDir } = config
  const folder = openFolder(dataDir)
  const { db, box } = folder
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
      defaultConfigPaths: defaultConfigPaths.map((path) =>
        path.endsWith('/') ? `${path}*.{yaml,yml}` : path,
      ),
      docsUrl: config.docsUrl ?? `${root}/docs/`,
      versionUrl: config.versionUrl,
    },
  })

  const address = await listen(app, config)
  url ||= address
  stopOnSignals(async (reason) => {
    closeStreams()
    const closing = app.close()
    await core.stop(reason)
    await closing
    db.close()
    folder.release()
  })

  const password = folder.isNew ? await makeAdmin(core, config.adminPassword) : undefined
  await core.start()
  if (folder.isNew && config.isDemo) await makeDemo(core, dataDir, config.admins)
  folder.settled()
  const link = core.local.accountOf('admin') && issueSignInLink({ db, clock, publicUrl }, 'admin')
  announce(`Yaffle ${version} is running`, [
    ['Address', url],
    ['Sign in as admin', link && `${link}   (once, within 15 minutes)`],
    ['Password of admin', password && `${password}   (shown only now)`],
    ['Data folder', dataDir],
    ['Stop', 'Ctrl+C'],
  ])
}

function openFolder(dataDir: string) {
  const file = join(dataDir, 'yaffle.db')
  const key = join(dataDir, 'key')
  // There while the first start is under way: one that was cut short is made good by the next.
  const unsettled = join(dataDir, 'first-start')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataDir)
  if (!lock) throw new StartError(`--data "${dataDir}": another server is using this folder`)
  const isNew = !existsSync(file) || existsSync(unsettled)
  if (isNew) writeFileSync(unsettled, '')
  else if (!existsSync(key))
    throw new StartError(
      `--data "${dataDir}": the file "key" is missing; without it the stored secrets cannot be read`,
    )
  const box = createBox(readOrMakeKey(key))
  return {
    box,
    db: openDatabase(file),
    isNew,
    release: lock.release,
    settled: () => rmSync(unsettled, { force: true }),
  }
}
