import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { ForgeError } from '../driver.ts'

/** What git says of an object that is not as it was written, or is gone. */
const damage =
  /is corrupt|unable to (?:unpack|read|stream)|could not read|bad (?:object|tree|file)|not a tree object/i
const damageText = 'the repository is damaged, git fsck tells where'

/** Git said no. `stderr` is for the log and for whoever sits at the machine: it can name folders. */
export class GitError extends ForgeError {
  readonly exitCode: number | undefined
  readonly stderr: string

  constructor(args: readonly string[], exitCode: number | undefined, stderr: string) {
    super('server', `git ${args[0] ?? ''} failed${damage.test(stderr) ? `: ${damageText}` : ''}`)
    this.exitCode = exitCode
    this.stderr = stderr
  }
}

/** An object that must be there cannot be read. */
export const damaged = (what: string) => new ForgeError('server', `${what} cannot be read: ${damageText}`)

export interface GitOptions {
  input?: Buffer | string
  maxBytes?: number
  timeoutMs?: number
  signal?: AbortSignal
  config?: Record<string, string>
  environment?: Record<string, string>
}

/**
 * The whole environment of a git process: nothing of the machine's or the user's own settings, no replaced objects
 * (a pushed `refs/replace` would show other bytes for a hash), no prompts, no hooks unless `config` names a folder.
 */
export function gitEnvironment(config: Record<string, string> = {}): Record<string, string> {
  const all = { 'safe.directory': '*', 'core.hooksPath': '/dev/null', 'protocol.version': '2', ...config }
  const environment: Record<string, string> = {
    PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C.UTF-8',
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(Object.keys(all).length),
  }
  for (const [index, [key, value]] of Object.entries(all).entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = key
    environment[`GIT_CONFIG_VALUE_${index}`] = value
  }
  return environment
}

/** Runs git on one bare repository and answers with what it prints. Throws GitError. */
export function git(repo: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const { input, maxBytes = 32 << 20, timeoutMs = 60_000, signal, config, environment } = options
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      args,
      {
        encoding: 'buffer',
        env: { ...gitEnvironment(config), GIT_DIR: repo, ...environment },
        cwd: '/',
        maxBuffer: maxBytes,
        timeout: timeoutMs,
        ...(signal && { signal }),
      },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout)
        const code = typeof error.code === 'number' ? error.code : undefined
        return reject(new GitError(args, code, stderr.toString('utf8') || error.message))
      },
    )
    // Git may end before it has read everything; its exit code tells what happened.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })
}

export const gitText = async (repo: string, args: readonly string[], options?: GitOptions) =>
  (await git(repo, args, options)).toString('utf8').trimEnd()

/** Undefined where git ends with 1, its word for "no". */
export async function gitAnswer(repo: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return await gitText(repo, args)
  } catch (error) {
    if (error instanceof GitError && error.exitCode === 1) return undefined
    throw error
  }
}

/** Throws what is wrong with the git of this machine, for whoever starts the server. */
export async function requireGit(): Promise<void> {
  let version: string
  let folder: string
  try {
    version = await gitText('/', ['--version'])
    folder = await gitText('/', ['--exec-path'])
  } catch {
    throw new Error('Yaffle needs git, and there is none')
  }
  if (!isGitEnough(version)) throw new Error(`Yaffle needs git 2.31 or newer, and this is ${version}`)
  if (!existsSync(join(folder, 'git-http-backend')))
    throw new Error(
      'Yaffle needs git-http-backend, which some systems have in a package of its own (git-daemon)',
    )
}

/** Settings by environment, which everything here rests on, came with 2.31. `version` is what `git --version` prints. */
export function isGitEnough(version: string): boolean {
  const [, major, minor] = /^git version (\d+)[.](\d+)/.exec(version) ?? []
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 31)
}
