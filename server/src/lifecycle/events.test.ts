import { Cron } from '@yaffle/contract/crons'
import { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { stepOf } from '../testing/repos.ts'
import { aLab, asFiles, type Lab, problemsOf, table, told } from './testing/lab.ts'

/** How each of the nine events comes about, what a pipeline knows of it, and when there is none (engine 6.1 to 6.4). */

let lab: Lab
beforeAll(async () => {
  lab = await aLab({ capacity: 4 })
})
afterAll(() => lab.close())

/** Prints what a step can see of its event. */
const facts = `
skip_clone: true
steps:
  - name: say
    image: sh
    commands:
      - echo "$CI_PIPELINE_EVENT $CI_COMMIT_REF $CI_COMMIT_BRANCH"
      - echo "pull $CI_COMMIT_PULL_REQUEST $CI_COMMIT_SOURCE_BRANCH $CI_COMMIT_TARGET_BRANCH $CI_COMMIT_PULL_REQUEST_LABELS $CI_COMMIT_PULL_REQUEST_MILESTONE $CI_PIPELINE_EVENT_REASON"
      - echo "tag $CI_COMMIT_TAG $CI_PIPELINE_RELEASE_TITLE $CI_PIPELINE_RELEASE_PRE"
      - echo "deploy $CI_PIPELINE_DEPLOY_TARGET $CI_PIPELINE_DEPLOY_TASK $CI_PIPELINE_PARENT"
      - echo "files $CI_PIPELINE_FILES"
      - echo "own $OWN"
`

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
      ...{ event: 'push', branch: 'work', ref: 'refs/heads/work', message: 'One\n\nmore' },
      ...{ author: 'events', sender: 'events', author_email: 'events@example.org' },
      ...{ commit: await on.copy.do('rev-parse', 'HEAD'), changed_files: ['.woodpecker.yaml'] },
    })
    expect(await on.saw(pipeline)).toEqual([
      ...['push refs/heads/work work', 'pull', 'tag', 'deploy 0'],
      ...['files [".woodpecker.yaml"]', 'own'],
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
      ...{
        event: 'tag',
        branch: '',
        ref: 'refs/tags/v1',
        commit,
        message: 'created tag v1',
        author: 'events',
      },
    })
    expect(await on.saw(pipeline)).toEqual([
      ...['tag refs/tags/v1', 'pull', 'tag v1', 'deploy 0', 'files []', 'own'],
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
      ...{ event: 'release', ref: 'refs/tags/v2-rc', branch: 'main', message: 'created release Second' },
      ...{ release: { title: 'Second', is_prerelease: true }, is_prerelease: true },
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
      ...{ event: 'pull_request', branch: 'main', ref: 'refs/pull/1/head', refspec: 'fix:main' },
      ...{ message: 'Fix it', title: 'Fix it', pr_labels: ['bug'], from_fork: false },
      ...{ commit: await on.copy.do('rev-parse', 'HEAD'), changed_files: ['mended.txt'] },
    })
    expect(await on.saw(pipeline)).toEqual([
      ...['pull_request refs/pull/1/head main', 'pull 1 fix main bug opened', 'tag', 'deploy 0'],
      ...['files ["mended.txt"]', 'own'],
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
      ...{ event: 'deployment', deploy_to: 'prod', deploy_task: 'migrate', parent: source.number },
      ...{ commit: source.commit, branch: 'main', message: 'Ready', rerun_count: 1 },
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
    const pipeline = (await on.post(`/cron/${cron.id}`)).as(Pipeline)
    expect(pipeline).toMatchObject({
      ...{
        event: 'cron',
        branch: 'main',
        cron: 'nightly',
        message: 'nightly',
        sender: 'nightly',
        author: '',
      },
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

describe.concurrent('the approval gate', () => {
  /** What an unlisted person’s push and pull request, and the owner’s own run by hand, become. */
  async function outcomes(require_approval: string, allowed: string[] = []) {
    const name = `gate-${require_approval}${allowed.length}/repo`
    const on = await lab.project(name, { require_approval, approval_allowed_users: allowed })
    const push = await on.pushed(facts)
    await on.copy.do('switch', '--quiet', '--create', 'work')
    const pull = await on.pushed(
      { 'a.txt': '1' },
      { to: 'refs/for/main', options: ['topic=fix', 'title=Fix'] },
    )
    const manual = await on.start()
    return {
      on,
      states: [push, pull, manual].map(({ status }) => (status === 'blocked' ? 'blocked' : 'runs')),
    }
  }

  test.each([
    ['none', ['runs', 'runs', 'runs']],
    // The local forge has no forks.
    ['forks', ['runs', 'runs', 'runs']],
    ['pull_requests', ['runs', 'blocked', 'runs']],
    ['all_events', ['blocked', 'blocked', 'runs']],
  ])('in mode %s', async (mode, expected) => {
    expect((await outcomes(mode)).states).toEqual(expected)
  })

  test('lets those through who are listed', async () => {
    const { states } = await outcomes('all_events', ['gate-all_events1'])
    expect(states).toEqual(['runs', 'runs', 'runs'])
  })

  test('holds pipelines of forks back by default', async () => {
    const on = await lab.project('gate-forks2/repo')
    const commit = await on.commit(asFiles(facts))
    const made = await lab.core.service.create(lab.core.repos.get(on.id)!, {
      ...{ repo_id: on.id, event: 'pull_request', status: 'created', version: '1', from_fork: 1 },
      ...{ commit, branch: 'main', ref: 'refs/pull/1/head', refspec: 'x:main', author: 'stranger' },
    })
    expect(made?.status).toBe('blocked')
  })

  test('opens with new steps and today’s secrets, and only once', async () => {
    const on = await lab.project('gate-open/repo', { require_approval: 'all_events' })
    await on.secret({ name: 'pass', value: 'yesterday' })
    const file = `
skip_clone: true
when: {event: push}
steps: [{name: say, image: sh, environment: {P: {from_secret: pass}}, commands: 'test "$P" = today-it-is'}]
`
    const older = await on.pushed(file, { branch: 'work' })
    const blocked = await on.pushed(`${file}# newer\n`, { branch: 'work' })
    expect(told(blocked)).toBe(table`
      blocked
      1 woodpecker blocked
        2 say blocked
    `)
    // Held back it replaces nothing yet.
    expect((await on.pipeline(older.number)).status).toBe('blocked')
    expect(lab.core.runner.queueInfo().pending.filter(({ repo_id }) => repo_id === on.id)).toEqual([])
    await on.by.patch(`${on.url}/secrets/pass`, { value: 'today-it-is' })
    const url = `/pipelines/${blocked.number}`
    const approved = (await on.post(`${url}/approve`)).as(Pipeline)
    expect(approved).toMatchObject({ status: 'pending', reviewed_by: 'gate-open' })
    const done = await on.over(blocked.number)
    expect(told(done)).toBe(table`
      success
      1 woodpecker success
        2 say success
    `)
    expect(stepOf(done).id).not.toBe(stepOf(blocked).id)
    expect(stepOf(done).pid).toBe(stepOf(blocked).pid)
    expect(await on.pipeline(older.number)).toMatchObject({
      status: 'killed',
      cancel_info: { superseded_by: blocked.number },
    })
    expect((await on.post(`${url}/approve`)).status).toBe(400)
    expect((await on.post(`${url}/decline`)).status).toBe(400)
    // Restarting asks nobody.
    const again = (await on.post(url)).as(Pipeline)
    expect(await on.over(again.number)).toMatchObject({ status: 'success', reviewed_by: '' })
  })

  test('shut declines everything; cancelled leaves all as it stood', async () => {
    const on = await lab.project('gate-shut/repo', { require_approval: 'all_events' })
    const one = await on.pushed(facts)
    expect(told((await on.post(`/pipelines/${one.number}/decline`)).as(Pipeline))).toBe(table`
      declined
      1 woodpecker declined
        2 say declined
    `)
    const other = await on.pushed({ 'a.txt': '1' })
    expect((await on.post(`/pipelines/${other.number}`)).status).toBe(400)
    expect((await on.post(`/pipelines/${other.number}/cancel`)).status).toBe(204)
    expect(told(await on.pipeline(other.number))).toBe(table`
      killed
      1 woodpecker blocked
        2 say blocked
    `)
  })

  test('opens onto an error when a secret is gone', async () => {
    const on = await lab.project('gate-error/repo', { require_approval: 'all_events' })
    await on.secret({ name: 'pass', value: 'yesterday' })
    const blocked = await on.pushed(
      'skip_clone: true\nsteps: [{name: a, image: sh, commands: ls, environment: {P: {from_secret: pass}}}]\n',
    )
    expect(blocked.status).toBe('blocked')
    await on.by.delete(`${on.url}/secrets/pass`)
    const answer = await on.post(`/pipelines/${blocked.number}/approve`)
    expect(answer.status).toBe(200)
    const failed = answer.as(Pipeline)
    expect(told(failed)).toBe('error')
    expect(problemsOf(failed)).toMatchObject([{ type: 'generic' }])
  })
})

describe.concurrent('a restart', () => {
  test('has its query as variables, for the file and for the shell', async () => {
    const on = await lab.project('restart/query')
    const first = await on.ran(`
skip_clone: true
when: {event: push}
steps: [{name: say, image: bash, commands: 'echo "\${FOO} $FOO"'}]
`)
    expect(await on.printed(first, 'say')).toEqual([' '])
    const again = (await on.post(`/pipelines/${first.number}?FOO=bar`)).as(Pipeline)
    expect(again).toMatchObject({ number: 2, parent: 1, rerun_count: 1, event: 'push', commit: first.commit })
    const done = await on.over(again.number)
    expect(await on.printed(done, 'say')).toEqual(['bar bar'])
    const third = (await on.post(`/pipelines/${again.number}`)).as(Pipeline)
    expect(third).toMatchObject({ parent: 2, rerun_count: 2 })
    expect(await on.printed(await on.over(third.number), 'say')).toEqual([' '])
  })

  test('uses the files as they were, and says when they are wrong', async () => {
    const on = await lab.project('restart/files')
    const failed = await on.pushed('steps: [')
    await on.push(asFiles(facts))
    const again = await on.post(`/pipelines/${failed.number}`)
    expect(again.status).toBe(200)
    expect(again.as(Pipeline)).toMatchObject({ status: 'error', parent: failed.number })
    await on.over(2)
  })
})
