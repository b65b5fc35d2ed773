import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { PullChange } from './pullChange.ts'

/** One line of git's: a ref that goes from one hash to another, all zeros for "none". */
export interface RefUpdate {
  before: string
  after: string
  ref: string
}

/** The account that pushes. */
export interface Actor {
  login: string
  email: string
}

/**
 * One push, on disk from the moment before its refs change until its pipelines are made: whatever ends the server in
 * between, the next start finds it.
 */
export interface PushRecord {
  id: string
  remoteId: string
  actor: Actor
  /** Milliseconds. */
  at: number
  options: string[]
  /** What the client wants. */
  wanted: RefUpdate[]
  /** Pull requests that this push makes or changes. */
  pulls: PullChange[]
  /** The pull requests are like that already. */
  isApplied?: boolean
  /** What git says it did; absent when nobody was there to hear it. */
  done?: RefUpdate[]
}

export type Spool = ReturnType<typeof createSpool>

export function createSpool(dataDir: string, clock: () => number) {
  const folder = join(dataDir, 'spool')
  const fileOf = (id: string) => join(folder, `${id}.json`)

  return {
    /** Ids sort by time. */
    newId: () => `${String(clock()).padStart(15, '0')}-${randomBytes(6).toString('hex')}`,

    /** On disk for good when it resolves, and never half of it. */
    async write(record: PushRecord): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = join(folder, `.${record.id}.part`)
      const file = await open(part, 'w', 0o600)
      try {
        await file.writeFile(JSON.stringify(record))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, fileOf(record.id))
    },

    remove: (id: string) => rm(fileOf(id), { force: true }),

    /** Ids, oldest first. */
    async list(): Promise<string[]> {
      const names = await readdir(folder).catch((): string[] => [])
      return names.flatMap((name) => /^([^.].*)[.]json$/.exec(name)?.[1] ?? []).sort()
    },

    read: async (id: string): Promise<PushRecord> =>
      JSON.parse(await readFile(fileOf(id), 'utf8')) as PushRecord,
  }
}

/** Reads the lines `<before> <after> <ref>` that git gives its hooks. */
export const parseUpdates = (text: string): RefUpdate[] =>
  text.split('\n').flatMap((line) => {
    const [, before, after, ref] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) (\S+)$/.exec(line) ?? []
    return before && after && ref ? [{ before, after, ref }] : []
  })
