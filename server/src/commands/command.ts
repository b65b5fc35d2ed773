import type { Database } from '../database/database.ts'

export interface CommandContext {
  db: Database
  dataDir: string
  clock: () => number
  flags: ReadonlyMap<string, string>
  /** Logins that become server admins. */
  admins: string[]
  /** Where npm was called, if it was. */
  startDir: string | undefined
  /** One line of the answer. */
  print: (line: string) => void
  password: () => Promise<string>
}

export type Command = (context: CommandContext, words: string[]) => void | Promise<void>
