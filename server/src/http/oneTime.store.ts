import { createHash, randomBytes } from 'node:crypto'

import type { Database } from '../database/database.ts'

interface Row {
  data_json: string
  expires: number
}

export type OneTimeStore = ReturnType<typeof createOneTimeStore>

/**
 * Ways in that work once. Who holds the token may use it; the database knows only its hash. Data comes back as what
 * was put in. `clock` in milliseconds.
 */
export function createOneTimeStore(db: Database, clock: () => number) {
  const insert = db.run(
    'INSERT INTO one_time (hash, purpose, data_json, expires) VALUES (:hash, :purpose, :data_json, :expires)',
  )
  const purge = db.run('DELETE FROM one_time WHERE expires <= :now')
  const read = db.get<Row>(
    'SELECT data_json, expires FROM one_time WHERE hash = :hash AND purpose = :purpose',
  )
  const take = db.get<Row>(
    'DELETE FROM one_time WHERE hash = :hash AND purpose = :purpose RETURNING data_json, expires',
  )
  const now = () => Math.floor(clock() / 1000)
  const dataOf = (row: Row | undefined): unknown =>
    row && row.expires > now() ? JSON.parse(row.data_json) : undefined

  return {
    /** A new token; `seconds` is how long it can be used. */
    issue(purpose: string, data: object, seconds: number): string {
      const token = randomBytes(32).toString('base64url')
      purge({ now: now() })
      insert({ hash: hashOf(token), purpose, data_json: JSON.stringify(data), expires: now() + seconds })
      return token
    },
    /** What a token stands for, without using it up. */
    peek: (purpose: string, token: string): unknown => dataOf(read({ hash: hashOf(token), purpose })),
    /** The same, for the one time that it works. */
    redeem: (purpose: string, token: string): unknown => dataOf(take({ hash: hashOf(token), purpose })),
  }
}

/** 256 random bits need no slow hash. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
