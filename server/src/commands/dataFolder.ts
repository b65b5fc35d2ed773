import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { type Database, openDatabase } from '../database/database.ts'
import { LocalError } from '../forge/local/localError.ts'

export const databaseFile = (dataDir: string) => join(dataDir, 'yaffle.db')

/** The database of a data folder, beside a running server or without one. Throws LocalError where there is none. */
export function openData(folder: string): { dataDir: string; db: Database } {
  const dataDir = resolve(folder)
  const file = databaseFile(dataDir)
  const hint = 'start Yaffle once to make one, or name it with --data or YAFFLE_DATA'
  if (!existsSync(dataDir)) throw new LocalError(`There is no data folder ${dataDir}: ${hint}`)
  // An empty folder is one that is being set up; anything else was meant for something else.
  if (!existsSync(file) && readdirSync(dataDir).length > 0)
    throw new LocalError(`${dataDir} is no data folder: ${hint}`)
  return { dataDir, db: openDatabase(file) }
}
