import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { openDatabase } from '../database/database.ts'
import { createLocalStore } from '../forge/local/local.store.ts'
import { verifyPassword } from '../forge/local/passwords.ts'
import {
  aWorkingCopy,
  type LocalServer,
  startLocalServer,
  withPassword,
} from '../forge/local/testing/localServer.ts'
import { verifyToken } from '../http/tokens.ts'
import { createUserStore } from '../http/users.store.ts'
import { databaseFile } from './dataFolder.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

interface Run {
  code: number | null
  out: string
  err: string
}

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'yaffle-commands-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function yaffle(args: string[], input = '', environment: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], YAFFLE_DATA: dataDir, ...environment }
    const child = spawn(process.execPath, [main, ...args], { env })
    const run: Run = { code: null, out: '', err: '' }
    child.stdout.on('data', (bytes: Buffer) => (run.out += bytes.toString()))
    child.stderr.on('data', (bytes: Buffer) => (run.err += bytes.toString()))
    child.on('close', (code) => resolve({ ...run, code }))
    child.stdin.end(input)
  })
}

/** Runs a command that must work and gives what it printed. */
async function done(...args: string[]): Promise<string> {
  const { code, out, err } = await yaffle(args, 'correct horse\n')
  expect(err).toBe('')
  expect(code).toBe(0)
  return out
}

async function refused(...args: string[]): Promise<string> {
  const { code, out, err } = await yaffle(args, 'correct horse\n')
  expect(out).toBe('')
  expect(code).toBe(1)
  return err.trim()
}

function inDatabase<Result>(work: (db: ReturnType<typeof openDatabase>) => Result): Result {
  const db = openDatabase(databaseFile(dataDir))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const passwordOf = (login: string) =>
  inDatabase((db) => createLocalStore(db).accounts.byLogin(login)?.password_hash)

describe('users', () => {
  test('are added with a password from standard input, and listed one a line', async () => {
    expect(await done('user', 'add', 'ada', '--email', 'ada@example.org', '--admin')).toBe('ada\n')
    expect(await done('user', 'add', 'bob')).toBe('bob\n')
    expect(await done('user', 'list')).toBe('ada\tadmin\tada@example.org\nbob\n')
    expect(await verifyPassword('correct horse', passwordOf('ada'))).toBe(true)
  })

  test('get another password', async () => {
    await done('user', 'add', 'ada')
    expect((await yaffle(['user', 'passwd', 'ada'], 'battery staple\r\nignored')).code).toBe(0)
    expect(await verifyPassword('battery staple', passwordOf('ada'))).toBe(true)
    expect(await verifyPassword('correct horse', passwordOf('ada'))).toBe(false)
  })

  test('are refused with a reason', async () => {
    await done('user', 'add', 'ada')
    expect(await refused('user', 'add', 'Ada')).toBe('There is an account ada already')
    expect(await refused('user', 'add', 'a b')).toMatch(/^a b is no login/)
    expect(await refused('user', 'add', '../up')).toMatch(/is no login/)
    expect(await refused('user', 'add', 'x'.repeat(251))).toMatch(/is no login/)
    expect(await refused('user', 'add', 'bob', '--email', 'nowhere')).toBe('nowhere is no e-mail address')
    expect(await refused('user', 'passwd', 'nobody')).toBe('There is no account nobody')
    expect((await yaffle(['user', 'add', 'bob'], 'short\n')).err).toBe(
      'A password has at least 8 characters\n',
    )
    expect((await yaffle(['user', 'add', 'bob'], '')).err).toBe('No password came on standard input\n')
    expect(await done('user', 'list')).toBe('ada\n')
  })

  test('have an API token that stays the same, also before they have ever signed in', async () => {
    await done('user', 'add', 'ada')
    const token = (await done('user', 'token', 'ada')).trim()
    expect((await done('user', 'token', 'ada')).trim()).toBe(token)
    inDatabase((db) => {
      const users = createUserStore(db)
      const found = verifyToken(token, (id) => users.byId(id)?.hash, 0)
      expect(found?.type).toBe('user')
      expect(users.byId(found?.userId ?? 0)).toMatchObject({
        login: 'ada',
        admin: false,
        forge_remote_id: '1',
      })
    })
  })

  test('whom a setting names are server admins by their token, as by signing in', async () => {
    await done('user', 'add', 'ada')
    await yaffle(['user', 'token', 'ada'], '', { YAFFLE_ADMIN: 'root, ada' })
    expect(inDatabase((db) => createUserStore(db).byLogin(1, 'ada')?.admin)).toBe(true)
  })

  test('are removed together with their tokens, but not while they own repositories', async () => {
    await done('user', 'add', 'ada')
    const token = (await done('user', 'token', 'ada')).trim()
    await done('repo', 'create', 'ada/hello')
    expect(await refused('user', 'remove', 'ada')).toBe('ada owns ada/hello: remove that first')
    await done('repo', 'remove', 'ada/hello')
    expect(await done('user', 'remove', 'ada')).toBe('')
    expect(await done('user', 'list')).toBe('')
    inDatabase((db) => {
      const users = createUserStore(db)
      expect(verifyToken(token, (id) => users.byId(id)?.hash, 0)).toBeUndefined()
    })
  })
})

describe('repositories', () => {
  test('are made, listed with their id, and removed with their folder', async () => {
    await done('user', 'add', 'ada')
    expect(await done('repo', 'create', 'ADA/hello', '--private', '--default-branch', 'trunk')).toMatch(
      /^ada\/hello\tprivate\ttrunk\t[0-9a-f-]{36}\n$/,
    )
    await done('repo', 'create', 'acme/tool', '--internal')
    expect((await done('repo', 'list')).split('\n').map((line) => line.split('\t').slice(0, 3))).toEqual([
      ['acme/tool', 'internal', 'main'],
      ['ada/hello', 'private', 'trunk'],
      [''],
    ])
    expect(existsSync(join(dataDir, 'git/ada/hello.git/HEAD'))).toBe(true)
    await done('repo', 'remove', 'ada/hello')
    expect(existsSync(join(dataDir, 'git/ada'))).toBe(false)
  })

  test('are refused with a reason', async () => {
    await done('repo', 'create', 'acme/tool')
    expect(await refused('repo', 'create', 'Acme/Tool')).toBe('There is a repository acme/tool already')
    for (const name of ['tool', '../x', '-a/b'])
      expect(await refused('repo', 'create', '--', name)).toMatch(/is no name of a repository/)
    expect(await refused('repo', 'create', 'a/b', '--default-branch', 'a..b')).toBe(
      'a..b is no name of a branch',
    )
    expect(await refused('repo', 'remove', 'a/b')).toBe('There is no repository a/b')
  })

  test('are copied from another place with branches, tags and default branch', async () => {
    const copy = await aWorkingCopy('nowhere')
    await copy.commit('One', { a: '1' })
    await copy.do('branch', '--move', 'trunk')
    await copy.do('branch', 'other')
    await copy.do('tag', 'v1')
    expect(await done('repo', 'import', copy.folder, 'acme/tool')).toMatch(/^acme\/tool\tpublic\ttrunk\t/)
    expect(await copy.do('ls-remote', join(dataDir, 'git/acme/tool.git'))).toBe(
      await copy.do('ls-remote', copy.folder),
    )
    copy.remove()
  })

  test('that cannot be copied leave nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-repository-'))
    expect(await refused('repo', 'import', folder, 'acme/tool')).toMatch(/could not be copied: /)
    expect(await refused('repo', 'import', 'ext::sh -c true', 'acme/tool')).toMatch(/could not be copied: /)
    expect(await done('repo', 'list')).toBe('')
    expect(await done('repo', 'create', 'acme/tool')).toMatch(/^acme\/tool/)
    rmSync(folder, { recursive: true })
  })

  test('are opened to people and closed again', async () => {
    await done('user', 'add', 'ada')
    await done('repo', 'create', 'acme/tool', '--private')
    const level = () => inDatabase((db) => createLocalStore(db).repos.byName('acme', 'tool', 1)?.grant_level)
    for (const wanted of ['pull', 'push', 'admin']) {
      await done('repo', 'grant', 'acme/tool', 'ada', wanted)
      expect(level()).toBe(wanted)
    }
    await done('repo', 'grant', 'acme/tool', 'ada', 'none')
    expect(level()).toBeNull()
    expect(await refused('repo', 'grant', 'acme/tool', 'ada', 'write')).toBe(
      'write is not one of pull, push, admin, none',
    )
    expect(await refused('repo', 'grant', 'acme/tool', 'eve', 'push')).toBe('There is no account eve')
  })
})

test('what somebody may do is asked anew once it has changed', async () => {
  await done('user', 'add', 'ada')
  await done('user', 'token', 'ada')
  await done('repo', 'create', 'acme/tool')
  const remember = () =>
    inDatabase((db) => {
      db.run(
        "INSERT OR IGNORE INTO repos (id, forge_id, forge_remote_id, org_id, owner, name, full_name, visibility) VALUES (7, 1, 'x', 1, 'acme', 'tool', 'acme/tool', 'public')",
      )()
      db.run(
        'INSERT OR REPLACE INTO perms (user_id, repo_id, pull, push, admin, synced, created, updated) VALUES (1, 7, 1, 1, 1, 99, 99, 99)',
      )()
    })
  const synced = () => inDatabase((db) => db.get<{ synced: number }>('SELECT synced FROM perms')()?.synced)
  remember()
  await done('repo', 'grant', 'acme/tool', 'ada', 'none')
  expect(synced()).toBe(0)
  remember()
  await done('org', 'member', 'acme', 'ada', 'none')
  expect(synced()).toBe(0)
})

test('organisations have members, and are owners that are nobody', async () => {
  await done('user', 'add', 'ada')
  await done('repo', 'create', 'ada/own')
  await done('repo', 'create', 'acme/tool')
  await done('org', 'member', 'guild', 'ada', 'member')
  expect(await done('org', 'list')).toBe('acme\nguild\n')
  await done('org', 'member', 'guild', 'ada', 'none')
  expect(await done('org', 'list')).toBe('acme\n')
  expect(await refused('org', 'member', 'ada', 'ada', 'admin')).toBe('ada is a user, not an organisation')
  expect(await refused('org', 'member', 'acme', 'ada', 'boss')).toBe('boss is not one of member, admin, none')
})

describe('a command', () => {
  test('that is typed wrongly explains itself', async () => {
    for (const [args, reason] of [
      [[], 'Which command?'],
      [['repo'], 'There is no command "repo"'],
      [['user', 'list', 'all'], '"user list" takes nothing more'],
      [['user', 'add'], '"user add" takes 1 more'],
      [['user', 'list', '--admin'], '"user list" has no option --admin'],
      [['user', 'add', 'ada', '--password=x'], 'There is no option --password=x'],
      [['user', 'list', '--data'], '--data needs a value'],
      [['constructor', 'name'], 'There is no command "constructor name"'],
    ] as const) {
      const { code, out, err } = await yaffle([...args])
      expect({ code, out, reason: err.split('\n')[0] }).toEqual({ code: 2, out: '', reason })
      expect(err).toContain('user add <login>')
    }
  })

  test('needs a data folder, and does not make one by mistake', async () => {
    const missing = join(dataDir, 'missing')
    expect((await yaffle(['user', 'list', '--data', missing])).err).toMatch(/^There is no data folder/)
    expect(existsSync(missing)).toBe(false)
    writeFileSync(join(dataDir, 'letter.txt'), 'Dear')
    expect((await yaffle(['user', 'list'])).err).toMatch(/is no data folder/)
  })

  test('shows help when asked', async () => {
    expect(await done('--help')).toContain('repo grant')
  })
})

test('beside a running server a new account and a new repository work at once', async () => {
  const server: LocalServer = await startLocalServer({ dataDir })
  await done('user', 'add', 'ada')
  await done('repo', 'create', 'ada/hello', '--private')
  const copy = await aWorkingCopy(withPassword(server.url('ada/hello'), 'ada', 'correct horse'))
  await copy.commit('One', { a: '1' })
  await copy.do('push', 'origin', 'main')
  expect(server.seeds()).toHaveLength(1)
  copy.remove()
  await server.stop({ isKept: true })
})
