import { afterEach, beforeEach, expect, test } from 'vitest'

import { createRepo, grant } from './manageRepos.ts'
import { aWorkingCopy, type LocalServer, startLocalServer } from './testing/localServer.ts'

let server: LocalServer
let copy: Awaited<ReturnType<typeof aWorkingCopy>>

beforeEach(async () => {
  server = await startLocalServer()
  await server.account('ada', { email: 'ada@example.org' })
  await server.account('bob')
  await createRepo(server.deps, { fullName: 'ada/hello' })
  grant(server.deps, 'ada/hello', 'bob', 'push')
  copy = await aWorkingCopy(server.url('ada/hello', 'ada'))
  await copy.commit('One', { 'a.txt': '1' })
  await copy.do('push', 'origin', 'main')
  await copy.do('switch', '--quiet', '--create', 'work')
  news()
})
afterEach(async () => {
  expect(server.troubles).toEqual([])
  copy.remove()
  await server.stop()
})

const propose = (...options: string[]) =>
  copy.run('push', 'origin', 'HEAD:refs/for/main', ...options.flatMap((option) => ['-o', option]))
async function proposed(...options: string[]) {
  const { code, output } = await propose(...options)
  expect(output).not.toContain('rejected')
  expect(code).toBe(0)
  return news()
}
async function refused(...options: string[]) {
  const { code, output } = await propose(...options)
  expect(code).not.toBe(0)
  expect(news()).toEqual([])
  return output
}
function news() {
  const all = server.seeds()
  server.pushed.length = 0
  return all
}
const remoteRefs = () => copy.do('ls-remote', 'origin')
async function openPulls() {
  const repo = await server.forge.getRepo(server.ctx('1'), { owner: 'ada', name: 'hello' })
  return (await server.forge.pullRequests(server.ctx('1'), repo, { page: 1, perPage: 50 })).items
}

test('a pull request is opened by a push, with all that an event needs', async () => {
  await copy.commit('Two', { 'b.txt': '1' })
  const head = await copy.commit('Three\n\nlong', { 'c.txt': '1' })
  expect(
    await proposed('topic=fix', 'title=Fix it', 'description=Because', 'label=bug', 'milestone=1.0'),
  ).toEqual([
    {
      event: 'pull_request',
      eventReason: ['opened'],
      branch: 'main',
      ref: 'refs/pull/1/head',
      refspec: 'fix:main',
      commit: head,
      author: 'ada',
      authorEmail: 'ada@example.org',
      sender: 'ada',
      message: 'Fix it',
      title: 'Fix it',
      forgeUrl: '',
      fromFork: false,
      timestamp: expect.any(Number),
      changedFiles: ['b.txt', 'c.txt'],
      pr: {
        number: '1',
        labels: ['bug'],
        milestone: '1.0',
        draft: false,
        sourceBranch: 'fix',
        targetBranch: 'main',
      },
      range: { after: head },
    },
  ])
  expect(await remoteRefs()).toContain(`${head}\trefs/pull/1/head`)
  expect(await remoteRefs()).not.toContain('refs/for')
  expect(await openPulls()).toEqual([{ number: '1', title: 'Fix it' }])
})

test('without a title it has that of its newest commit', async () => {
  await copy.commit('Two\n\nlong', { 'b.txt': '1' })
  expect(await proposed('topic=fix')).toMatchObject([{ title: 'Two' }])
})

test('the same topic again, also rewritten and by somebody else, brings it up to date', async () => {
  const first = await copy.commit('Two', { 'b.txt': '1' })
  await proposed('topic=fix')
  await copy.do('commit', '--amend', '--quiet', '--message=Two, better')
  await copy.do('remote', 'set-url', 'origin', server.url('ada/hello', 'bob'))
  const second = await copy.do('rev-parse', 'HEAD')
  expect(await proposed('topic=fix')).toMatchObject([
    {
      event: 'pull_request',
      eventReason: ['synchronized'],
      commit: second,
      author: 'ada',
      authorEmail: 'ada@example.org',
      sender: 'bob',
      title: 'Two',
      range: { before: first, after: second },
    },
  ])
  expect(await remoteRefs()).toContain(`${second}\trefs/pull/1/head`)
})

test('options without new commits are an event of their own', async () => {
  await copy.commit('Two', { 'b.txt': '1' })
  await proposed('topic=fix')
  const reasons = async (...options: string[]) => {
    const [seed, ...more] = await proposed('topic=fix', ...options)
    expect(more).toEqual([])
    expect(seed?.event).toBe('pull_request_metadata')
    return [seed?.eventReason, seed?.pr?.labels, seed?.pr?.milestone]
  }
  expect(await reasons('label=bug', 'label=ui')).toEqual([['label_updated'], ['bug', 'ui'], undefined])
  expect(await reasons('unlabel=bug')).toEqual([['label_updated'], ['ui'], undefined])
  expect(await reasons('unlabel=ui', 'title=New')).toEqual([['edited', 'label_cleared'], [], undefined])
  expect(await reasons('milestone=1.0')).toEqual([['milestoned'], [], '1.0'])
  expect(await reasons('milestone=')).toEqual([['demilestoned'], [], undefined])
  expect(await reasons('description=Long')).toEqual([['edited'], [], undefined])
  expect(await refused('topic=fix', 'title=New')).toContain('pull request 1 is like this already')
})

test('it is closed by an option, and opened again by the next push of its topic', async () => {
  const head = await copy.commit('Two', { 'b.txt': '1' })
  await proposed('topic=fix')
  expect(await proposed('topic=fix', 'close')).toMatchObject([
    { event: 'pull_request_closed', eventReason: ['closed'], commit: head, pr: { number: '1' } },
  ])
  expect(await openPulls()).toEqual([])
  expect(await refused('topic=fix', 'close')).toContain('no open pull request has the topic fix')
  expect(await proposed('topic=fix')).toMatchObject([
    { event: 'pull_request', eventReason: ['reopened'], pr: { number: '1' } },
  ])
})

test('it is closed when its target gets its head, whichever way', async () => {
  await copy.commit('Two', { 'b.txt': '1' })
  await proposed('topic=fix')
  const head = await copy.do('rev-parse', 'HEAD')
  await copy.do('switch', '--quiet', 'main')
  await copy.commit('Between', { 'z.txt': '1' })
  await copy.do('merge', '--quiet', '--message=Merged', 'work')
  await copy.do('push', 'origin', 'main')
  expect(news()).toMatchObject([
    { event: 'push', branch: 'main', message: 'Merged' },
    {
      event: 'pull_request_closed',
      eventReason: ['merged'],
      commit: head,
      pr: { number: '1' },
      sender: 'ada',
    },
  ])
  expect(await openPulls()).toEqual([])
  await copy.commit('After', { 'y.txt': '1' })
  await copy.do('push', 'origin', 'main')
  expect(news()).toMatchObject([{ event: 'push' }])
})

test('a push to another branch than the target closes nothing', async () => {
  await copy.commit('Two', { 'b.txt': '1' })
  await proposed('topic=fix')
  await copy.do('push', 'origin', 'work:elsewhere')
  expect(news().map(({ event }) => event)).toEqual(['push'])
  expect(await openPulls()).toHaveLength(1)
})

test('after the merge the topic names a new pull request', async () => {
  await copy.commit('Two', { 'b.txt': '1' })
  await proposed('topic=fix')
  await copy.do('push', 'origin', 'work:main')
  news()
  expect(await refused('topic=fix', 'label=late')).toContain('pull request 1 is merged')
  await copy.commit('Three', { 'c.txt': '1' })
  expect(await proposed('topic=fix')).toMatchObject([{ eventReason: ['opened'], pr: { number: '2' } }])
})

test('what cannot be one is refused with a reason', async () => {
  expect(await refused('topic=fix')).toContain('main has this commit already')
  await copy.commit('Two', { 'b.txt': '1' })
  expect(await refused()).toContain('git push -o topic=<name>')
  const nowhere = await copy.run('push', 'origin', 'HEAD:refs/for/nowhere', '-o', 'topic=x')
  expect(nowhere.output).toContain('there is no branch nowhere')
  const file = await copy.run('push', 'origin', 'HEAD:a.txt:refs/for/main', '-o', 'topic=x')
  expect(file.code).not.toBe(0)
  expect(await openPulls()).toEqual([])
})

test('two topics are two pull requests, and a branch pushed along is a push', async () => {
  await copy.commit('Two', { 'b.txt': '1' })
  const both = await copy.run('push', 'origin', 'HEAD:refs/for/main', 'HEAD:work', '-o', 'topic=one')
  expect(both.code).toBe(0)
  expect(news().map(({ event, ref }) => `${event} ${ref}`)).toEqual([
    'push refs/heads/work',
    'pull_request refs/pull/1/head',
  ])
  expect(await proposed('topic=two')).toMatchObject([{ pr: { number: '2' } }])
})

test('pull requests opened at the same time get different numbers', async () => {
  await copy.commit('Two', { 'b.txt': '1' })
  const topics = ['a', 'b', 'c', 'd']
  const runs = await Promise.all(topics.map((topic) => propose(`topic=${topic}`)))
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(
    news()
      .map(({ pr }) => pr?.number ?? '')
      .sort(),
  ).toEqual(['1', '2', '3', '4'])
})

test('one without an object to send still reaches the server', async () => {
  await copy.commit('Two', { 'b.txt': '1' })
  await copy.do('push', 'origin', 'work')
  news()
  expect(await proposed('topic=fix')).toMatchObject([{ event: 'pull_request' }])
})
