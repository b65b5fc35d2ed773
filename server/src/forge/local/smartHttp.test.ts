import { afterEach, beforeEach, expect, test } from 'vitest'

import { createRepo } from './manageRepos.ts'
import { aWorkingCopy, git, type LocalServer, startLocalServer } from './testing/localServer.ts'

let server: LocalServer
let copy: Awaited<ReturnType<typeof aWorkingCopy>>

beforeEach(async () => {
  server = await startLocalServer({ root: '/ci', onPush: () => Promise.resolve(['Pipeline: http://here/1']) })
  await server.account('ada', { email: 'ada@example.org' })
  await createRepo(server.deps, { fullName: 'ada/hello', visibility: 'private' })
  copy = await aWorkingCopy(server.url('ada/hello', 'ada'))
})
afterEach(async () => {
  copy.remove()
  await server.stop()
})

test('a push makes a pipeline, and tells the one who pushes where it is', async () => {
  const sha = await copy.commit('First\n\nwith more', { 'a.txt': '1' })
  const output = await copy.do('push', 'origin', 'main')
  expect(output).toContain('Pipeline: http://here/1')
  expect(server.seeds()).toMatchObject([
    {
      event: 'push',
      branch: 'main',
      ref: 'refs/heads/main',
      commit: sha,
      author: 'ada',
      authorEmail: 'ada@example.org',
      sender: 'ada',
      message: 'First\n\nwith more',
      changedFiles: ['a.txt'],
    },
  ])
  expect(server.troubles).toEqual([])
})

test('a clone brings what was pushed', async () => {
  const sha = await copy.commit('First', { 'a.txt': '1' })
  await copy.do('push', 'origin', 'main')
  const other = await aWorkingCopy(server.url('ada/hello', 'ada'))
  await other.do('pull', 'origin', 'main')
  expect(await other.do('rev-parse', 'HEAD')).toBe(sha)
  other.remove()
})

test('a pull request is a push to refs/for', async () => {
  await copy.commit('First', { 'a.txt': '1' })
  await copy.do('push', 'origin', 'main')
  const head = await copy.commit('Second', { 'b.txt': '1' })
  await copy.do('push', 'origin', 'HEAD:refs/for/main', '-o', 'topic=fix', '-o', 'title=Fix it')
  expect(server.seeds()[1]).toMatchObject({
    event: 'pull_request',
    ref: 'refs/pull/1/head',
    commit: head,
    title: 'Fix it',
    changedFiles: ['b.txt'],
  })
  expect((await git(copy.folder, 'ls-remote', 'origin')).output).toContain(`${head}\trefs/pull/1/head`)
  expect(server.troubles).toEqual([])
})
