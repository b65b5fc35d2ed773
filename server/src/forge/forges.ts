import type { Repo } from '@yaffle/contract/repos'

import type { Ctx, ForgeDriver, ForgeRepo } from './driver.ts'
import { ForgeError } from './driver.ts'

/** Whom a forge knows: enough of a user to ask on their behalf. */
export interface Asker {
  id: number
  forge_id: number
  forge_remote_id: string
}

/** Every forge of this server, and the way to ask one on somebody's behalf. */
export interface Forges {
  /** Throws ForgeError `not_found` for an id that no forge has. */
  driver(forge_id: number): ForgeDriver
  ctxOf(asker: Asker): Ctx
}

const operationTimeoutMs = 60_000

/** `local` is forge 1; its tokens name the account and never leave the server. */
export function createForges(local: ForgeDriver, localToken: (forge_remote_id: string) => string): Forges {
  return {
    driver(forge_id) {
      if (forge_id === 1) return local
      throw new ForgeError('not_found', `There is no forge ${forge_id}`)
    },
    ctxOf: (asker) => ({
      token: {
        get: () => Promise.resolve(localToken(asker.forge_remote_id)),
        invalidate: () =>
          Promise.reject(new ForgeError('reauth_required', 'The forge no longer knows this account')),
      },
      signal: AbortSignal.timeout(operationTimeoutMs),
    }),
  }
}

/** A stored repository in the words of a driver. */
export const toForgeRepo = (repo: Repo): ForgeRepo => ({
  remoteId: repo.forge_remote_id,
  owner: repo.owner,
  name: repo.name,
  fullName: repo.full_name,
  url: repo.forge_url,
  cloneUrl: repo.clone_url,
  ...(repo.clone_url_ssh && { sshUrl: repo.clone_url_ssh }),
  ...(repo.default_branch && { defaultBranch: repo.default_branch }),
  visibility: repo.visibility === 'public' || repo.visibility === 'internal' ? repo.visibility : 'private',
  archived: false,
  prEnabled: repo.pr_enabled,
  perm: { pull: true, push: false, admin: false },
})
