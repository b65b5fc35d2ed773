import type { Database } from '../database/database.ts'
import { accountOf } from '../forge/local/manageAccounts.ts'
import { localForgeId } from '../http/users.store.ts'

/** The server keeps for an hour what the forge says of a person; from now on it asks again. */
export function checkAgain(db: Database, login: string): void {
  db.run(
    `UPDATE perms SET synced = 0 WHERE user_id IN
       (SELECT id FROM users WHERE forge_id = :forge_id AND forge_remote_id = :remote_id)`,
  )({ forge_id: localForgeId, remote_id: String(accountOf(db, login).id) })
}
