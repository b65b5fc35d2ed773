import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLab, type Lab, problemsOf, table, told, warningsOf } from './testing/lab.ts'

/** The examples of the specification (engine 13) about what a file says: values, substitution, settings, merges. */

let lab: Lab
beforeAll(async () => {
  lab = await aLab({ capacity: 4 })
})
afterAll(() => lab.close())

test.concurrent('E06 a matrix keeps its texts and is waited for as a whole', async () => {
  const on = await lab.project('e06/repo')
  lab.core.runner.pause()
  const [number = 0] = await on.push({
    '.woodpecker/test.yaml': `
matrix: {PY: [3.10, "3.9"], DB: [pg, lite]}
skip_clone: true
when: {event: push}
steps:
  - name: show \${PY}
    image: sh
    commands:
      - echo "$\${PY} \${DB}"
  - name: pg-only
    image: sh
    commands: echo pg
    when: [{event: push, matrix: {DB: "p*"}}]
`,
    '.woodpecker/report.yaml': `
skip_clone: true
depends_on: test
when: {event: push}
steps: [{name: sum, image: sh, commands: echo sum}]
`,
  })
  const { waiting_on_deps } = lab.core.runner.queueInfo()
  lab.core.runner.resume()
  const [report, ...tests] = (await on.pipeline(number)).workflows ?? []
  expect(waiting_on_deps).toMatchObject([{ name: 'report', id: String(report?.id) }])
  expect(waiting_on_deps[0]?.dependencies).toEqual(tests.map(({ id }) => String(id)))

  const done = await on.over(number)
  expect(told(done)).toBe(table`
    success
    1 report success
      6 sum success
    2 test success
      7 show 3.10 success
      8 pg-only success
    3 test success
      9 show 3.9 success
      10 pg-only success
    4 test success
      11 show 3.10 success
    5 test success
      12 show 3.9 success
  `)
  expect(tests.map(({ environ }) => environ)).toEqual([
    { DB: 'pg', PY: '3.10' },
    { DB: 'pg', PY: '3.9' },
    { DB: 'lite', PY: '3.10' },
    { DB: 'lite', PY: '3.9' },
  ])
  expect(await on.printed(done, 'show 3.10')).toEqual(['3.10 pg'])
  const [sum, ...before] = done.workflows ?? []
  for (const { finished } of before) expect(sum?.started).toBeGreaterThanOrEqual(finished)
})

describe.concurrent('E10 substitution', () => {
  test('comes before the shell', async () => {
    const on = await lab.project('e10/repo')
    const done = await on.ran(
      `
skip_clone: true
when: [{event: push}]
steps:
  - name: sub
    image: bash
    commands:
      - echo "\${CI_COMMIT_SHA:0:7} \${CI_COMMIT_BRANCH##*/} \${CI_COMMIT_BRANCH^^}"
      - echo "\${NOPE:-dflt}|\${NOPE}|$\${HOME:+set}|$NOPE"
      - echo \${CI_COMMIT_MESSAGE}
      - X=abc; echo "$\${X%c} $X $(echo hi)"
      - echo $$
`,
      { branch: 'feature/login', message: 'fix login\n\nbody' },
    )
    expect(done).toMatchObject({ status: 'success', branch: 'feature/login' })
    const sha = done.commit.slice(0, 7)
    expect(await on.printed(done, 'sub')).toEqual([
      `${sha} login FEATURE/LOGIN`,
      'dflt||set|',
      String.raw`fix login\n\nbody`,
      'ab abc hi',
      '$',
    ])
  })

  const commands = (text: string) =>
    `skip_clone: true\nwhen: [{event: push}]\nsteps:\n  - name: a\n    image: sh\n    commands:\n      - ${text}\n`
  test.each([
    ['of a message that makes the command a map', commands('echo ${CI_COMMIT_MESSAGE}'), 'compiler'],
    ['of a form that is none', commands('echo ${X-1}'), 'generic'],
    ['of somebody else’s templates', commands('echo ${{ a }}'), 'generic'],
    ['in a comment', `# \${{ a }}\n${commands('ls')}`, 'generic'],
  ])('%s is an error', async (name, file, type) => {
    const on = await lab.project(`e10/${name.replaceAll(/\W+/g, '-')}`)
    const failed = await on.pushed(file, { message: 'fix: login' })
    expect(told(failed)).toBe('error')
    expect(problemsOf(failed)).toMatchObject([{ type, is_warning: false }])
  })
})

describe.concurrent('E12 settings', () => {
  const file = (more = '') => `
skip_clone: true
when: [{event: push}]
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
      objs: [{k: v}]
${more}`
  async function project(name: string) {
    const on = await lab.project(name)
    await on.secret({ name: 'token', value: 's3cr3t-value' })
    return on
  }

  test('reach a plugin as its environment', async () => {
    const on = await project('e12/plugin')
    const done = await on.ran(file())
    expect(told(done)).toBe(table`
      success
      1 woodpecker success
        2 dump success
    `)
    expect(done.workflows?.[0]?.children[0]?.type).toBe('plugin')
    const lines = await on.lines(done, 'dump')
    expect(lines).toEqual(
      expect.arrayContaining([
        'PLUGIN_STR=hi',
        'PLUGIN_VER=1.1',
        'PLUGIN_FLAG=true',
        'PLUGIN_LIST=a,2,',
        'PLUGIN_EMPTY=',
        'PLUGIN_DASH_AND_DOT=x',
        'PLUGIN_OBJ={"a":"********","b":1}',
        'PLUGIN_OBJS=[{"k":"v"}]',
        'CI_STEP_TYPE=plugin',
        'DRONE_BUILD_EVENT=push',
      ]),
    )
    expect(lines.join('\n')).not.toContain('PLUGIN_NOTHING')
  })

  test('do not go together with commands', async () => {
    const on = await project('e12/commands')
    const failed = await on.pushed(file('    commands: ls\n'))
    expect(told(failed)).toBe('error')
    expect(problemsOf(failed)).toMatchObject([{ type: 'linter', data: { field: 'steps.dump' } }])
  })

  test('with an environment beside them are a warning, and the step still runs', async () => {
    const on = await project('e12/environment')
    const done = await on.ran(file('    environment: {A: b}\n'))
    expect(warningsOf(done)).toMatchObject([{ type: 'linter' }])
    expect(done.workflows?.[0]?.children[0]).toMatchObject({ type: 'commands', state: 'success' })
    expect(await on.lines(done, 'dump')).toEqual(expect.arrayContaining(['PLUGIN_STR=hi', 'A=b']))
  })
})

test.concurrent('E13 anchors, merges and names', async () => {
  const on = await lab.project('e13/repo')
  const done = await on.ran(`
variables:
  - &setup [echo setup]
  - &tail [echo t1, echo t2]
  - &base
    image: sh
    environment: {A: "1", B: "2"}
skip_clone: true
when: [{event: push}]
steps:
  - <<: *base
    environment: {B: "3"}
    commands:
      - <<: *setup
      - echo "$A$B"
      - <<: [*setup, *tail]
  - <<: *base
    name: named
    commands: echo "$A$B"
`)
  expect(told(done)).toBe(table`
    success
    1 woodpecker success
      2 step-0 success
      3 named success
  `)
  expect(await on.printed(done, 'step-0')).toEqual(['setup', '3', 'setup', 't1', 't2'])
  expect(await on.printed(done, 'named')).toEqual(['12'])
  expect(done.errors).toEqual([])
})

describe.concurrent('a file with', () => {
  const step = (more: string) =>
    `skip_clone: true\nwhen: [{event: push}]\nsteps: [{name: a, image: sh, commands: ls${more}}]\n`
  test.each([
    ['tabs as indentation', 'skip_clone: true\nsteps:\n\t- name: a\n', 'compiler'],
    ['an environment as a list', step(', environment: [A=b]'), 'compiler'],
    ['half an expression', step(", when: {event: push, evaluate: 'CI_COMMIT_MESSAGE contains'}"), 'generic'],
    ['a secret that is not there', step(', environment: {A: {from_secret: nope}}'), 'generic'],
    ['nothing but binary', '\0\u0001\u0002ÿþ\0', 'compiler'],
  ])('%s is a pipeline with an error', async (name, file, type) => {
    const on = await lab.project(`bad/${name.replaceAll(' ', '-')}`)
    const failed = await on.pushed(file)
    expect(told(failed)).toBe('error')
    expect(problemsOf(failed)).toMatchObject([{ type }])
    expect(failed.finished).toBeGreaterThan(0)
    expect(failed.started).toBe(failed.finished)
  })
})

test('the schema of the format is there for editors, from anywhere', async () => {
  const answer = await fetch(`${lab.publicUrl()}/schema/pipeline.json`, {
    headers: { origin: 'https://editor.example' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/schema+json; charset=utf-8')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const schema = (await answer.json()) as { properties: object; required: string[] }
  expect(schema.required).toEqual(['steps'])
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(['steps', 'matrix', 'when']))
})
