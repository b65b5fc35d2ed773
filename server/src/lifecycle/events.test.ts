import { Cron } from '@yaffle/contract/crons'
import { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { facts } from './testing/facts.ts'
import { aLab, asFiles, type Lab } from './testing/lab.ts'

/** How each of the nine events comes about, what a pipeline knows of it, and when there is none (engine 6.1 to 6.3). */

let lab: Lab
beforeAll(async () => {
  lab = await aLab({ capacity: 4 })
})
afterAll(() => lab.close())

async function aProject(name: string, settings: object = {}) {
  const on = await lab.project(name, settings)
  return {
    ...on,
    /** The lines of `facts`, without what is empty. */
    async saw({ number }: { number: number }): Promise<string[]> {
      const done = await on.over(number)
      expect(done.status, JSON.stringify(done.errors)).toBe('success')
      return (await on.printed(done, 'say')).map((line) => line.trim().replaceAll(/ +/g, ' '))
    },
  }
}

describe.concurrent('each event', () => {
  test('push', async () => {
    const on = await aProject('events/push')
    expect(await on.push({ 'README.md': 'Hello' })).toEqual([])
    const pipeline = await on.pushed(facts, { message: 'One\n\nmore', branch: 'work' })
    expect(pipeline).toMatchObject({
      event: 'push',
      branch: 'work',
      ref: 'refs/heads/work',
      message: 'One\n\nmore',
      author: 'events',
      sender: 'events',
      author_email: 'events@example.org',
      commit: await on.copy.do('rev-parse', 'HEAD'),
      changed_files: ['.woodpecker.yaml'],
    })
    expect(await on.saw(pipeline)).toEqual([
      'push refs/heads/work work',
      'pull',
      'tag',
      'deploy 0',
      'files [".woodpecker.yaml"]',
      'own',
    ])
    expect(await on.send(':refs/heads/work')).toEqual([])
  })

  test('tag', async () => {
    const on = await aProject('events/tag')
    const { number, commit } = await on.pushed(facts)
    await on.over(number)
    await on.copy.do('tag', '--annotate', '--message=Note', 'v1')
    const [tag = 0] = await on.send('v1')
    const pipeline = await on.pipeline(tag)
    expect(pipeline).toMatchObject({
      event: 'tag',
      branch: '',
      ref: 'refs/tags/v1',
      commit,
      message: 'created tag v1',
      author: 'events',
    })
    expect(await on.saw(pipeline)).toEqual([
      'tag refs/tags/v1',
      'pull',
      'tag v1',
      'deploy 0',
      'files []',
      'own',
    ])
    expect(await on.send(':refs/tags/v1')).toEqual([])
  })

  test('release', async () => {
    const on = await aProject('events/release')
    await on.over((await on.pushed(facts)).number)
    await on.copy.do('tag', 'v2-rc')
    const [release = 0] = await on.send('v2-rc', ['release=Second', 'prerelease'])
    const pipeline = await on.pipeline(release)
    expect(pipeline).toMatchObject({
      event: 'release',
      ref: 'refs/tags/v2-rc',
      branch: 'main',
      message: 'created release Second',
      release: { title: 'Second', is_prerelease: true },
      is_prerelease: true,
    })
    const [first, , tag] = await on.saw(pipeline)
    expect([first, tag]).toEqual(['release refs/tags/v2-rc main', 'tag v2-rc Second true'])
  })

  test('pull_request, pull_request_metadata and pull_request_closed', async () => {
    const on = await aProject('events/pull')
    await on.over((await on.pushed(facts)).number)
    await on.copy.do('switch', '--quiet', '--create', 'work')
    const propose = (...options: string[]) => on.send('HEAD:refs/for/main', ['topic=fix', ...options])
    await on.copy.commit('Mend', { 'mended.txt': '1' })
    const [opened = 0] = await propose('title=Fix it', 'label=bug')
    const pipeline = await on.pipeline(opened)
    expect(pipeline).toMatchObject({
      event: 'pull_request',
      branch: 'main',
      ref: 'refs/pull/1/head',
      refspec: 'fix:main',
      message: 'Fix it',
      title: 'Fix it',
      pr_labels: ['bug'],
      from_fork: false,
      commit: await on.copy.do('rev-parse', 'HEAD'),
      changed_files: ['mended.txt'],
    })
    expect(await on.saw(pipeline)).toEqual([
      'pull_request refs/pull/1/head main',
      'pull 1 fix main bug opened',
      'tag',
      'deploy 0',
      'files ["mended.txt"]',
      'own',
    ])

    const [metadata = 0] = await propose('label=urgent', 'milestone=1.0')
    expect(await on.pipeline(metadata)).toMatchObject({
      event: 'pull_request_metadata',
      pr_labels: ['bug', 'urgent'],
      pr_milestone: '1.0',
    })
    const [, changed] = await on.saw({ number: metadata })
    expect(changed).toMatch(/^pull 1 fix main bug,urgent 1\.0 .*label_updated/)

    // Merging its head into the target closes it: two events of one push.
    const [merged = 0, closed = 0] = await on.send('HEAD:refs/heads/main')
    expect(await on.pipeline(merged)).toMatchObject({ event: 'push', branch: 'main' })
    expect(await on.pipeline(closed)).toMatchObject({
      event: 'pull_request_closed',
      ref: 'refs/pull/1/head',
      event_reason: ['merged'],
    })
    await on.saw({ number: merged })
    await on.saw({ number: closed })
  })

  test('pull_request_closed, by the one who opened it', async () => {
    const on = await aProject('events/closed')
    await on.over((await on.pushed(facts)).number)
    await on.copy.commit('More', { 'more.txt': '1' })
    const other = ['topic=other', 'title=Other']
    const [second = 0] = await on.send('HEAD:refs/for/main', other)
    await on.saw({ number: second })
    const [given = 0] = await on.send('HEAD:refs/for/main', ['topic=other', 'close'])
    expect(await on.pipeline(given)).toMatchObject({ event: 'pull_request_closed', event_reason: ['closed'] })
    await on.saw({ number: given })
  })

  test('pull requests are not heeded where the repository does not want them', async () => {
    const on = await aProject('events/nopulls', { allow_pr: false })
    await on.over((await on.pushed(facts)).number)
    await on.copy.do('switch', '--quiet', '--create', 'work')
    await on.copy.commit('Mend', { 'mended.txt': '1' })
    expect(await on.send('HEAD:refs/for/main', ['topic=fix'])).toEqual([])
    expect(await on.all()).toHaveLength(1)
  })

  test('manual', async () => {
    const on = await aProject('events/manual')
    await on.push(asFiles(facts), { message: '[skip ci]' })
    const pipeline = await on.start({ variables: { OWN: 'by hand' } })
    expect(pipeline).toMatchObject({ event: 'manual', branch: 'main', author: 'events' })
    const [first, , , , , own] = await on.saw(pipeline)
    expect([first, own]).toEqual(['manual refs/heads/main main', 'own by hand'])
  })

  test('deployment', async () => {
    const on = await aProject('events/deployment')
    const source = await on.pushed(facts, { message: 'Ready' })
    await on.over(source.number)
    const url = `/pipelines/${source.number}?event=deployment&deploy_to=prod&deploy_task=migrate&OWN=by+query`
    expect((await on.post(url)).status).toBe(403)
    await on.by.patch(on.url, { allow_deploy: true })
    const deployment = (await on.post(url)).as(Pipeline)
    expect(deployment).toMatchObject({
      event: 'deployment',
      deploy_to: 'prod',
      deploy_task: 'migrate',
      parent: source.number,
      commit: source.commit,
      branch: 'main',
      message: 'Ready',
      rerun_count: 1,
    })
    const [first, , , deploy, , own] = await on.saw(deployment)
    expect([first, deploy, own]).toEqual([
      'deployment refs/heads/main main',
      `deploy prod migrate ${source.number}`,
      'own by query',
    ])
  })

  test('cron', async () => {
    const on = await aProject('events/cron')
    await on.push(asFiles(facts), { message: '[skip ci]' })
    const job = { name: 'nightly', schedule: '@daily', enabled: true, variables: { OWN: 'by night' } }
    const cron = (await on.post('/cron', job)).as(Cron)
    const pipeline = await on.pipeline((await on.post(`/cron/${cron.id}`)).as(Pipeline).number)
    expect(pipeline).toMatchObject({
      event: 'cron',
      branch: 'main',
      cron: 'nightly',
      message: 'nightly',
      sender: 'nightly',
      author: '',
    })
    const [first, , , , , own] = await on.saw(pipeline)
    expect([first, own]).toEqual(['cron refs/heads/main main', 'own by night'])
    // Running it by hand does not move its time.
    expect((await on.by.get(`${on.url}/cron/${cron.id}`)).as(Cron).next_exec).toBe(cron.next_exec)
  })
})

describe.concurrent('a marker in the message', () => {
  test.each(['wip [SKIP  ci]', '[ci skip]', 'a [CISKIP] b\n\nbody', 'subject\n\n[skip ci]'])(
    'such as %j lets a push run nothing',
    async (message) => {
      const on = await lab.project(`skips/${message.replaceAll(/\W+/g, '')}`)
      expect(await on.push(asFiles(facts), { message })).toEqual([])
      expect(await on.all()).toEqual([])
      // The number was never taken.
      expect(await on.push({ 'a.txt': '1' }, { message: 'no marker: skip ci' })).toEqual([1])
      await on.over(1)
    },
  )

  test('means nothing to a tag or to a person, and something to a pull request', async () => {
    const on = await lab.project('skips/others')
    const message = 'wip [SKIP  ci]'
    expect(await on.push(asFiles(facts), { message })).toEqual([])
    await on.copy.do('tag', 'v1')
    expect(await on.send('v1')).toEqual([1])
    expect((await on.start({ message })).number).toBe(2)
    await on.copy.do('switch', '--quiet', '--create', 'work')
    await on.copy.commit('Mend', { 'a.txt': '1' })
    expect(await on.send('HEAD:refs/for/main', ['topic=fix', `title=${message}`])).toEqual([])
    for (const number of [1, 2]) expect(await on.over(number)).toMatchObject({ status: 'success' })
  })
})
