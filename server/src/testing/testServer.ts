import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'

import { createApp } from '../app.ts'
import { createCore } from '../core.ts'
import { createBox } from '../database/box.ts'
import { openDatabase } from '../database/database.ts'
import { defaultConfigPaths } from '../engine/discover.ts'
import { createRepo, removeRepo } from '../forge/local/manageRepos.ts'
import { readPageFiles } from '../host/pageFiles.ts'
import { closeStreams } from '../http/sse.ts'
import { callsOf, createPeople, type People } from './people.ts'
import { createRepos } from './repos.ts'

export interface Options {
  /** A folder that is there stays; without one the server has its own, and takes it away. */
  dataDir?: string
  /** Milliseconds. */
  clock?: () => number
  root?: string
  capacity?: number
  admins?: string[]
  areUserAgents?: boolean
  maxTimeout?: number
  isStrictImages?: boolean
  /** Folder of the built page to serve; default: a page of one line. */
  page?: string
}

/** What is thrown away with the process anyway: tests need no key of their own. */
const key = Buffer.alloc(32, 7)

export type TestServer = Awaited<ReturnType<typeof testServer>>

/**
 * The server as `main.ts` builds it: the same core and app, real git repositories, real steps, a listening port. Only
 * the page is a small one. `close` leaves no process and no folder, and fails when the server has logged an error that
 * the test did not take out of `troubles`.
 */
export async function testServer(options: Options = {}) {
  const { clock = Date.now, root = '', admins = ['boss'] } = options
  const folder = mkdtempSync(join(tmpdir(), 'yaffle-test-'))
  const dataDir = options.dataDir ?? join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  // Without a folder to come back to, the database needs no file.
  const db = openDatabase(options.dataDir === undefined ? ':memory:' : join(dataDir, 'yaffle.db'))
  const box = createBox(key)
  const troubles: string[] = []
  const { err } = pino.stdSerializers
  const logger = pino(
    { level: 'error', serializers: { err, error: err } },
    { write: (line: string) => void troubles.push(line) },
  )
  let address = ''
  const publicUrl = () => address + root
  const core = createCore({
    db,
    box,
    clock,
    dataDir,
    version: '1.2.3',
    publicUrl,
    capacity: options.capacity ?? 2,
    defaultTimeout: 60,
    isStrictImages: options.isStrictImages ?? false,
    environment: process.env,
    log: logger,
  })
  const app = createApp({
    core,
    page: readPageFiles(options.page ?? aPage(folder), root),
    publicUrl,
    customFolder: join(folder, 'custom'),
    admins,
    isOpen: false,
    sessionSeconds: 3600,
    maxTimeout: options.maxTimeout ?? 120,
    logger,
    settings: {
      version: core.version,
      root,
      isSwagger: false,
      isVersionCheckSkipped: true,
      areUserAgents: options.areUserAgents ?? true,
      maxLogLines: 5000,
      defaultConfigPaths: [...defaultConfigPaths],
      docsUrl: `${root}/docs/`,
      versionUrl: undefined,
    },
  })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
  await core.start()
  const people: People = createPeople({ app, core, db, clock, admins, publicUrl })

  return {
    app,
    core,
    db,
    dataDir,
    publicUrl,
    /** Lines of the log at level error. */
    troubles,
    visitor: callsOf({ app, publicUrl }, () => ({})),
    person: people.person,
    org: people.org,
    /** Repositories that the forge has or loses without this server taking part. */
    forge: {
      create: (fullName: string) => createRepo({ db, dataDir, clock }, { fullName }),
      remove: (fullName: string) => removeRepo({ db, dataDir, clock }, fullName),
    },
    repo: createRepos({ core, db, dataDir, clock, people }),

    async close() {
      closeStreams()
      const closing = app.close()
      await core.stop('The test is over')
      await closing
      db.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
      if (troubles.length > 0) throw new Error(`The server logged errors:\n${troubles.join('')}`)
    },
  }
}

function aPage(folder: string): string {
  const dist = join(folder, 'dist')
  if (!existsSync(dist)) mkdirSync(dist)
  writeFileSync(join(dist, 'index.html'), '<!doctype html><script src="/web-config.js"></script>')
  return dist
}
