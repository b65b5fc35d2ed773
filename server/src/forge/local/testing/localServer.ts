import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import Fastify from 'fastify'

import { openDatabase } from '../../../database/database.ts'
import type { Ctx, PipelineSeed } from '../../driver.ts'
import { createLocalStore } from '../local.store.ts'
import { createLocalForge } from '../localDriver.ts'
import { hashPassword } from '../passwords.ts'
import type { OnPush } from '../pushes.ts'

export interface Run {
  code: number
  /** Both streams: git tells people things on stderr. */
  output: string
}

/** A git client with nothing of this machine's settings; credentials are in the URL. */
export function git(folder: string, ...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      'git',
      args,
      { cwd: folder, env: clientEnvironment, maxBuffer: 64 << 20 },
      (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
        resolve({ code, output: stdout + stderr })
      },
    )
  })
}

const clientEnvironment = {
  PATH: process.env['PATH'] ?? '',
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Writer',
  GIT_AUTHOR_EMAIL: 'writer@example.org',
  GIT_COMMITTER_NAME: 'Writer',
  GIT_COMMITTER_EMAIL: 'writer@example.org',
}

export const withPassword = (url: string, login: string, secret: string) =>
  url.replace('://', `://${encodeURIComponent(login)}:${encodeURIComponent(secret)}@`)

interface Pushed {
  remoteId: string
  seeds: PipelineSeed[]
  pushId: string
}

interface Options {
  root?: string
  dataDir?: string
  onPush?: OnPush
  maxPushBytes?: number
  secondLookMs?: number
  clock?: () => number
}

export type LocalServer = Awaited<ReturnType<typeof startLocalServer>>

export const password = 'correct horse'
let hash: Promise<string> | undefined

/** A listening server with nothing but the local forge; every account has the same password. */
export async function startLocalServer(options: Options = {}) {
  const { root = '', clock = Date.now } = options
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'local-forge-'))
  const db = openDatabase(join(dataDir, 'yaffle.db'))
  const pushed: Pushed[] = []
  const troubles: unknown[] = []
  let origin = ''
  const forge = createLocalForge({
    db,
    dataDir,
    clock,
    publicUrl: () => origin + root,
    onPush: async (remoteId, seeds, pushId) => {
      const lines = await options.onPush?.(remoteId, seeds, pushId)
      pushed.push({ remoteId, seeds, pushId })
      return lines
    },
    resolveToken: (token) => {
      const id = /^token-of-(\d+)$/.exec(token)?.[1]
      return id === undefined ? undefined : { accountId: Number(id) }
    },
    log: { warn: (...details) => troubles.push(details), error: (...details) => troubles.push(details) },
    ...(options.secondLookMs !== undefined && { secondLookMs: options.secondLookMs }),
    ...(options.maxPushBytes !== undefined && { maxPushBytes: options.maxPushBytes }),
  })
  const app = Fastify()
  forge.mountGit(app, `${root}/git`)
  await forge.recover()
  origin = await app.listen({ port: 0, host: '127.0.0.1' })

  return {
    app,
    db,
    dataDir,
    forge,
    pushed,
    troubles,
    deps: { db, dataDir, clock },
    address: origin,
    seeds: () => pushed.flatMap(({ seeds }) => seeds),
    async account(login: string, { admin = false, email = '' } = {}) {
      // The same for all, since making one takes its time.
      const password_hash = await (hash ??= hashPassword(password))
      return createLocalStore(db).accounts.insert({ login, email, password_hash, admin }, 0)
    },
    /** The address of a repository for a git client, with an API token if a login is given: checking one takes no time. */
    url(repo: string, login = '') {
      const account = login ? forge.accountOf(login) : undefined
      return `${origin.replace('://', account ? `://${login}:token-of-${account.remoteId}@` : '://')}${root}/git/${repo}.git`
    },
    ctx: (remoteId: string): Ctx => ({
      token: {
        get: () => Promise.resolve(forge.tokenOf(remoteId)),
        invalidate: () => Promise.reject(new Error('gone')),
      },
      signal: AbortSignal.timeout(60_000),
    }),
    async stop({ isKept = false } = {}) {
      await app.close()
      await forge.close()
      db.close()
      if (!isKept) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A working copy with its own branch `main`. Paths to texts make a commit. */
export async function aWorkingCopy(origin: string) {
  const folder = await mkdtemp(join(tmpdir(), 'working-copy-'))
  await git(folder, 'init', '--quiet', '--initial-branch=main')
  await git(folder, 'remote', 'add', 'origin', origin)
  const run = (...args: string[]) => git(folder, ...args)
  return {
    folder,
    run,
    /** Throws what git says when it fails. */
    async do(...args: string[]): Promise<string> {
      const { code, output } = await run(...args)
      if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`)
      return output.trim()
    },
    async commit(message: string, files: Record<string, string | Buffer>): Promise<string> {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), text)
      }
      await run('add', '--all')
      await run('commit', '--quiet', '--allow-empty', `--message=${message}`)
      return (await run('rev-parse', 'HEAD')).output.trim()
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
