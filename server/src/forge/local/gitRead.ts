import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type FileEntry, ForgeError } from '../driver.ts'
import { damaged, git, gitAnswer, gitText, type GitOptions } from './git.ts'
import { isHash, isRefName } from './names.ts'

/** `repo` is the path of a bare repository everywhere here. */

const mostFiles = 20_000

export interface CommitFacts {
  sha: string
  author: string
  email: string
  message: string
  /** Of committing, Unix seconds. */
  timestamp: number
}

export async function branchNames(repo: string, options?: GitOptions): Promise<string[]> {
  const text = await gitText(repo, ['for-each-ref', '--format=%(refname)', 'refs/heads'], options)
  return text
    .split('\n')
    .filter(Boolean)
    .map((ref) => ref.slice('refs/heads/'.length))
}

/**
 * The commit that a ref (`refs/…`) leads to, through annotated tags. Undefined when there is none; throws when the ref
 * is there and what it names is not.
 */
export async function commitOf(repo: string, ref: string): Promise<string | undefined> {
  if (!isHash(ref) && !(ref.startsWith('refs/') && isRefName(ref))) return undefined
  const parse = (what: string) =>
    gitAnswer(repo, ['rev-parse', '--verify', '--quiet', '--end-of-options', what])
  const commit = await parse(`${ref}^{commit}`)
  if (commit !== undefined || isHash(ref)) return commit
  const named = await parse(ref)
  if (named !== undefined && (await gitAnswer(repo, ['cat-file', '-e', named])) === undefined)
    throw damaged(ref)
  return undefined
}

/** Without starting git, for lists of many repositories. */
export async function hasBranch(repo: string, branch: string): Promise<boolean> {
  const ref = `refs/heads/${branch}`
  if (!isRefName(branch)) return false
  const loose = await readFile(join(repo, ref), 'latin1').catch(() => '')
  if (isHash(loose.trim())) return true
  const packed = await readFile(join(repo, 'packed-refs'), 'utf8').catch(() => '')
  return packed.includes(` ${ref}\n`)
}

export async function commitFacts(repo: string, sha: string, options?: GitOptions): Promise<CommitFacts> {
  const format = '--format=%H%x00%an%x00%ae%x00%ct%x00%B'
  const text = await gitText(
    repo,
    ['log', '-1', '--encoding=UTF-8', format, '--end-of-options', checked(sha)],
    options,
  )
  const [hash = '', author = '', email = '', time = '', ...message] = text.split('\0')
  return { sha: hash, author, email, message: message.join('\0').trimEnd(), timestamp: Number(time) }
}

export const mergeBase = (repo: string, one: string, other: string) =>
  gitAnswer(repo, ['merge-base', checked(one), checked(other)])

export async function isAncestor(repo: string, ancestor: string, of: string): Promise<boolean> {
  const answer = await gitAnswer(repo, ['merge-base', '--is-ancestor', checked(ancestor), checked(of)])
  return answer !== undefined
}

/** Every path that a commit after `base` up to `head` adds, removes or changes; of a renamed file both. */
export function filesOfCommits(repo: string, base: string, head: string): Promise<string[]> {
  return paths(repo, ['log', ...logged, `${checked(base)}..${checked(head)}`])
}

/** The same for one commit, compared with its first parent. */
export function filesOfCommit(repo: string, sha: string): Promise<string[]> {
  return paths(repo, ['log', '-1', ...logged, checked(sha)])
}

const logged = ['--format=', '-z', '--name-only', '--no-renames', '--diff-merges=first-parent']

/** Paths that differ between two commits; of a renamed file both. */
export function filesBetween(repo: string, one: string, other: string): Promise<string[]> {
  return paths(repo, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', checked(one), checked(other)])
}

async function paths(repo: string, args: string[]): Promise<string[]> {
  const text = (await git(repo, args, { maxBytes: 256 << 20 })).toString('utf8')
  return [...new Set(text.split('\0').filter(Boolean))].sort().slice(0, mostFiles)
}

/** One level of a folder; `path` is empty for the root. Undefined when there is no such folder. */
export async function listFolder(
  repo: string,
  sha: string,
  path: string,
  options?: GitOptions,
): Promise<FileEntry[] | undefined> {
  const tree = await findObject(repo, sha, path, options)
  if (tree?.kind !== 'tree') return undefined
  const text = (await git(repo, ['ls-tree', '-z', '-l', tree.hash], options)).toString('utf8')
  return text
    .split('\0')
    .filter(Boolean)
    .map((line) => {
      const [facts = '', name = ''] = line.split('\t', 2)
      const [mode = '', , , size = '-'] = facts.split(/ +/)
      const entry = { path: path ? `${path}/${name}` : name, type: types[mode] ?? ('file' as const) }
      return size === '-' ? entry : { ...entry, size: Number(size) }
    })
}

const types: Record<string, FileEntry['type']> = {
  '040000': 'dir',
  '120000': 'symlink',
  '160000': 'submodule',
}

interface FoundObject {
  hash: string
  kind: string
  size: number
}

/** What a path leads to, through symbolic links inside the repository. */
async function findObject(
  repo: string,
  sha: string,
  path: string,
  options?: GitOptions,
): Promise<FoundObject | undefined> {
  if (/[\n\0]/.test(path) || path.split('/').includes('..')) return undefined
  const input = `${checked(sha)}:${path}\n`
  const answer = await gitText(repo, ['cat-file', '--batch-check', '--follow-symlinks'], {
    ...options,
    input,
  })
  const [, hash, kind, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(answer) ?? []
  if (hash !== undefined && kind !== undefined) return { hash, kind, size: Number(size) }
  if (answer.endsWith(' missing') && (await isListed(repo, sha, path, options))) throw damaged(path)
  return undefined
}

/** Git calls an object that it cannot read missing, just like a path that is not there: the folder above knows better. */
async function isListed(repo: string, sha: string, path: string, options?: GitOptions): Promise<boolean> {
  if (path === '' || (await gitAnswer(repo, ['cat-file', '-e', checked(sha)])) === undefined) return false
  const entry = await gitText(repo, ['ls-tree', checked(sha), '--', path], {
    ...options,
    environment: { GIT_LITERAL_PATHSPECS: '1' },
  })
  return entry !== '' && !entry.startsWith('160000 ')
}

/** A file's bytes. Undefined when absent or a folder; throws ForgeError `invalid` when larger than `maxBytes`. */
export async function readBlob(
  repo: string,
  sha: string,
  path: string,
  maxBytes: number,
  options?: GitOptions,
): Promise<Buffer | undefined> {
  const found = await findObject(repo, sha, path, options)
  if (found?.kind !== 'blob') return undefined
  if (found.size > maxBytes) throw new ForgeError('invalid', `${path} is larger than ${maxBytes} bytes`)
  return git(repo, ['cat-file', 'blob', found.hash], { ...options, maxBytes: maxBytes + 4096 })
}

/** What git is given as a revision is a whole hash, never an expression. */
function checked(sha: string): string {
  if (!isHash(sha)) throw new ForgeError('not_found', 'There is no such commit')
  return sha
}
