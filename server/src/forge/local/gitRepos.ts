import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { git, gitText } from './git.ts'
import { isRefName } from './names.ts'

/** Where repositories lie below the data folder, and how they come and go. */
export const gitFolder = (dataDir: string) => join(dataDir, 'git')

export const repoPath = (dataDir: string, { owner, name }: { owner: string; name: string }) =>
  join(gitFolder(dataDir), owner, `${name}.git`)

/** A new bare repository beside the others; `place` puts it where it belongs, `discard` leaves nothing of it. */
export interface Draft {
  path: string
  place(target: string): Promise<void>
  discard(): Promise<void>
}

/** For those who read the folder itself, such as the clone step. Git clients get theirs from `backend.ts`. */
const settings = `[uploadpack]
\tallowAnySHA1InWant = true
\tallowFilter = true
[http]
\treceivepack = true
[receive]
\tadvertisePushOptions = true
`

export async function draftRepo(dataDir: string, defaultBranch: string): Promise<Draft> {
  // The leading dot keeps it apart: no owner has one.
  const path = join(gitFolder(dataDir), `.new-${randomUUID()}`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  await git(path, ['init', '--quiet', '--bare', '--template=', `--initial-branch=${defaultBranch}`])
  await appendFile(join(path, 'config'), settings)
  return {
    path,
    async place(target) {
      if (existsSync(target)) throw new Error(`${target} is there already`)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(path, target)
    },
    discard: () => rm(path, { recursive: true, force: true }),
  }
}

/**
 * Branches and tags of another repository, an absolute path or a URL. Answers with its default branch, if it has one.
 * Throws GitError.
 */
export async function fetchAll(repo: string, source: string): Promise<string | undefined> {
  // Git refuses the folders of other users unless a file says that this one is meant.
  const trust = `${repo}.trust`
  await writeFile(trust, '[safe]\n\tdirectory = *\n')
  const options = { timeoutMs: 3_600_000, environment: { GIT_CONFIG_GLOBAL: trust } }
  try {
    const refspecs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']
    await git(repo, ['fetch', '--quiet', '--no-tags', '--end-of-options', source, ...refspecs], options)
    const head = await gitText(repo, ['ls-remote', '--symref', '--end-of-options', source, 'HEAD'], options)
    const branch = /^ref: refs\/heads\/(\S+)\s/m.exec(head)?.[1]
    return branch !== undefined && isRefName(branch) ? branch : undefined
  } finally {
    await rm(trust, { force: true })
  }
}

export const setHead = (repo: string, branch: string) =>
  git(repo, ['symbolic-ref', 'HEAD', `refs/heads/${branch}`]).then(() => undefined)

/** The folder goes first out of the way, then away: a clone that is running ends on its own. */
export async function removeRepo(dataDir: string, path: string): Promise<void> {
  const aside = join(gitFolder(dataDir), `.old-${randomUUID()}`)
  if (existsSync(path)) await rename(path, aside)
  await rm(aside, { recursive: true, force: true })
  // The owner's folder, if this was the last one in it.
  await rmdir(dirname(path)).catch(() => undefined)
}

/** Packs what many small pushes leave. Nothing is ever pruned: a pipeline of a commit that no branch has may be restarted. */
export const tidy = (repo: string) =>
  git(repo, ['gc', '--auto', '--quiet'], {
    timeoutMs: 3_600_000,
    config: { 'gc.pruneExpire': 'never', 'gc.cruftPacks': 'true', 'gc.autoDetach': 'false' },
  }).then(() => undefined)
