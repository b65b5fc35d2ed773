import { describe, expect, it } from 'vitest'

import { aCommit, blocking, compiled, on, outline, stepNamed } from './testing/compile.ts'

describe('the example pipelines of the specification: workflows and filters', () => {
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
