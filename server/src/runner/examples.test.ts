import { afterEach, beforeEach, expect, test } from 'vitest'

import { compilePipeline } from '../engine/compile.ts'
import { aSecret, someMetadata } from '../engine/testing/compile.ts'
import type { Secret } from '../engine/types.ts'
import { aHarness, type Harness, type Outcome } from './testing/harness.ts'

/** Whole files, as people write them: compiled by the engine and run for real (engine 13). */

let on: Harness
beforeEach(async () => {
  on = await aHarness()
})
afterEach(() => on.close())

async function run(files: Record<string, string>, secrets: Secret[] = []): Promise<Outcome> {
  const { workflows, errors } = compilePipeline({
    files: Object.entries(files).map(([path, data]) => ({ path, data })),
    metadata: someMetadata(),
    variables: {},
    globals: {},
    secrets,
    privilegedPlugins: [],
    trustedClonePlugins: [],
  })
  expect(errors.filter(({ is_warning }) => !is_warning)).toEqual([])
  return on.run(workflows, { masks: secrets.map(({ value }) => value) })
}

const states = (rows: Record<string, { state: string }>) =>
  Object.fromEntries(Object.entries(rows).map(([name, { state }]) => [name, state]))
const printed = (id: number, name: string) =>
  on
    .logOf(id, name)
    .split('\n')
    .filter((line) => !line.startsWith('+ '))

test('E01 status routing after a failure', async () => {
  const out = await run({
    '.woodpecker.yaml': `
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
`,
  })
  expect(states(out.steps)).toEqual({
    compile: 'failure',
    ship: 'skipped',
    'page-oncall': 'success',
    sweep: 'success',
  })
  expect(out.steps['compile']!.exit_code).toBe(3)
  expect(on.logOf(out.id, 'compile')).toBe('+ echo one\none\n+ exit 3')
  expect(printed(out.id, 'page-oncall')).toEqual(['failure'])
  expect(out.status).toBe('failure')
})

test('E03 the steps of a level wait for the whole level before', async () => {
  const out = await run({
    '.woodpecker.yaml': `
skip_clone: true
steps:
  slow: {image: sh, commands: sleep 2}
  quick: {image: sh, commands: "true"}
  after-quick: {image: sh, commands: date, depends_on: quick}
  join: {image: sh, commands: date, depends_on: [after-quick, slow]}
`,
  })
  expect(out.status).toBe('success')
  expect(out.steps['after-quick']!.started).toBeGreaterThanOrEqual(out.steps['slow']!.finished)
  expect(out.steps['quick']!.finished).toBeLessThan(out.steps['slow']!.finished)
})

test('E11 secrets reach the step and not the log', async () => {
  const secrets = [
    aSecret('token', 's3cr3t-value'),
    aSecret('key', '-----A\nqq\n-----B'),
    aSecret('pin', 'abc'),
    aSecret('plug', 'zzzzzz', { images: ['env'] }),
  ]
  const file = `
skip_clone: true
when: [{event: [push, pull_request]}]
steps:
  - name: use
    image: sh
    environment:
      T: {from_secret: TOKEN}
      K: {from_secret: key}
      P: {from_secret: pin}
    commands:
      - echo "t=$T p=$P"
      - echo "$K"
      - echo zzzzzz
`
  const out = await run({ '.woodpecker.yaml': file }, secrets)
  expect(out.status).toBe('success')
  expect(printed(out.id, 'use')).toEqual(['t=******** p=abc', '********', '********', '********', '********'])
  expect(on.logOf(out.id, 'use')).toContain('+ echo ********')
})

test('E12 settings of a plugin', async () => {
  const file = `
skip_clone: true
when: {event: push}
steps:
  - name: dump
    image: env
    settings:
      str: hi
      ver: 1.10
      flag: true
      nothing: ~
      list: [a, 2, ~]
      empty: []
      dash-and.dot: x
      obj: {b: 1, a: {from_secret: token}}
`
  const out = await run({ '.woodpecker.yaml': file }, [aSecret('token', 's3cr3t-value')])
  expect(out.status).toBe('success')
  expect(printed(out.id, 'dump')).toEqual(
    expect.arrayContaining([
      'PLUGIN_STR=hi',
      'PLUGIN_VER=1.1',
      'PLUGIN_FLAG=true',
      'PLUGIN_LIST=a,2,',
      'PLUGIN_EMPTY=',
      'PLUGIN_DASH_AND_DOT=x',
      'PLUGIN_OBJ={"a":"********","b":1}',
      'CI_STEP_TYPE=plugin',
      'DRONE_BUILD_EVENT=push',
    ]),
  )
  expect(on.logOf(out.id, 'dump')).not.toContain('PLUGIN_NOTHING')
})

test('E14 services and detached steps', async () => {
  const out = await run({
    '.woodpecker.yaml': `
skip_clone: true
when: [{event: push}]
services:
  - {name: db, image: "no-such-postgres:16", ports: [5432]}
  - {name: stub, image: sh, commands: "while true; do sleep 1; done"}
steps:
  - {name: watcher, image: sh, detach: true, commands: [echo up, sleep 300]}
  - {name: boom, image: sh, detach: true, commands: exit 9}
  - {name: test, image: sh, commands: [sleep 1, ls]}
`,
  })
  expect(states(out.steps)).toEqual({
    db: 'skipped',
    stub: 'success',
    watcher: 'success',
    boom: 'failure',
    test: 'success',
  })
  expect(out.errors).toHaveLength(1)
  expect(out.status).toBe('success')
})

test('E07 workflows that skip one another', async () => {
  const when = 'when: [{event: push}]\nskip_clone: true\n'
  const steps = (name: string, commands: string) =>
    `steps: [{name: ${name}, image: sh, commands: ${commands}}]\n`
  const out = await run({
    '.woodpecker/build.yaml': `${when}depends_on: lint\n${steps('b', 'echo b')}`,
    '.woodpecker/deploy.yaml': `${when}depends_on: build\n${steps('d', 'echo d')}`,
    '.woodpecker/lint.yaml': `${when}${steps('l', 'exit 1')}`,
    '.woodpecker/notify.yaml': `skip_clone: true\nwhen: [{event: push, status: [success, failure]}]\ndepends_on: [lint, deploy]\n${steps('n', 'echo n')}`,
    '.woodpecker/rescue.yaml': `${when}runs_on: [failure]\ndepends_on: lint\n${steps('r', 'echo r')}`,
    '.woodpecker/tidy.yaml': `skip_clone: true\nwhen: [{event: push, status: failure}]\ndepends_on: deploy\n${steps('t', 'echo t')}`,
  })
  expect(states(out.workflows)).toEqual({
    build: 'skipped',
    deploy: 'skipped',
    lint: 'failure',
    notify: 'success',
    rescue: 'success',
    tidy: 'success',
  })
  expect(out.status).toBe('failure')
})
