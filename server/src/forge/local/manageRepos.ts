import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'

import type { Database } from '../../database/database.ts'
import { GitError } from './git.ts'
import { branchNames } from './gitRead.ts'
import { draftRepo, type Draft, fetchAll, removeRepo as removeFolder, repoPath, setHead } from './gitRepos.ts'
import { createLocalStore } from './local.store.ts'
import { LocalError } from './localError.ts'
import type { LocalRepo, Visibility } from './localRepos.store.ts'
import { accountOf } from './manageAccounts.ts'
import { type FullName, isRefName, parseFullName } from './names.ts'

/** `dataDir` is absolute, `clock` in milliseconds. Everything here throws LocalError for a person's mistake. */
export interface RepoDeps {
  db: Database
  dataDir: string
  clock: () => number
}

export interface NewRepo {
  /** `owner/name`; the owner is a login, else an organisation. */
  fullName: string
  visibility?: Visibility
  defaultBranch?: string
}

/** An empty bare repository. */
export async function createRepo(deps: RepoDeps, wanted: NewRepo): Promise<LocalRepo> {
  const { defaultBranch = 'main' } = wanted
  if (!isRefName(defaultBranch)) throw new LocalError(`${defaultBranch} is no name of a branch`)
  const name = freeName(deps, wanted.fullName)
  const draft = await draftRepo(deps.dataDir, defaultBranch)
  return settle(deps, draft, {
    ...name,
    visibility: wanted.visibility ?? 'public',
    default_branch: defaultBranch,
  })
}

/** A copy of the branches and tags of another repository, an absolute path or a URL. */
export async function importRepo(deps: RepoDeps, source: string, wanted: NewRepo): Promise<LocalRepo> {
  const name = freeName(deps, wanted.fullName)
  const draft = await draftRepo(deps.dataDir, 'main')
  try {
    const head = await fetchAll(draft.path, source)
    const branches = await branchNames(draft.path)
    const fallback = branches.includes('main') ? 'main' : (branches[0] ?? 'main')
    const default_branch =
      wanted.defaultBranch ?? (head !== undefined && branches.includes(head) ? head : fallback)
    await setHead(draft.path, default_branch)
    return await settle(deps, draft, { ...name, visibility: wanted.visibility ?? 'public', default_branch })
  } catch (error) {
    await draft.discard()
    if (error instanceof GitError)
      throw new LocalError(`${source} could not be copied: ${lastLine(error.stderr)}`)
    throw error
  }
}

/** Row and folder, or neither. */
async function settle(
  { db, dataDir, clock }: RepoDeps,
  draft: Draft,
  repo: FullName & Pick<LocalRepo, 'visibility' | 'default_branch'>,
): Promise<LocalRepo> {
  const { repos } = createLocalStore(db)
  const remote_id = randomUUID()
  try {
    db.transaction(() => {
      freeName({ db, dataDir, clock }, `${repo.owner}/${repo.name}`)
      repos.insert({ ...repo, remote_id }, Math.floor(clock() / 1000))
    })
    await draft.place(repoPath(dataDir, repo))
  } catch (error) {
    repos.remove(remote_id)
    await draft.discard()
    throw error
  }
  return repoOf(db, `${repo.owner}/${repo.name}`)
}

/** With its history; what Yaffle itself knows of it, such as its pipelines, stays. */
export async function removeRepo({ db, dataDir }: RepoDeps, fullName: string): Promise<void> {
  const repo = repoOf(db, fullName)
  createLocalStore(db).repos.remove(repo.remote_id)
  await removeFolder(dataDir, repoPath(dataDir, repo))
}

/** `none` takes it back. */
export function grant({ db }: RepoDeps, fullName: string, login: string, level: string): void {
  if (level !== 'pull' && level !== 'push' && level !== 'admin' && level !== 'none')
    throw new LocalError(`${level} is not one of pull, push, admin, none`)
  createLocalStore(db).repos.grant(repoOf(db, fullName).remote_id, accountOf(db, login).id, level)
}

function repoOf(db: Database, fullName: string): LocalRepo {
  const name = parseFullName(fullName)
  const repo = name && createLocalStore(db).repos.byName(name.owner, name.name)
  if (!repo) throw new LocalError(`There is no repository ${fullName}`)
  return repo
}

/** With the owner's login as it is spelt. */
function freeName({ db, dataDir }: RepoDeps, fullName: string): FullName {
  const name = parseFullName(fullName)
  if (!name)
    throw new LocalError(
      `${fullName} is no name of a repository: it is owner/name, of letters, digits, dots, dashes and underscores`,
    )
  const store = createLocalStore(db)
  const known = store.repos.byName(name.owner, name.name)
  if (known) throw new LocalError(`There is a repository ${known.owner}/${known.name} already`)
  const found = { ...name, owner: store.accounts.byLogin(name.owner)?.login ?? name.owner }
  if (existsSync(repoPath(dataDir, found)))
    throw new LocalError(`The folder ${repoPath(dataDir, found)} is there already`)
  return found
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''
