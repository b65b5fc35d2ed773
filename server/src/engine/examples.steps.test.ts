import { describe, expect, it } from 'vitest'

import { compiled, fields, on, outline, stepNamed, warnings } from './testing/compile.ts'

const routing = (result: ReturnType<typeof compiled>) =>
  Object.fromEntries(
    result.workflows.flatMap(({ stages }) =>
      stages.flat().map(({ name, onSuccess, onFailure }) => [name, { onSuccess, onFailure }]),
    ),
  )

const always = { onSuccess: true, onFailure: true }
const onSuccess = { onSuccess: true, onFailure: false }
const onFailure = { onSuccess: false, onFailure: true }

describe('the example pipelines of the specification: steps', () => {
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
})
