import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Core } from '../core.ts'
import { fromSeed } from '../features/pipelines/seed.ts'
import { createAccount } from '../forge/local/manageAccounts.ts'
import { importRepo } from '../forge/local/manageRepos.ts'

const run = promisify(execFile)
const examples = join(import.meta.dirname, '../../../examples/hello')

/** Makes the account `admin`; answers with its password when that was generated. */
export async function makeAdmin(core: Core, given: string | undefined): Promise<string | undefined> {
  if (core.local.accountOf('admin')) return undefined
  const password = given ?? randomBytes(12).toString('base64url')
  await createAccount(core, { login: 'admin', password, admin: true })
  return given === undefined ? password : undefined
}

/** `demo/hello` from the examples, activated by admin, with a first pipeline: something alive for a newcomer to see. */
export async function makeDemo(core: Core, dataDir: string, admins: string[]): Promise<void> {
  const account = core.local.accountOf('admin')
  if (!account) throw new Error('The account admin is gone')
  const now = Math.floor(core.clock() / 1000)
  const user = core.users.signIn({ forgeId: 1, forgeUser: account, admins, now })
  if (core.repos.byName('demo/hello')) return
  const folder = await mkdtemp(join(tmpdir(), 'yaffle-demo-'))
  try {
    await commitExamples(folder)
    const made = await importRepo({ db: core.db, dataDir, clock: core.clock }, folder, {
      fullName: 'demo/hello',
    })
    const repo = await core.activate(user, made.remote_id)
    const ctx = core.forges.ctxOf(user)
    const found = await core.local.getRepo(ctx, { remoteId: made.remote_id })
    const head = await core.local.branchHead(ctx, found, 'main')
    const seed = await core.local.enrich(ctx, found, {
      event: 'push',
      eventReason: [],
      branch: 'main',
      ref: 'refs/heads/main',
      commit: head.sha,
      author: user.login,
      sender: user.login,
      message: head.message ?? '',
      forgeUrl: head.url ?? '',
      timestamp: head.timestamp ?? now,
      fromFork: false,
      range: { after: head.sha },
    })
    await core.service.create(repo, fromSeed(repo.id, seed, core.version))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function commitExamples(folder: string) {
  await cp(examples, folder, { recursive: true })
  const identity = [
    '-c',
    'user.name=Yaffle',
    '-c',
    'user.email=yaffle@localhost',
    '-c',
    'commit.gpgsign=false',
  ]
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
  const git = (...args: string[]) => run('git', [...identity, ...args], { cwd: folder, env })
  await git('init', '--quiet', '--initial-branch=main')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Say hello')
}
