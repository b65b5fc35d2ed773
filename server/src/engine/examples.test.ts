import { describe, expect, it } from 'vitest'

import {
  aCommit,
  aSecret,
  blocking,
  compiled,
  fields,
  on,
  outline,
  stepNamed,
  warnings,
} from './testing/compile.ts'

const routing = (result: ReturnType<typeof compiled>) =>
  Object.fromEntries(
    result.workflows.flatMap(({ stages }) =>
      stages.flat().map(({ name, onSuccess, onFailure }) => [name, { onSuccess, onFailure }]),
    ),
  )

const always = { onSuccess: true, onFailure: true }
const onSuccess = { onSuccess: true, onFailure: false }
const onFailure = { onSuccess: false, onFailure: true }

describe('the example pipelines of the specification', () => {
  it('E01 routes steps by status', () => {
    const result = compiled(`
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
    expect(result.errors).toEqual([])
    expect(outline(result)).toEqual([
      { 'woodpecker [1]': ['compile [2]', 'ship [3]', 'page-oncall [4]', 'sweep [5]'] },
    ])
    expect(routing(result)).toEqual({
      compile: onSuccess,
      ship: onSuccess,
      'page-oncall': onFailure,
      sweep: always,
    })
    expect(stepNamed(result, 'compile').commands).toEqual(['echo one', 'exit 3', 'echo never'])
    expect(stepNamed(result, 'page-oncall').commands).toEqual(['echo "$CI_PIPELINE_STATUS"'])
  })

  it('E02 warns of steps that run on every event', () => {
    const file = `
skip_clone: true
steps:
  - {name: lint, image: sh, commands: exit 7, failure: ignore}
  - {name: only-on-red, image: sh, commands: echo no, when: [{status: failure}]}
  - {name: last, image: sh, commands: test "$CI_PIPELINE_STATUS" = success}
`
    const result = compiled(file)
    expect(stepNamed(result, 'lint').failure).toBe('ignore')
    expect(routing(result)).toEqual({ lint: onSuccess, 'only-on-red': onFailure, last: onSuccess })
    expect(fields(result, 'bad_habit')).toEqual(['steps.lint', 'steps.only-on-red.when[0]', 'steps.last'])
    expect(warnings(result)).toHaveLength(3)
    for (const event of ['tag', 'cron', 'manual', 'release'])
      expect(compiled(file, on(event)).workflows).toHaveLength(1)
  })

  it('E03 puts steps into levels with barriers between them', () => {
    const result = compiled(`
skip_clone: true
when: [{event: push}]
steps:
  slow: {image: sh, commands: sleep 4}
  quick: {image: sh, commands: "true"}
  after-quick: {image: sh, commands: date, depends_on: quick}
  join: {image: sh, commands: date, depends_on: [after-quick, slow]}
`)
    expect(result.errors).toEqual([])
    expect(outline(result)).toEqual([
      { 'woodpecker [1]': ['slow [2], quick [3]', 'after-quick [4]', 'join [5]'] },
    ])
  })

  it('E04 runs everything at once because of one empty depends_on', () => {
    const result = compiled(`
skip_clone: true
when: {event: [push]}
steps:
  - {name: a, image: sh, commands: exit 1, depends_on: []}
  - {name: b, image: sh, commands: [sleep 1, echo b]}
  - {name: c, image: sh, commands: echo c, when: {event: push, status: failure}}
`)
    expect(outline(result)).toEqual([{ 'woodpecker [1]': ['a [2], b [3], c [4]'] }])
    expect(routing(result)).toEqual({ a: onSuccess, b: onSuccess, c: onFailure })
  })

  describe('E05 a dependency on a filtered step', () => {
    const file = (dependsOn: string) => `
skip_clone: true
when: {event: push}
steps:
  - {name: test, image: sh, commands: "true", when: {event: tag}}
  - {name: deploy, image: sh, commands: echo d, depends_on: ${dependsOn}}
`
    it('is an error that names both', () => {
      const result = compiled(file('[test]'))
      expect(result.workflows).toEqual([])
      expect(result.errors).toHaveLength(1)
      expect(result.errors[0]).toMatchObject({ type: 'generic', is_warning: false, data: null })
      expect(result.errors[0]!.message).toContain('`test`')
      expect(result.errors[0]!.message).toContain('`deploy`')
    })

    it('is dropped if it is optional', () => {
      const result = compiled(file('[{name: test, optional: true}]'))
      expect(result.errors).toEqual([])
      expect(outline(result)).toEqual([{ 'woodpecker [1]': ['deploy [2]'] }])
    })

    it('on a step that is not in the file is the linter’s finding', () => {
      const result = compiled(file('[tset]'))
      expect(result.workflows).toEqual([])
      expect(result.errors).toMatchObject([
        { type: 'linter', is_warning: false, data: { file: 'woodpecker', field: 'steps.deploy.depends_on' } },
      ])
    })

    it('needs names that differ', () => {
      const two = (more: string) => `
skip_clone: true
when: {event: push}
steps:
  - {name: x, image: sh, commands: echo 1}
  - {name: x, image: sh, commands: echo 2${more}}
`
      expect(outline(compiled(two('')))).toEqual([{ 'woodpecker [1]': ['x [2]', 'x [3]'] }])
      const result = compiled(two(', depends_on: []'))
      expect(result.errors).toMatchObject([{ type: 'generic', is_warning: false }])
    })
  })

  it('E06 expands a matrix, keeps the text of values and waits for all axes', () => {
    const result = compiled({
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
    expect(result.errors).toEqual([])
    expect(result.workflows.map(({ environ }) => environ)).toEqual([
      {},
      { DB: 'pg', PY: '3.10' },
      { DB: 'pg', PY: '3.9' },
      { DB: 'lite', PY: '3.10' },
      { DB: 'lite', PY: '3.9' },
    ])
    expect(outline(result)).toEqual([
      { 'report [1]': ['sum [6]'] },
      { 'test [2]': ['show 3.10 [7]', 'pg-only [8]'] },
      { 'test [3]': ['show 3.9 [9]', 'pg-only [10]'] },
      { 'test [4]': ['show 3.10 [11]'] },
      { 'test [5]': ['show 3.9 [12]'] },
    ])
    expect(stepNamed(result, 'show 3.10', 1).commands).toEqual(['echo "${PY} pg"'])
    expect(stepNamed(result, 'show 3.10', 1).environment).toMatchObject({ PY: '3.10', DB: 'pg' })
    expect(result.workflows[0]!.dependsOn).toEqual([2, 3, 4, 5])
  })

  it('E07 says after which outcomes each workflow runs', () => {
    const workflow = (more: string, when = '[{event: push}]') =>
      `skip_clone: true\nwhen: ${when}\nsteps: [{name: s, image: sh, commands: echo s}]\n${more}`
    const result = compiled({
      '.woodpecker/lint.yaml': workflow(''),
      '.woodpecker/build.yaml': workflow('depends_on: lint'),
      '.woodpecker/deploy.yaml': workflow('depends_on: build'),
      '.woodpecker/notify.yaml': workflow(
        'depends_on: [lint, deploy]',
        '[{event: push, status: [success, failure]}]',
      ),
      '.woodpecker/rescue.yaml': workflow('depends_on: lint\nruns_on: [failure]'),
      '.woodpecker/tidy.yaml': workflow('depends_on: deploy', '[{event: push, status: failure}]'),
    })
    expect(result.workflows.map(({ name, pid, runOn, dependsOn }) => [name, pid, runOn, dependsOn])).toEqual([
      ['build', 1, ['success'], [3]],
      ['deploy', 2, ['success'], [1]],
      ['lint', 3, ['success'], []],
      ['notify', 4, ['success', 'failure'], [2, 3]],
      ['rescue', 5, ['failure'], [3]],
      ['tidy', 6, ['failure'], [2]],
    ])
    expect(result.errors).toMatchObject([{ type: 'deprecation', is_warning: true, data: { file: 'rescue' } }])
  })

  it('E08 drops workflows with what they need, and those with nothing to do', () => {
    const files = (...names: string[]) => {
      const all: Record<string, string> = {
        a: 'when: {event: tag}\n',
        b: 'depends_on: a\n',
        c: 'depends_on: [{name: a, optional: true}]\n',
      }
      const steps = 'steps: [{name: s, image: sh, commands: echo s}]\n'
      return Object.fromEntries(names.map((name) => [`.woodpecker/${name}.yaml`, all[name]! + steps]))
    }
    expect(compiled(files('a', 'b', 'c')).workflows.map(({ name }) => name)).toEqual(['c'])
    expect(compiled(files('a', 'b'))).toMatchObject({ workflows: [] })
    expect(blocking(compiled(files('a', 'b')))).toEqual([])
    const tagged = compiled(files('a', 'b', 'c'), on('tag'))
    expect(tagged.workflows.map(({ name, dependsOn }) => [name, dependsOn])).toEqual([
      ['a', []],
      ['b', [1]],
      ['c', [1]],
    ])
    const single = 'steps: [{name: rel, image: sh, commands: echo r, when: {event: tag}}]'
    expect(outline(compiled(single))).toEqual([{ 'woodpecker [1]': ['clone [2]'] }])
    expect(compiled(`skip_clone: true\n${single}`).workflows).toEqual([])
  })

  describe('E09 path filters', () => {
    const file = `
skip_clone: true
when:
  - event: push
    path:
      include: ["src/**", "*.toml"]
      exclude: ["**/*.md"]
      ignore_message: "[full]"
      on_empty: false
steps: [{name: x, image: sh, commands: echo x}]
`
    const runs = (changed_files: string[], message = '', event = 'push') =>
      compiled(file, on(event, { commit: aCommit({ changed_files, message }) })).workflows.length === 1
    it.each([
      [['src/a.ts'], '', 'push', true],
      [['src/readme.md'], '', 'push', false],
      [['src/readme.md', 'docs/x.md'], '', 'push', false],
      [['src/readme.md', 'LICENSE'], '', 'push', true],
      [['LICENSE'], '', 'push', false],
      [['sub/Cargo.toml'], '', 'push', false],
      [['Cargo.toml'], '', 'push', true],
      [[], '', 'push', false],
      [[], 'docs [FULL] x', 'push', true],
      [['src/a.ts'], '', 'manual', false],
    ])('%j, message %j, event %s: %s', (files, message, event, expected) => {
      expect(runs(files, message, event)).toBe(expected)
    })
  })

  describe('E10 substitution and the shell', () => {
    const file = `
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
`
    const push = (message: string) => on('push', { commit: aCommit({ branch: 'feature/login', message }) })
    it('replaces only braces', () => {
      expect(stepNamed(compiled(file, push('fix login\n\nbody')), 'sub').commands).toEqual([
        'echo "0123456 login FEATURE/LOGIN"',
        'echo "dflt||${HOME:+set}|$NOPE"',
        'echo "fix login\\n\\nbody"',
        'X=abc; echo "${X%c} $X $(echo hi)"',
      ])
    })
    it('lets a value break the file', () => {
      expect(compiled(file, push('fix: login')).errors).toMatchObject([
        { type: 'compiler', is_warning: false },
      ])
    })
    it.each(['${X-1}', '${{ a }}'])('refuses %s even in a comment', (bad) => {
      expect(compiled(`${file}# ${bad}\n`, push('x')).errors).toMatchObject([
        { type: 'generic', is_warning: false },
      ])
    })
    it('leaves one dollar sign of two', () => {
      const result = compiled('skip_clone: true\nsteps: [{name: s, image: sh, commands: "echo $$"}]')
      expect(stepNamed(result, 's').commands).toEqual(['echo $'])
    })
  })

  describe('E11 secrets', () => {
    const file = (more = '') => `
skip_clone: true
when: [{event: [push, pull_request]}]
steps:
  - name: use
    image: sh
    environment:
      T: {from_secret: TOKEN}
      K: {from_secret: key}
      P: {from_secret: pin}${more}
    commands: echo "t=$T p=$P"
`
    const both = { events: ['push', 'pull_request'] }
    const secrets = [
      aSecret('token', 's3cr3t-value'),
      aSecret('key', '-----A\nqq\n-----B', both),
      aSecret('pin', 'abc', both),
      aSecret('plug', 'zzzzzz', { images: ['env'] }),
    ]
    it('become variables', () => {
      expect(stepNamed(compiled(file(), { secrets }), 'use').environment).toMatchObject({
        T: 's3cr3t-value',
        K: '-----A\nqq\n-----B',
        P: 'abc',
      })
    })
    it('stay away from events that they are not for', () => {
      const result = compiled(file(), { secrets, ...on('pull_request') })
      expect(result).toMatchObject({ workflows: [], errors: [{ type: 'generic', is_warning: false }] })
      expect(result.errors[0]!.message).toContain('`token`')
      expect(result.errors[0]!.message).toContain('`pull_request`')
    })
    it('with a filter for images are for plugins', () => {
      const result = compiled(file('\n      X: {from_secret: plug}'), { secrets })
      expect(result).toMatchObject({ workflows: [], errors: [{ type: 'generic', is_warning: false }] })
    })
    it('that are missing stop the pipeline', () => {
      const result = compiled(file('\n      X: {from_secret: nope}'), { secrets })
      expect(result.errors[0]!.message).toContain('`nope`')
    })
  })

  describe('E12 settings of a plugin', () => {
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
    const secrets = [aSecret('token', 's3cr3t-value')]
    it('become variables', () => {
      const result = compiled(file(), { secrets })
      const step = stepNamed(result, 'dump')
      expect(result.errors).toEqual([])
      expect(step.type).toBe('plugin')
      expect(step.environment).toMatchObject({
        PLUGIN_STR: 'hi',
        PLUGIN_VER: '1.1',
        PLUGIN_FLAG: 'true',
        PLUGIN_LIST: 'a,2,',
        PLUGIN_EMPTY: '',
        PLUGIN_DASH_AND_DOT: 'x',
        PLUGIN_OBJ: '{"a":"s3cr3t-value","b":1}',
        PLUGIN_OBJS: '[{"k":"v"}]',
        DRONE_BUILD_EVENT: 'push',
      })
      expect(step.environment).not.toHaveProperty('PLUGIN_NOTHING')
    })
    it('exclude commands', () => {
      expect(blocking(compiled(file('    commands: ls\n'), { secrets }))).toMatchObject([
        { type: 'linter', data: { file: 'woodpecker', field: 'steps.dump' } },
      ])
    })
    it('are doubtful beside an environment', () => {
      const result = compiled(file('    environment: {A: b}\n'), { secrets })
      expect(warnings(result)).toMatchObject([{ type: 'linter', data: { field: 'steps.dump' } }])
      expect(stepNamed(result, 'dump').type).toBe('commands')
    })
  })

  it('E13 merges maps and lists', () => {
    const result = compiled(`
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
    expect(result.errors).toEqual([])
    const first = stepNamed(result, 'step-0')
    expect(first.commands).toEqual(['echo setup', 'echo "$A$B"', 'echo setup', 'echo t1', 'echo t2'])
    expect(first.environment).toMatchObject({ B: '3' })
    expect(first.environment).not.toHaveProperty('A')
    expect(stepNamed(result, 'named').environment).toMatchObject({ A: '1', B: '2' })
  })

  it('E14 starts services before steps, and marks background steps', () => {
    const result = compiled(`
when: [{event: push}]
services:
  - {name: db, image: "postgres:16", ports: [5432]}
  - {name: stub, image: sh, commands: "while true; do sleep 1; done"}
steps:
  - {name: watcher, image: sh, detach: true, commands: [echo up, sleep 300]}
  - {name: boom, image: sh, detach: true, commands: exit 9}
  - {name: test, image: sh, commands: [sleep 2, ls]}
`)
    expect(result.errors).toEqual([])
    expect(outline(result)).toEqual([
      { 'woodpecker [1]': ['clone [2]', 'db [3], stub [4]', 'watcher [5]', 'boom [6]', 'test [7]'] },
    ])
    expect(result.workflows[0]!.stages.flat().map(({ type, detach }) => [type, detach])).toEqual([
      ['clone', false],
      ['service', false],
      ['service', false],
      ['commands', true],
      ['commands', true],
      ['commands', false],
    ])
  })

  it('E15 carries `failure: cancel`', () => {
    const result = compiled({
      '.woodpecker/a.yaml':
        'steps: [{name: gate, image: sh, commands: [sleep 1, exit 1], failure: cancel}, {name: later, image: sh, commands: echo l}]',
      '.woodpecker/b.yaml': 'steps: [{name: long, image: sh, commands: sleep 60}]',
      '.woodpecker/c.yaml': 'depends_on: b\nsteps: [{name: post, image: sh, commands: echo p}]',
    })
    expect(stepNamed(result, 'gate').failure).toBe('cancel')
    expect(result.workflows.map(({ dependsOn }) => dependsOn)).toEqual([[], [], [2]])
  })
})

describe('the one-liners', () => {
  const step = 'steps: [{name: s, image: sh, commands: "true"}]'
  it.each([
    ['tabs for indentation', 'steps:\n\t- name: s', 'compiler'],
    ['a list as environment', 'steps: [{name: s, image: sh, commands: ls, environment: [A=b]}]', 'compiler'],
    ['a broken expression', `when: {evaluate: 'CI_COMMIT_MESSAGE contains'}\n${step}`, 'generic'],
    ['a number among the commands', 'steps: [{name: s, image: sh, commands: [1]}]', 'compiler'],
    [
      'a bad port',
      'services: [{name: d, image: sh, ports: [99999]}]\nsteps: [{name: s, image: sh, commands: ls}]',
      'generic',
    ],
  ])('%s is an error', (_, file, type) => {
    const result = compiled(file)
    expect(blocking(result)).toMatchObject([{ type }])
    expect(result.workflows).toEqual([])
  })

  it('workflows that wait for each other are an error', () => {
    const result = compiled({ 'a.yaml': `depends_on: b\n${step}`, 'b.yaml': `depends_on: a\n${step}` })
    expect(blocking(result)).toMatchObject([{ type: 'generic' }])
    expect(result.workflows).toEqual([])
  })

  it('a variable of a restart is there for the file and for plugins', () => {
    const result = compiled('skip_clone: true\nsteps: [{name: "${FOO}", image: env}]', {
      globals: { FOO: 'bar' },
    })
    expect(stepNamed(result, 'bar').environment).toMatchObject({ FOO: 'bar' })
  })

  it('a cron filter compares the name of the job', () => {
    const file = `when: {event: cron, cron: nightly}\n${step}`
    expect(compiled(file, on('cron', { cron: 'weekly' })).workflows).toEqual([])
    expect(compiled(file, on('cron', { cron: 'nightly' })).workflows).toHaveLength(1)
  })

  it('labels and concurrency reach the queue', () => {
    const [workflow] = compiled(
      `labels: {gpu: true, woodpecker-ci.org/x: y}\nconcurrency: 1\n${step}`,
    ).workflows
    expect(workflow).toMatchObject({ labels: { gpu: 'true' }, concurrency: { limit: 1, group: '' } })
  })
})
