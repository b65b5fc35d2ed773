import type { Perm, Repo } from '@yaffle/contract/repos'
import { createContext, useContext } from 'react'

/** The repository a page is about and what the server lets the caller do with it. */
export interface RepoAccess {
  repo: Repo
  perm: Pick<Perm, 'pull' | 'push' | 'admin'>
}

export const RepoContext = createContext<RepoAccess | undefined>(undefined)

/** For everything below the repository's frame, which shows its own states until both are known. */
export function useRepo(): RepoAccess {
  const access = useContext(RepoContext)
  if (!access) throw new Error('There is no repository around this part')
  return access
}
