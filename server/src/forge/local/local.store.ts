import type { Database } from '../../database/database.ts'
import { createAccountStore } from './accounts.store.ts'
import { createLocalRepoStore } from './localRepos.store.ts'
import { createPullStore } from './pulls.store.ts'

export type LocalStore = ReturnType<typeof createLocalStore>

/** All SQL of the local forge. */
export const createLocalStore = (db: Database) => ({
  accounts: createAccountStore(db),
  repos: createLocalRepoStore(db),
  pulls: createPullStore(db),
})
