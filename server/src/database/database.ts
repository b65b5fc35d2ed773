import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

type Params = Record<string, SQLInputValue>

/** SQLite with rows typed where the SQL is written. Values are bound by name: `:repo_id` takes `{ repo_id }`. */
export interface Database {
  all<Row>(sql: string): (params?: Params) => Row[]
  get<Row>(sql: string): (params?: Params) => Row | undefined
  /** Row by row, for answers too long to hold. */
  each<Row>(sql: string): (params?: Params) => IterableIterator<Row>
  /** Answers with the number of rows changed. */
  run(sql: string): (params?: Params) => number
  /** All of `work` or nothing of it. Nested calls join the outermost one. */
  transaction<Result>(work: () => Result): Result
  /** Runs once the outermost transaction has committed, at once outside of one, never after a rollback. */
  afterCommit(work: () => void): void
  close(): void
}

const folder = new URL('migrations/', import.meta.url)

/** A file is opened in WAL mode, so that the commands of the terminal work beside a running server. */
export function openDatabase(file: string): Database {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY',
  )
  let depth = 0
  let waiting: (() => void)[] = []

  function transaction<Result>(work: () => Result): Result {
    if (depth > 0) return work()
    db.exec('BEGIN IMMEDIATE')
    depth++
    let result: Result
    try {
      result = work()
      db.exec('COMMIT')
    } catch (error) {
      waiting = []
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    } finally {
      depth--
    }
    const due = waiting
    waiting = []
    for (const one of due) one()
    return result
  }

  function afterCommit(work: () => void) {
    if (depth > 0) waiting.push(work)
    else work()
  }

  migrate(db, transaction)

  return {
    all<Row>(sql: string) {
      const statement = db.prepare(sql)
      return (params: Params = {}) => statement.all(params) as Row[]
    },
    get<Row>(sql: string) {
      const statement = db.prepare(sql)
      return (params: Params = {}) => statement.get(params) as Row | undefined
    },
    each<Row>(sql: string) {
      const statement = db.prepare(sql)
      return (params: Params = {}) => statement.iterate(params) as IterableIterator<Row>
    },
    run(sql: string) {
      const statement = db.prepare(sql)
      return (params: Params = {}) => Number(statement.run(params).changes)
    },
    transaction,
    afterCommit,
    close: () => db.close(),
  }
}

/** Append only: the database remembers in user_version how many of the numbered files it has run. */
function migrate(db: DatabaseSync, transaction: <Result>(work: () => Result) => Result) {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}_\w+[.]sql$/.test(name))
    .sort()
  const version = () => (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
  if (version() > files.length) throw new Error('The database was written by a newer version of Yaffle')
  if (version() === files.length) return
  transaction(() => {
    for (const name of files.slice(version())) db.exec(readFileSync(new URL(name, folder), 'utf8'))
    db.exec(`PRAGMA user_version = ${files.length}`)
  })
}
