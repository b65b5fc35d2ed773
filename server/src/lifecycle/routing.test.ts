import type { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLab, type Lab, problemsOf, table, told, warningsOf } from './testing/lab.ts'

/** The examples of the specification (engine 13) about what runs after what: pushed by git, run by real processes. */

let lab: Lab
beforeAll(async () => {
  lab = await aLab({ capacity: 4 })
})
afterAll(() => lab.close())

const habits = (pipeline: Pipeline) =>
  pipeline.errors
    .filter(({ type }) => type === 'bad_habit')
    .map(({ data }) => (data as { field?: string } | null)?.field)

test.concurrent('E01 status routing after a failure', async () => {
  const on = await lab.project('e01/repo')
  const done = await on.ran(`
skip_clone: true
when: {event: push}
steps:
  - name: compile
    image: sh
    commands: ["echo one", "exit 3", "echo never"]
  - name: ship
    image: sh
    commands: echo ship
  - name: page-oncall
    image: sh
    commands: echo "$CI_PIPELINE_STATUS"
    when: {status: failure}
  - name: sweep
    image: sh
    commands: echo sweep
    when: [{event: push, status: [success, failure]}]
`)
  expect(told(done)).toBe(table`
    failure
    1 woodpecker failure
      2 compile failure 3
      3 ship skipped
      4 page-oncall success
      5 sweep success
  `)
  expect(done.workflows?.[0]?.error ?? '').toBe('')
  expect(habits(done)).toEqual([])
  expect(await on.lines(done, 'compile')).toEqual(['+ echo one', 'one', '+ exit 3'])
  expect(await on.printed(done, 'page-oncall')).toEqual(['failure'])
  const skipped = done.workflows?.[0]?.children[1]
  expect(skipped).toMatchObject({ name: 'ship', state: 'skipped' })
  expect(skipped?.started).toBeFalsy()
})

test.concurrent('E02 an ignored failure does not flip the routing, for any event', async () => {
  const on = await lab.project('e02/repo')
  const expected = table`
    success
    1 woodpecker success
      2 lint failure 7
      3 only-on-red skipped
      4 last success
  `
  const done = await on.ran(`
skip_clone: true
steps:
  - {name: lint, image: sh, commands: exit 7, failure: ignore}
  - {name: only-on-red, image: sh, commands: echo no, when: [{status: failure}]}
  - {name: last, image: sh, commands: test "$CI_PIPELINE_STATUS" = success}
`)
  expect(told(done)).toBe(expected)
  expect(habits(done)).toEqual(['steps.lint', 'steps.only-on-red.when[0]', 'steps.last'])

  await on.copy.do('tag', 'v1')
  await on.copy.do('tag', 'v2')
  const { id } = (
    await on.post('/cron', { name: 'nightly', schedule: '@daily', branch: 'main', enabled: true })
  ).json() as { id: number }
  const [tag = 0] = await on.send('v1')
  const [release = 0] = await on.send('v2', ['release=Second'])
  const cron = ((await on.post(`/cron/${id}`)).json() as { number: number }).number
  const manual = (await on.start()).number
  for (const [number, event] of [
    [tag, 'tag'],
    [release, 'release'],
    [cron, 'cron'],
    [manual, 'manual'],
  ] as const) {
    const other = await on.over(number)
    expect(other.event).toBe(event)
    expect(told(other), event).toBe(expected)
  }
})

test.concurrent('E03 the steps of a level wait for the whole level before', async () => {
  const on = await lab.project('e03/repo')
  const done = await on.ran(`
skip_clone: true
when: [{event: push}]
steps:
  slow: {image: sh, commands: ["while [ ! -e quick ]; do sleep 0.1; done", sleep 0.5, touch slow]}
  quick: {image: sh, commands: touch quick}
  after-quick: {image: sh, commands: test -e slow, depends_on: quick}
  join: {image: sh, commands: date, depends_on: [after-quick, slow]}
`)
  expect(told(done)).toBe(table`
    success
    1 woodpecker success
      2 slow success
      3 quick success
      4 after-quick success
      5 join success
  `)
})

test.concurrent('E04 one empty depends_on lets all steps run together', async () => {
  const on = await lab.project('e04/repo')
  const done = await on.ran(`
skip_clone: true
when: {event: [push]}
steps:
  - {name: a, image: sh, commands: exit 1, depends_on: []}
  - {name: b, image: sh, commands: [sleep 1, echo b]}
  - {name: c, image: sh, commands: echo c, when: {event: push, status: failure}}
`)
  expect(told(done)).toBe(table`
    failure
    1 woodpecker failure
      2 a failure 1
      3 b success
      4 c skipped
  `)
  expect(await on.printed(done, 'b')).toEqual(['b'])
})

describe.concurrent('E05 a dependency on a step that is filtered away', () => {
  const file = (deploy: string) => `
skip_clone: true
when: {event: push}
steps:
  - {name: test, image: sh, commands: "true", when: {event: tag}}
  - {name: deploy, image: sh, commands: echo d${deploy}}
`
  test('is an error that names both', async () => {
    const on = await lab.project('e05/needed')
    const failed = await on.pushed(file(', depends_on: [test]'))
    expect(told(failed)).toBe('error')
    expect(problemsOf(failed)).toMatchObject([{ type: 'generic', data: null }])
    expect(problemsOf(failed)[0]?.message).toMatch(/deploy.*test|test.*deploy/)
    const configs = (await on.by.get(`${on.url}/pipelines/${failed.number}/config`)).json()
    expect(configs).toMatchObject([{ name: 'woodpecker' }])
  })

  test('is none when it is optional', async () => {
    const on = await lab.project('e05/optional')
    expect(told(await on.ran(file(', depends_on: [{name: test, optional: true}]')))).toBe(table`
      success
      1 woodpecker success
        2 deploy success
    `)
  })

  test('with a slip of the pen is the linter’s business', async () => {
    const on = await lab.project('e05/slip')
    const failed = await on.pushed(file(', depends_on: [tset]'))
    expect(told(failed)).toBe('error')
    expect(problemsOf(failed)).toMatchObject([{ type: 'linter', data: { field: 'steps.deploy.depends_on' } }])
  })

  test('does not matter without one: two steps of a name run in order', async () => {
    const on = await lab.project('e05/twins')
    const twins = (more: string) => `
skip_clone: true
when: {event: push}
steps:
  - {name: x, image: sh, commands: echo first >> order${more}}
  - {name: x, image: sh, commands: [echo second >> order, cat order]}
`
    const done = await on.ran(twins(''))
    expect(told(done)).toBe(table`
      success
      1 woodpecker success
        2 x success
        3 x success
    `)
    const last = done.workflows?.[0]?.children[1]
    expect(last && (await on.printed(done, last))).toEqual(['first', 'second'])
    const failed = await on.pushed(twins(', depends_on: []'))
    expect(told(failed)).toBe('error')
    expect(problemsOf(failed)).toMatchObject([{ type: 'generic' }])
    expect(problemsOf(failed)[0]?.message).toMatch(/\bx\b/)
  })
})

describe.concurrent('E07 workflows that skip one another', () => {
  const files = (lint: string) => {
    const step = (name: string, commands = `echo ${name}`) =>
      `steps: [{name: ${name}, image: sh, commands: ${commands}}]\n`
    const push = 'skip_clone: true\nwhen: [{event: push}]\n'
    return {
      '.woodpecker/lint.yaml': push + step('lint', lint),
      '.woodpecker/build.yaml': `${push}depends_on: lint\n${step('build')}`,
      '.woodpecker/deploy.yaml': `${push}depends_on: build\n${step('deploy')}`,
      '.woodpecker/notify.yaml': `skip_clone: true\ndepends_on: [lint, deploy]\nwhen: [{event: push, status: [success, failure]}]\n${step('notify')}`,
      '.woodpecker/rescue.yaml': `${push}depends_on: lint\nruns_on: [failure]\n${step('rescue')}`,
      '.woodpecker/tidy.yaml': `skip_clone: true\ndepends_on: deploy\nwhen: [{event: push, status: failure}]\n${step('tidy')}`,
    }
  }
  test('after a failure', async () => {
    const on = await lab.project('e07/red')
    const done = await on.ran(files('exit 1'))
    expect(told(done)).toBe(table`
      failure
      1 build skipped
        7 build skipped
      2 deploy skipped
        8 deploy skipped
      3 lint failure
        9 lint failure 1
      4 notify success
        10 notify success
      5 rescue success
        11 rescue success
      6 tidy success
        12 tidy success
    `)
    expect(warningsOf(done)).toMatchObject([{ type: 'deprecation', data: { file: 'rescue' } }])
  })

  test('when all is well', async () => {
    const on = await lab.project('e07/green')
    expect(told(await on.ran(files('"true"')))).toBe(table`
      success
      1 build success
        7 build success
      2 deploy success
        8 deploy success
      3 lint success
        9 lint success
      4 notify success
        10 notify success
      5 rescue skipped
        11 rescue skipped
      6 tidy skipped
        12 tidy skipped
    `)
  })
})

test.concurrent('workflows that wait for one another are an error', async () => {
  const on = await lab.project('cycle/repo')
  const file = (needs: string) =>
    `skip_clone: true\nwhen: {event: push}\ndepends_on: ${needs}\nsteps: [{name: s, image: sh, commands: ls}]\n`
  const failed = await on.pushed({ '.woodpecker/a.yaml': file('b'), '.woodpecker/b.yaml': file('a') })
  expect(told(failed)).toBe('error')
  expect(problemsOf(failed)).toMatchObject([{ type: 'generic' }])
})
