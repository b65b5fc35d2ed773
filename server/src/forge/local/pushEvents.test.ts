import { randomBytes } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createRepo } from './manageRepos.ts'
import { aWorkingCopy, git, type LocalServer, startLocalServer } from './testing/localServer.ts'

let server: LocalServer
let copy: Awaited<ReturnType<typeof aWorkingCopy>>

beforeEach(async () => {
  server = await startLocalServer()
  await server.account('ada', { email: 'ada@example.org' })
  await createRepo(server.deps, { fullName: 'ada/hello' })
  copy = await aWorkingCopy(server.url('ada/hello', 'ada'))
})
afterEach(async () => {
  expect(server.troubles).toEqual([])
  copy.remove()
  await server.stop()
})

const push = (...args: string[]) => copy.do('push', 'origin', ...args)
/** Seeds that came since the last question. */
function news() {
  const all = server.seeds()
  server.pushed.length = 0
  return all
}
const defaultBranch = async () => {
  const repo = await server.forge.getRepo(server.ctx('1'), { owner: 'ada', name: 'hello' })
  return repo.defaultBranch
}

describe('a push', () => {
  test('says what was pushed, by whom, and what changed', async () => {
    const sha = await copy.commit('First\n\nwith more', { 'a.txt': '1' })
    await push('main')
    expect(news()).toEqual([
      {
        event: 'push',
        eventReason: [],
        branch: 'main',
        ref: 'refs/heads/main',
        commit: sha,
        author: 'ada',
        authorEmail: 'ada@example.org',
        sender: 'ada',
        message: 'First\n\nwith more',
        forgeUrl: '',
        fromFork: false,
        timestamp: Number(await copy.do('log', '-1', '--format=%ct')),
        changedFiles: ['a.txt'],
        range: { after: sha },
      },
    ])
  })

  test('lists the files of all its commits, also those put back, and both names of a moved one', async () => {
    const before = await copy.commit('One', { 'a.txt': '1', 'move me.txt': 'text' })
    await push('main')
    news()
    await copy.commit('Two', { 'b.txt': '1', 'dé p/ünï\ncode': '1' })
    await copy.do('rm', '--quiet', 'b.txt')
    await copy.do('mv', 'move me.txt', 'moved.txt')
    await copy.do('commit', '--message=Three')
    await push('main')
    const [seed] = news()
    expect(seed?.changedFiles).toEqual(['b.txt', 'dé p/ünï\ncode', 'move me.txt', 'moved.txt'])
    expect(seed?.range?.before).toBe(before)
  })

  test('of a new branch is compared with the default branch', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    await push('main')
    await copy.do('switch', '--quiet', '--create', 'topic')
    await copy.commit('Two', { 'b.txt': '1' })
    await copy.commit('Three', { 'c.txt': '1' })
    news()
    await push('topic')
    expect(news()).toMatchObject([{ branch: 'topic', changedFiles: ['b.txt', 'c.txt'] }])
  })

  test('of a new branch without commits of its own lists the files of its head', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    await copy.commit('Two', { 'b.txt': '1' })
    await push('main')
    news()
    await push('main:copy')
    expect(news()).toMatchObject([{ branch: 'copy', changedFiles: ['b.txt'] }])
  })

  test('by force counts what is new', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    await copy.commit('Two', { 'b.txt': '1' })
    await push('main')
    await copy.do('reset', '--quiet', '--hard', 'HEAD~1')
    await copy.commit('Other', { 'c.txt': '1' })
    news()
    expect((await copy.run('push', 'origin', 'main')).code).not.toBe(0)
    expect(news()).toEqual([])
    await push('--force', 'main')
    expect(news()).toMatchObject([{ message: 'Other', changedFiles: ['c.txt'] }])
  })

  test('of a merge lists what the branch gets by it', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    await push('main')
    await copy.do('switch', '--quiet', '--create', 'topic')
    await copy.commit('Two', { 'b.txt': '1' })
    await copy.do('switch', '--quiet', 'main')
    await copy.commit('Three', { 'c.txt': '1' })
    await copy.do('merge', '--quiet', '--message=Merged', 'topic')
    news()
    await push('main')
    expect(news()).toMatchObject([{ message: 'Merged', changedFiles: ['b.txt', 'c.txt'] }])
  })

  test('of several refs makes an event of each', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    await copy.do('branch', 'other')
    await copy.do('tag', 'v1')
    await push('main', 'other', 'v1')
    expect(
      news()
        .map(({ event, ref }) => `${event} ${ref}`)
        .sort(),
    ).toEqual(['push refs/heads/main', 'push refs/heads/other', 'tag refs/tags/v1'])
  })

  test('that deletes a branch or a tag makes nothing', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    await copy.do('tag', 'v1')
    await push('main', 'main:old', 'v1')
    news()
    await push('--delete', 'old', 'v1')
    expect(news()).toEqual([])
    expect(await copy.do('ls-remote', 'origin')).not.toMatch(/old|v1/)
  })

  test('the first branch becomes the default one when the wanted one is not there', async () => {
    expect(await defaultBranch()).toBeUndefined()
    await copy.commit('One', { 'a.txt': '1' })
    await push('main:trunk')
    expect(await defaultBranch()).toBe('trunk')
    expect(await copy.do('ls-remote', '--symref', 'origin', 'HEAD')).toContain('refs/heads/trunk')
    await push('main')
    expect(await defaultBranch()).toBe('trunk')
  })

  test('of odd but legal names arrives as it is', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    await push('main', 'main:refs/heads/feature/#1-ünï%20"quote\';$(x)')
    expect(news()[1]).toMatchObject({ branch: 'feature/#1-ünï%20"quote\';$(x)' })
  })

  test('hears of options that mean nothing here', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    expect(await push('main', '-o', 'lable=x')).toContain('The push option lable means nothing here')
  })

  test('of thirty megabytes arrives whole', async () => {
    const bytes = randomBytes(30 << 20)
    const sha = await copy.commit('Big', { 'big.bin': bytes })
    await push('main')
    const repo = await server.forge.getRepo(server.ctx('1'), { owner: 'ada', name: 'hello' })
    const read = await server.forge.readFile(server.ctx('1'), repo, sha, 'big.bin', 40 << 20)
    expect(read.equals(bytes)).toBe(true)
  })

  test('cannot write the heads of pull requests', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    const { code, output } = await copy.run('push', 'origin', 'main:refs/pull/1/head')
    expect(code).not.toBe(0)
    expect(output).toContain('rejected')
    expect(news()).toEqual([])
  })

  test('with a tree that attacks whoever clones it is refused', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    const blob = await copy.do('hash-object', '-w', 'a.txt')
    const tree = await treeWith(blob, '.git')
    const commit = await copy.do('commit-tree', tree, '-m', 'Bad')
    const { code, output } = await copy.run('push', 'origin', `${commit}:refs/heads/main`)
    expect(code).not.toBe(0)
    expect(output).toContain('hasDotgit')
    expect(news()).toEqual([])
  })
})

/** What git itself would not let into a tree. */
async function treeWith(blob: string, name: string): Promise<string> {
  const entry = Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')])
  const { writeFile } = await import('node:fs/promises')
  await writeFile(`${copy.folder}/tree`, entry)
  return copy.do('hash-object', '-t', 'tree', '-w', '--literally', 'tree')
}

describe('a tag', () => {
  test('is an event of the commit it names, however deep', async () => {
    const sha = await copy.commit('One', { 'a.txt': '1' })
    await push('main')
    await copy.do('tag', 'light')
    await copy.do('tag', '--annotate', '--message=Text', 'heavy')
    await copy.do('tag', '--annotate', '--message=Text', 'deep', 'heavy')
    news()
    await push('--tags')
    const seeds = news()
    expect(seeds.map(({ tag }) => tag ?? '').sort()).toEqual(['deep', 'heavy', 'light'])
    for (const seed of seeds)
      expect(seed).toMatchObject({
        event: 'tag',
        branch: '',
        commit: sha,
        message: '',
        ref: `refs/tags/${seed.tag}`,
      })
  })

  test('of a file makes nothing', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    await push('main')
    news()
    await copy.do('tag', 'file', 'HEAD:a.txt')
    await push('file')
    expect(news()).toEqual([])
  })

  test('with a release option is a release', async () => {
    const sha = await copy.commit('One', { 'a.txt': '1' })
    await push('main')
    await copy.do('tag', 'v1.0')
    await copy.do('tag', 'v1.1-rc')
    news()
    await push('v1.0', '-o', 'release=First')
    expect(news()).toMatchObject([
      {
        event: 'release',
        ref: 'refs/tags/v1.0',
        tag: 'v1.0',
        branch: 'main',
        commit: sha,
        release: { title: 'First', isPrerelease: false },
      },
    ])
    await push('v1.1-rc', '-o', 'prerelease')
    expect(news()).toMatchObject([{ event: 'release', release: { title: 'v1.1-rc', isPrerelease: true } }])
  })

  test('is what a release needs', async () => {
    await copy.commit('One', { 'a.txt': '1' })
    const { code, output } = await copy.run('push', 'origin', 'main', '-o', 'release=First')
    expect(code).not.toBe(0)
    expect(output).toContain('A release needs a tag')
    expect(news()).toEqual([])
    expect((await git(copy.folder, 'ls-remote', 'origin')).output).toBe('')
  })
})

test('a push past the limit is refused and leaves nothing', async () => {
  const small = await startLocalServer({ maxPushBytes: 1 << 20 })
  await small.account('ada')
  await createRepo(small.deps, { fullName: 'ada/hello' })
  await copy.do('remote', 'set-url', 'origin', small.url('ada/hello', 'ada'))
  await copy.commit('Big', { 'big.bin': randomBytes(3 << 20) })
  const { code, output } = await copy.run('push', 'origin', 'main')
  expect(code).not.toBe(0)
  expect(output).toContain('exceeds maximum allowed size')
  expect(small.seeds()).toEqual([])
  expect(await copy.do('ls-remote', 'origin')).toBe('')
  await small.stop()
})
