import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { repoPath } from './gitRepos.ts'
import { createRepo } from './manageRepos.ts'
import { createSpool, type PushRecord } from './pushRecord.ts'
import { gitProcesses } from './testing/gitProcesses.ts'
import {
  aWorkingCopy,
  type LocalServer,
  password,
  startLocalServer,
  withPassword,
} from './testing/localServer.ts'

let dataDir: string
let remoteId: string
let server: LocalServer | undefined

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'recovery-'))
  server = await startLocalServer({ dataDir })
  await server.account('ada')
  remoteId = (await createRepo(server.deps, { fullName: 'ada/hello' })).remote_id
})
afterEach(async () => {
  await server?.stop({ isKept: true })
  rmSync(dataDir, { recursive: true, force: true })
})

async function restart(options: Parameters<typeof startLocalServer>[0] = {}): Promise<LocalServer> {
  await server?.stop({ isKept: true })
  server = await startLocalServer({ dataDir, ...options })
  return server
}
const leftovers = () => readdirSync(join(dataDir, 'spool'))

/** Its commits are brought into the repository without the server noticing. */
async function aPushBehindItsBack(ref: string) {
  const copy = await aWorkingCopy(repoPath(dataDir, { owner: 'ada', name: 'hello' }))
  const sha = await copy.commit('One', { 'a.txt': '1' })
  await copy.do('push', 'origin', `HEAD:${ref}`)
  copy.remove()
  return sha
}

const zero = '0'.repeat(40)
const aRecord = (overrides: Partial<PushRecord>): PushRecord => ({
  id: '000000000000001-aaaaaaaaaaaa',
  remoteId,
  actor: { login: 'ada', email: '' },
  at: 1_800_000_000_000,
  options: [],
  wanted: [],
  pulls: [],
  ...overrides,
})
const spool = () => createSpool(dataDir, Date.now)

test('a push whose server was killed makes its pipelines at the next start, once', async () => {
  await server?.stop({ isKept: true })
  server = undefined
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('testing/stuckServer.ts', import.meta.url)), dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  await vi.waitFor(() => expect(said).toMatch(/^http.*\n/), 20_000)
  const copy = await aWorkingCopy(withPassword(`${said.trim()}/git/ada/hello.git`, 'ada', password))
  const sha = await copy.commit('One', { 'a.txt': '1' })
  const push = copy.run('push', 'origin', 'main')
  await vi.waitFor(() => expect(said).toContain('push received\n'), 20_000)
  child.kill('SIGKILL')
  await once(child, 'close')
  await push

  const again = await restart()
  expect(again.seeds()).toMatchObject([{ event: 'push', branch: 'main', commit: sha, author: 'ada' }])
  expect(leftovers()).toEqual([])
  expect((await restart()).seeds()).toEqual([])
  copy.remove()
}, 60_000)

test('a push that nobody heard the end of counts when it is in the repository', async () => {
  const sha = await aPushBehindItsBack('refs/heads/main')
  const missing = 'a'.repeat(40)
  await spool().write(
    aRecord({
      wanted: [
        { before: zero, after: sha, ref: 'refs/heads/main' },
        { before: zero, after: sha, ref: 'refs/heads/never' },
        { before: zero, after: missing, ref: 'refs/heads/main' },
        { before: sha, after: zero, ref: 'refs/heads/gone' },
      ],
    }),
  )
  const again = await restart()
  expect(again.seeds()).toMatchObject([{ event: 'push', branch: 'main', commit: sha }])
  expect(again.pushed[0]?.pushId).toBe('000000000000001-aaaaaaaaaaaa')
  expect(again.troubles).toEqual([])
})

test('a push of which nothing is to be seen is looked for twice, since its git may still be at work', async () => {
  const main = { before: zero, ref: 'refs/heads/main' }
  await spool().write(aRecord({ wanted: [{ ...main, after: 'b'.repeat(40) }] }))
  const again = await restart({ secondLookMs: 60_000 })
  expect(leftovers()).toHaveLength(1)
  const sha = await aPushBehindItsBack('refs/heads/main')
  await spool().write(aRecord({ id: '000000000000002-late', wanted: [{ ...main, after: sha }] }))
  expect(again.seeds()).toEqual([])
  const last = await restart({ secondLookMs: 1 })
  await vi.waitFor(() => expect(leftovers()).toEqual([]))
  expect(last.seeds()).toMatchObject([{ commit: sha }])
})

test('a pull request that was half made is made', async () => {
  const sha = await aPushBehindItsBack('refs/heads/main')
  const pull = {
    number: 1,
    topic: 'fix',
    target_branch: 'main',
    title: 'Fix',
    description: '',
    author: 'ada',
    head: sha,
    state: 'open' as const,
    labels: [],
    milestone: '',
  }
  await spool().write(
    aRecord({
      wanted: [{ before: zero, after: sha, ref: 'refs/for/main' }],
      pulls: [{ pull, event: 'pull_request', reasons: ['opened'] }],
    }),
  )
  const again = await restart()
  expect(again.seeds()).toMatchObject([{ event: 'pull_request', ref: 'refs/pull/1/head', commit: sha }])
  const repo = await again.forge.getRepo(again.ctx('1'), { remoteId })
  expect((await again.forge.pullRequests(again.ctx('1'), repo, { page: 1, perPage: 9 })).items).toHaveLength(
    1,
  )
})

test('a push whose pipelines could not be made is tried again at the next start', async () => {
  const broken = await restart({ onPush: () => Promise.reject(new Error('no room')) })
  const copy = await aWorkingCopy(broken.url('ada/hello', 'ada'))
  const sha = await copy.commit('One', { 'a.txt': '1' })
  expect(await copy.do('push', 'origin', 'main')).toContain('tried again at the next start')
  expect(broken.troubles).toHaveLength(1)
  const again = await restart()
  expect(again.seeds()).toMatchObject([{ commit: sha }])
  expect(leftovers()).toEqual([])
  copy.remove()
})

test('one push that cannot be read does not hold up the others', async () => {
  const sha = await aPushBehindItsBack('refs/heads/main')
  const wanted = [{ before: zero, after: sha, ref: 'refs/heads/main' }]
  await spool().write(
    aRecord({
      id: '000000000000001-bad',
      done: [{ before: zero, after: 'b'.repeat(40), ref: 'refs/heads/x' }],
    }),
  )
  await spool().write(aRecord({ id: '000000000000002-good', wanted }))
  writeFileSync(join(dataDir, 'spool/000000000000001-torn.json'), '{"id":')
  const again = await restart()
  expect(again.seeds()).toMatchObject([{ commit: sha }])
  expect(again.troubles).toHaveLength(2)
})

test('a push to a repository that was removed is forgotten', async () => {
  await spool().write(
    aRecord({ remoteId: 'gone', done: [{ before: zero, after: 'b'.repeat(40), ref: 'refs/heads/x' }] }),
  )
  const again = await restart()
  expect(again.seeds()).toEqual([])
  expect(leftovers()).toEqual([])
})

test('pushes to one repository become events one after the other', async () => {
  let running = 0
  let most = 0
  const again = await restart({
    onPush: async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
    },
  })
  const copy = await aWorkingCopy(again.url('ada/hello', 'ada'))
  await copy.commit('One', { 'a.txt': '1' })
  const runs = await Promise.all(
    ['a', 'b', 'c'].map((branch) => copy.run('push', 'origin', `main:${branch}`)),
  )
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(again.seeds()).toHaveLength(3)
  expect(most).toBe(1)
  copy.remove()
})

test('a push whose client is gone before its end makes its pipelines, and its git ends', async () => {
  let isHeard = false
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const again = await restart({
    onPush: async () => {
      isHeard = true
      await held
      return Array.from({ length: 20_000 }, (_, index) => `Line ${index} of what nobody reads any more`)
    },
  })
  const copy = await aWorkingCopy(again.url('ada/hello', 'ada'))
  await copy.commit('One', { 'a.txt': '1' })
  const client = spawn('git', ['push', 'origin', 'main'], {
    cwd: copy.folder,
    detached: true,
    stdio: 'ignore',
  })
  await vi.waitFor(() => expect(isHeard).toBe(true), 20_000)
  process.kill(-(client.pid ?? 0), 'SIGKILL')
  await once(client, 'close')
  release()
  await vi.waitFor(() => expect(again.seeds()).toHaveLength(1), 20_000)
  await vi.waitFor(() => expect(gitProcesses()).toEqual([]), 20_000)
  copy.remove()
}, 30_000)
