import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { until } from '../runner/testing/harness.ts'
import { stepOf } from '../testing/repos.ts'
import { aLab, asFiles, type Lab, table, told, warningsOf } from './testing/lab.ts'
import { processesWith } from './testing/processes.ts'

/** How pipelines are ended: by the clock, by people, by other pipelines, by their own steps. */

let lab: Lab
beforeAll(async () => {
  lab = await aLab({ capacity: 8 })
})
afterAll(() => lab.close())

const always = 'skip_clone: true\nwhen: [{event: push}]\n'
const sleeper = `${always}steps: [{name: say, image: sh, commands: sleep 60.5}]\n`

describe.concurrent('E14 services and detached steps', () => {
  test('run beside the others and end with them', async () => {
    const on = await lab.project('e14/repo')
    const sign = join(lab.dataDir, 'go-on')
    const { number } = await on.pushed(`
when: [{event: push}]
services:
  - {name: db, image: "postgres-of-nowhere:16", ports: [5432]}
  - {name: stub, image: sh, commands: "while true; do sleep 1; done"}
steps:
  - {name: watcher, image: sh, detach: true, commands: [echo up, sleep 300]}
  - {name: boom, image: sh, detach: true, commands: exit 9}
  - {name: test, image: sh, commands: ["while [ ! -e ${sign} ]; do sleep 0.1; done", ls]}
`)
    await on.running(number, 'test')
    const midway = await on.pipeline(number)
    for (const name of ['stub', 'watcher']) expect(stepOf(midway, name).state, name).toBe('running')
    writeFileSync(sign, '')
    const done = await on.over(number)
    expect(told(done)).toBe(table`
      success
      1 woodpecker success
        2 clone success
        3 db skipped
        4 stub success
        5 watcher success
        6 boom failure 9
        7 test success
    `)
    const [warning, ...others] = warningsOf(done)
    expect(warning?.message).toMatch(/db/)
    expect(others).toEqual([])
    expect(await on.printed(done, 'watcher')).toEqual(['up'])
  })
})

const gated = {
  '.woodpecker/a.yaml': `${always}steps: [{name: gate, image: sh, commands: [sleep 1, exit 1], failure: cancel}, {name: later, image: sh, commands: echo l}]\n`,
  '.woodpecker/b.yaml': `${always}steps: [{name: long, image: sh, commands: sleep 60.15}]\n`,
  '.woodpecker/c.yaml': `${always}depends_on: b\nsteps: [{name: post, image: sh, commands: echo p}]\n`,
}

test.concurrent('E15 a step that cancels takes all workflows with it', async () => {
  const on = await lab.project('e15/two')
  const done = await on.ran(gated)
  expect(told(done)).toBe(table`
    killed
    1 a killed
      4 gate failure 1
      5 later canceled
    2 b killed
      6 long killed
    3 c skipped
      7 post canceled
  `)
  expect(done.cancel_info).toMatchObject({ canceled_by_step: 'gate' })
  await until(() => processesWith('60.15').length === 0)
  const { stats } = lab.core.runner.queueInfo()
  expect(stats).toMatchObject({ waiting_on_deps_count: 0 })
})

test.concurrent('E15 with one place only, the others never begin', async () => {
  const narrow = await aLab({ capacity: 1 })
  const on = await narrow.project('e15/one')
  const done = await on.ran(gated)
  expect(told(done)).toBe(table`
    killed
    1 a killed
      4 gate failure 1
      5 later canceled
    2 b skipped
      6 long canceled
    3 c skipped
      7 post canceled
  `)
  expect(done.cancel_info).toMatchObject({ canceled_by_step: 'gate' })
  expect(narrow.core.runner.queueInfo()).toMatchObject({ pending: [], waiting_on_deps: [], running: [] })
  await narrow.close()
})

test.concurrent('a workflow that takes too long is killed with what would have followed', async () => {
  const on = await lab.project('late/repo')
  const commit = await on.commit(
    asFiles(
      `${always}steps: [{name: slow, image: sh, commands: sleep 120.5}, {name: next, image: sh, commands: ls}]\n`,
    ),
  )
  // People may set whole minutes only.
  const repo = { ...lab.core.repos.get(on.id)!, timeout: 0.1 }
  const made = await lab.core.service.create(repo, {
    repo_id: on.id,
    event: 'push',
    status: 'created',
    version: '1',
    commit,
    branch: 'main',
    ref: 'refs/heads/main',
  })
  const done = await on.over(made!.number)
  expect(told(done)).toBe(table`
    killed
    1 woodpecker killed
      2 slow killed
      3 next killed
  `)
  expect(done.cancel_info ?? null).toBeNull()
  expect(stepOf(done, 'slow').error).toMatch(/timeout/i)
  await until(() => processesWith('120.5').length === 0)
})

test.concurrent('a person cancels what runs, and nothing is left of it', async () => {
  const on = await lab.project('cancel/repo')
  const { number } = await on.pushed(
    `${always}steps: [{name: say, image: sh, commands: sleep 60.7}, {name: next, image: sh, commands: ls}]\n`,
  )
  await on.running(number)
  expect(await on.post(`/pipelines/${number}/cancel`)).toMatchObject({ status: 204, body: '' })
  const done = await on.over(number)
  expect(told(done)).toBe(table`
    killed
    1 woodpecker killed
      2 say killed
      3 next canceled
  `)
  expect(done.cancel_info).toMatchObject({ canceled_by_user: 'cancel' })
  await until(() => processesWith('60.7').length === 0)
  expect((await on.post(`/pipelines/${number}/cancel`)).status).toBe(400)
})

describe.concurrent('a newer pipeline', () => {
  test('takes the place of an older one of its branch', async () => {
    const on = await lab.project('newer/branch')
    const first = await on.pushed(sleeper)
    await on.running(first.number)
    const second = await on.pushed(`${sleeper}# again\n`)
    const done = await on.over(first.number)
    expect(done).toMatchObject({ status: 'killed', cancel_info: { superseded_by: second.number } })
    expect(await on.running(second.number)).toMatchObject({ state: 'running' })
    // And in its turn of a restart, which is newer than both.
    const third = (await on.post(`/pipelines/${first.number}`)).json() as Pipeline
    expect(await on.over(second.number)).toMatchObject({ cancel_info: { superseded_by: third.number } })
    await on.post(`/pipelines/${third.number}/cancel`)
    await on.over(third.number)
  })

  test('leaves other branches and other events alone', async () => {
    const on = await lab.project('newer/others')
    const file = sleeper.replace('event: push', 'event: [push, manual]')
    const first = await on.pushed(file)
    const second = await on.pushed({ 'a.txt': '1' }, { branch: 'work' })
    const third = await on.start()
    for (const { number } of [first, second, third])
      expect(await on.running(number)).toMatchObject({ state: 'running' })
    for (const { number } of [first, second, third]) {
      await on.post(`/pipelines/${number}/cancel`)
      await on.over(number)
    }
  })

  test('of a pull request takes the place of its older one only', async () => {
    const on = await lab.project('newer/pulls')
    const file = sleeper.replace('event: push', 'event: pull_request')
    expect(await on.push(asFiles(file))).toEqual([])
    await on.copy.do('switch', '--quiet', '--create', 'work')
    const propose = (topic: string, text: string) =>
      on.pushed({ [topic]: text }, { to: 'refs/for/main', options: [`topic=${topic}`, `title=${topic}`] })
    const one = await propose('one', '1')
    const other = await propose('other', '1')
    const newer = await propose('one', '2')
    expect(await on.over(one.number)).toMatchObject({
      cancel_info: { superseded_by: newer.number },
    })
    for (const { number } of [other, newer]) {
      await on.running(number)
      await on.post(`/pipelines/${number}/cancel`)
      await on.over(number)
    }
  })

  test('replaces nothing where the repository does not want it', async () => {
    const on = await lab.project('newer/never', { cancel_previous_pipeline_events: [] })
    const first = await on.pushed(sleeper)
    const second = await on.pushed(`${sleeper}# again\n`)
    for (const { number } of [first, second]) await on.running(number)
    for (const { number } of [first, second]) {
      await on.post(`/pipelines/${number}/cancel`)
      await on.over(number)
    }
  })
})

test.concurrent('in strict mode a shell that is not there fails step and workflow', async () => {
  const strict = await aLab({ isStrictImages: true })
  const on = await strict.project('strict/repo')
  const done = await on.ran(
    `${always}steps: [{name: a, image: no-such-shell, commands: ls}, {name: b, image: sh, commands: ls}]\n`,
  )
  expect(told(done)).toBe(table`
    failure
    1 woodpecker failure
      2 a failure
      3 b skipped
  `)
  expect(stepOf(done, 'a').error).toMatch(/no-such-shell/)
  expect(done.workflows?.[0]?.error).toBe(stepOf(done, 'a').error)
  await strict.close()
})

describe.concurrent('a plugin that is nowhere', () => {
  const file = (more = '') =>
    `${always}steps: [{name: a, image: no-such-plugin, settings: {x: 1}${more}}, {name: b, image: sh, commands: ls}]\n`
  test('fails step and workflow with a reason', async () => {
    const on = await lab.project('image/fails')
    const done = await on.ran(file())
    expect(told(done)).toBe(table`
      failure
      1 woodpecker failure
        2 a failure
        3 b skipped
    `)
    expect(stepOf(done, 'a')).toMatchObject({
      exit_code: 0,
      error: expect.stringMatching(/no-such-plugin/) as string,
    })
    expect(done.workflows?.[0]?.error).toBe(stepOf(done, 'a').error)
  })

  test('does not matter where a failure does not', async () => {
    const on = await lab.project('image/ignored')
    expect(told(await on.ran(file(', failure: ignore')))).toBe(table`
      success
      1 woodpecker success
        2 a failure
        3 b success
    `)
  })
})
