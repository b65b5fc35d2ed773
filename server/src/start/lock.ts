import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Keeps a second server off the same data folder. The lock is the operating system's, so it goes with the process,
 * however that ends. Undefined when another server has it.
 */
export function lockFolder(dataDir: string): { release(): void } | undefined {
  const db = new DatabaseSync(join(dataDir, 'server.lock'))
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return { release: () => db.close() }
  } catch {
    db.close()
    return undefined
  }
}
