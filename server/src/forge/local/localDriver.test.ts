import { readdirSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Ctx, ForgeError, type ForgeRepo } from '../driver.ts'
import { git } from './git.ts'
import { repoPath } from './gitRepos.ts'
import { setMember } from './manageAccounts.ts'
import { createRepo, grant, removeRepo } from './manageRepos.ts'
import { aWorkingCopy, type LocalServer, password, startLocalServer } from './testing/localServer.ts'

let server: LocalServer
let now = Date.now()
let repo: ForgeRepo
let sha: string
const ctx: Record<string, Ctx> = {}

beforeAll(async () => {
  server = await startLocalServer({ root: '/ci', clock: () => now })
  for (const login of ['ada', 'bob', 'root']) {
    const { id } = await server.account(login, { admin: login === 'root', email: `${login}@example.org` })
    ctx[login] = server.ctx(String(id))
  }
  await createRepo(server.deps, { fullName: 'ada/hello', visibility: 'private' })
  await createRepo(server.deps, { fullName: 'acme/tool', visibility: 'internal' })
  await createRepo(server.deps, { fullName: 'acme/secret', visibility: 'private' })
  setMember(server.deps, 'guild', 'bob', 'admin')
  setMember(server.deps, 'acme', 'bob', 'member')

  const copy = await aWorkingCopy(server.url('ada/hello', 'ada'))
  await symlink('docs/read me.md', join(copy.folder, 'link'))
  await symlink('../../outside', join(copy.folder, 'out'))
  sha = await copy.commit('Title\n\nBody', {
    'a.txt': 'text',
    'docs/read me.md': 'read',
    'docs/ünï/deep.txt': 'deep',
    'big.bin': Buffer.alloc(5000),
    'bytes.bin': Buffer.from([0, 255, 10, 0]),
  })
  await copy.do('push', 'origin', 'main', ...Array.from({ length: 7 }, (_, index) => `main:b${index}`))
  copy.remove()
  repo = await server.forge.getRepo(ctx['ada']!, { owner: 'ADA', name: 'Hello' })
})
afterAll(() => server.stop())

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ForgeError ? error.code : `not refused: ${String(error)}`
}
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('signing in', () => {
  test('takes the right password, whatever the case of the login', async () => {
    const ada = { remoteId: '1', login: 'ada', email: 'ada@example.org' }
    expect(await server.forge.signIn('ADA', password)).toEqual(ada)
    expect(await server.forge.signIn('root', password)).toMatchObject({ admin: true })
    expect(await server.forge.signIn('ada', `${password} `)).toBeUndefined()
    expect(await server.forge.signIn('ada', '')).toBeUndefined()
    expect(await server.forge.signIn('nobody', password)).toBeUndefined()
  })

  test('leads to the form and comes back with a code that works once', async () => {
    const url = server.forge.authorizeUrl({ state: 'a b&c', redirectUri: 'http://x' })
    expect(url).toBe(`${server.address}/ci/login/local?state=a+b%26c`)
    const account = server.forge.accountOf('bob')!
    const code = server.forge.issueCode(account)
    const { access } = await server.forge.exchangeCode({ code, redirectUri: '' })
    expect(access).toBe(server.forge.tokenOf(account.remoteId))
    expect(await codeOf(server.forge.exchangeCode({ code, redirectUri: '' }))).toBe('invalid')
  })

  test('forgets a code after five minutes', async () => {
    const code = server.forge.issueCode(server.forge.accountOf('bob')!)
    now += 301_000
    expect(await codeOf(server.forge.exchangeCode({ code, redirectUri: '' }))).toBe('invalid')
  })
})

describe('people and repositories', () => {
  test('everybody is who their token names', async () => {
    expect(await server.forge.me(ctx['bob']!)).toEqual({
      remoteId: '2',
      login: 'bob',
      email: 'bob@example.org',
    })
    expect(await codeOf(server.forge.me(server.ctx('999')))).toBe('reauth_required')
  })

  test('a repository says what its forge knows', () => {
    expect(repo).toEqual({
      remoteId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      owner: 'ada',
      name: 'hello',
      fullName: 'ada/hello',
      url: `${server.address}/ci/git/ada/hello.git`,
      cloneUrl: `${server.address}/ci/git/ada/hello.git`,
      defaultBranch: 'main',
      visibility: 'private',
      archived: false,
      prEnabled: true,
      perm: { pull: true, push: true, admin: true },
    })
  })

  test('an empty repository has no default branch', async () => {
    expect(await server.forge.getRepo(ctx['root']!, { owner: 'acme', name: 'tool' })).not.toHaveProperty(
      'defaultBranch',
    )
  })

  test('a default branch is also found when git has packed it away', async () => {
    const path = repoPath(server.dataDir, repo)
    await git(path, ['pack-refs', '--all'])
    expect(await server.forge.getRepo(ctx['ada']!, { remoteId: repo.remoteId })).toEqual(repo)
  })

  test('everybody is shown what they may read, and how far they may go', async () => {
    const seen = async (login: string) =>
      (await all(server.forge.listRepos(ctx[login]!))).map(
        ({ fullName, perm }) => `${fullName} ${Object.values(perm).filter(Boolean).length}`,
      )
    expect(await seen('ada')).toEqual(['acme/tool 1', 'ada/hello 3'])
    expect(await seen('bob')).toEqual(['acme/secret 1', 'acme/tool 1'])
    expect(await seen('root')).toEqual(['acme/secret 3', 'acme/tool 3', 'ada/hello 3'])
    grant(server.deps, 'acme/secret', 'bob', 'push')
    expect(await seen('bob')).toEqual(['acme/secret 2', 'acme/tool 1'])
    grant(server.deps, 'acme/secret', 'bob', 'none')
  })

  test('what one may not see is not there, in every question', async () => {
    const bob = ctx['bob']!
    const page = { page: 1, perPage: 10 }
    for (const work of [
      server.forge.getRepo(bob, { remoteId: repo.remoteId }),
      server.forge.getRepo(bob, { owner: 'ada', name: 'hello' }),
      server.forge.branches(bob, repo, page),
      server.forge.branchHead(bob, repo, 'main'),
      server.forge.pullRequests(bob, repo, page),
      server.forge.readFile(bob, repo, sha, 'a.txt', 100),
      server.forge.listDir(bob, repo, sha, ''),
    ])
      expect(await codeOf(work)).toBe('not_found')
  })

  test('organisations are those that are nobody', async () => {
    expect((await all(server.forge.listOrgs(ctx['bob']!))).map(({ name }) => name)).toEqual(['acme', 'guild'])
    expect(await all(server.forge.listOrgs(ctx['ada']!))).toEqual([])
    expect(await server.forge.getOrg(ctx['ada']!, 'ACME')).toEqual({
      name: 'acme',
      isUser: false,
      private: false,
    })
    expect(await server.forge.getOrg(ctx['bob']!, 'ada')).toEqual({
      name: 'ada',
      isUser: true,
      private: false,
    })
    expect(await codeOf(server.forge.getOrg(ctx['ada']!, 'nobody'))).toBe('not_found')
  })

  test.each([
    ['acme', 'bob', { member: true, admin: false }],
    ['guild', 'bob', { member: true, admin: true }],
    ['acme', 'ada', { member: false, admin: false }],
    ['acme', 'root', { member: true, admin: true }],
    ['ada', 'ada', { member: true, admin: true }],
    ['ada', 'bob', { member: false, admin: false }],
    ['nobody', 'bob', { member: false, admin: false }],
  ])('in %s, %s is %o', async (org, login, expected) => {
    const user = server.forge.accountOf(login)!
    expect(await server.forge.orgMembership(ctx[login]!, org, user)).toEqual(expected)
  })
})

describe('what is in a repository', () => {
  test('branches come in pages', async () => {
    const pages = [1, 2, 3, 4].map((page) => server.forge.branches(ctx['ada']!, repo, { page, perPage: 4 }))
    expect(await Promise.all(pages)).toEqual([
      { items: ['b0', 'b1', 'b2', 'b3'], next: '2' },
      { items: ['b4', 'b5', 'b6', 'main'] },
      { items: [] },
      { items: [] },
    ])
  })

  test('a branch has a head', async () => {
    expect(await server.forge.branchHead(ctx['ada']!, repo, 'main')).toEqual({
      sha,
      message: 'Title\n\nBody',
      timestamp: expect.any(Number),
    })
  })

  test.each(['nowhere', 'main~0', 'main^{tree}', 'main:a.txt', '../heads/main', '--all', '', 'main\n', '@'])(
    '%j is no branch',
    async (branch) => {
      expect(await codeOf(server.forge.branchHead(ctx['ada']!, repo, branch))).toBe('not_found')
    },
  )

  test.each([
    ['a.txt', 'text'],
    ['./a.txt', 'text'],
    ['docs/read me.md', 'read'],
    ['link', 'read'],
    ['docs/ünï/deep.txt', 'deep'],
  ])('%s is a file', async (path, text) => {
    expect((await server.forge.readFile(ctx['ada']!, repo, sha, path, 100)).toString()).toBe(text)
  })

  test('a file arrives byte for byte', async () => {
    const bytes = await server.forge.readFile(ctx['ada']!, repo, sha, 'bytes.bin', 4)
    expect([...bytes]).toEqual([0, 255, 10, 0])
  })

  test.each(['none', 'docs', '', 'out', 'a.txt/x', '../a.txt', 'a.txt\nHEAD:a.txt', '.git/config'])(
    '%j is no file',
    async (path) => {
      expect(await codeOf(server.forge.readFile(ctx['ada']!, repo, sha, path, 100))).toBe('not_found')
    },
  )

  test('a file that is too large is refused, not cut', async () => {
    expect(await codeOf(server.forge.readFile(ctx['ada']!, repo, sha, 'big.bin', 4999))).toBe('invalid')
    expect(await server.forge.readFile(ctx['ada']!, repo, sha, 'big.bin', 5000)).toHaveLength(5000)
  })

  test('a folder is listed one level deep', async () => {
    expect(await server.forge.listDir(ctx['ada']!, repo, sha, '')).toEqual([
      { path: 'a.txt', type: 'file', size: 4 },
      { path: 'big.bin', type: 'file', size: 5000 },
      { path: 'bytes.bin', type: 'file', size: 4 },
      { path: 'docs', type: 'dir' },
      { path: 'link', type: 'symlink', size: 15 },
      { path: 'out', type: 'symlink', size: 13 },
    ])
    expect(await server.forge.listDir(ctx['ada']!, repo, sha, '/docs/')).toEqual([
      { path: 'docs/read me.md', type: 'file', size: 4 },
      { path: 'docs/ünï', type: 'dir' },
    ])
  })

  test.each(['none', 'a.txt', '../docs'])('%s is no folder', async (path) => {
    expect(await codeOf(server.forge.listDir(ctx['ada']!, repo, sha, path))).toBe('not_found')
  })

  test.each(['HEAD', 'main', '0'.repeat(40), '--all', 'abc'])('%s is no commit', async (name) => {
    expect(await codeOf(server.forge.readFile(ctx['ada']!, repo, name, 'a.txt', 100))).toBe('not_found')
    expect(await codeOf(server.forge.listDir(ctx['ada']!, repo, name, ''))).toBe('not_found')
  })

  test('changed files that an event left out are filled in', async () => {
    const seed = { ...server.seeds()[0]! }
    delete seed.changedFiles
    expect((await server.forge.enrich(ctx['ada']!, repo, seed)).changedFiles).toContain('docs/ünï/deep.txt')
  })
})

test('there is a git that answers', async () => {
  expect(await server.forge.probe()).toEqual({
    reachable: true,
    version: expect.stringMatching(/^git version \d/),
  })
})

test('a removed repository leaves nothing behind', async () => {
  await createRepo(server.deps, { fullName: 'bob/short' })
  await removeRepo(server.deps, 'bob/short')
  expect(readdirSync(join(server.dataDir, 'git')).sort()).toEqual(['acme', 'ada'])
  expect(await codeOf(server.forge.getRepo(ctx['bob']!, { owner: 'bob', name: 'short' }))).toBe('not_found')
})
