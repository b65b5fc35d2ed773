import { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { stepOf } from '../testing/repos.ts'
import { facts } from './testing/facts.ts'
import { aLab, asFiles, type Lab, problemsOf, table, told } from './testing/lab.ts'

/** Approval and restarts (engine 6.4, 6.7). */

let lab: Lab
beforeAll(async () => {
  lab = await aLab({ capacity: 4 })
})
afterAll(() => lab.close())

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
      repo_id: on.id,
      event: 'pull_request',
      status: 'created',
      version: '1',
      from_fork: 1,
      commit,
      branch: 'main',
      ref: 'refs/pull/1/head',
      refspec: 'x:main',
      author: 'stranger',
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
