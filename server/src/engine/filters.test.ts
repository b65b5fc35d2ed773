import { describe, expect, it } from 'vitest'

import { aCommit, blocking, compiled, on, outline, someMetadata, stepNamed } from './testing/compile.ts'

const step = 'skip_clone: true\nsteps: [{name: s, image: sh, commands: ls}]\n'
const runs = (when: string, context = on('push')) => {
  const result = compiled(`when: ${when}\n${step}`, context)
  expect(blocking(result)).toEqual([])
  return result.workflows.length === 1
}

describe('a filter', () => {
  const feature = on('push', { commit: aCommit({ branch: 'feature/a', ref: 'refs/heads/feature/a' }) })
  const tagged = on('tag', { commit: aCommit({ branch: '', ref: 'refs/tags/v1.2' }) })
  it.each([
    ['{}', on('push'), true],
    ['', on('push'), true],
    ['[]', on('push'), true],
    ['{event: push}', on('push'), true],
    ['{event: [tag, push]}', on('push'), true],
    ['{event: pull_request}', on('pull_request_closed'), false],
    ['{event: Push}', on('push'), false],
    ['{branch: main}', on('push'), true],
    ['{branch: feature/*}', feature, true],
    ['{branch: {exclude: feature/*}}', feature, false],
    ['{branch: {include: "feature/*", exclude: [feature/b]}}', feature, true],
    ['{branch: main}', tagged, true],
    ['{ref: refs/tags/v*}', tagged, true],
    ['{ref: refs/tags/**}', feature, false],
    ['{repo: demo/*}', on('push'), true],
    ['{repo: other/*}', on('push'), false],
    ['{instance: ci.example}', on('push'), true],
    ['{instance: ci.other}', on('push'), false],
    ['{platform: linux/*}', on('push'), true],
    ['{platform: windows/*}', on('push'), false],
    ['{cron: nightly}', on('push'), true],
    ['{cron: night*}', on('cron', { cron: 'nightly' }), true],
    ['{cron: weekly}', on('cron', { cron: 'nightly' }), false],
    ['{path: src/**}', on('tag'), true],
    ['{path: src/**}', on('push'), true],
    ['{path: {include: src/**, on_empty: false}}', on('push'), false],
    ['{matrix: {A: nope}}', on('push'), true],
    ['{local: true, nobody: knows}', on('push'), true],
    ['[{event: tag}, {branch: main}]', on('push'), true],
    ['[{event: tag}, {branch: dev}]', on('push'), false],
    ['{event: push, branch: dev}', on('push'), false],
    ['{evaluate: \'CI_COMMIT_BRANCH == "main" && CI_PIPELINE_EVENT in ["push"]\'}', on('push'), true],
    ['{evaluate: \'TASK == "docs"\'}', { ...on('manual'), variables: { TASK: 'docs' } }, true],
    [
      '{evaluate: \'CI_PIPELINE_EVENT == "push"\'}',
      { ...on('manual'), variables: { CI_PIPELINE_EVENT: 'push' } },
      false,
    ],
    ['{evaluate: \'CI_PIPELINE_DEPLOY_TARGET == "prod"\'}', on('deployment', { target: 'prod' }), true],
    ['{branch: ${CI_REPO_DEFAULT_BRANCH}}', feature, undefined],
    ['[{branch: "${CI_REPO_DEFAULT_BRANCH}"}]', feature, false],
  ])('%s', (when, context, expected) => {
    // Braces in a flow map are YAML's before they are a variable's.
    if (expected === undefined) expect(() => runs(when, context)).toThrow()
    else expect(runs(when, context)).toBe(expected)
  })

  it('of a step sees the matrix and the variables of the run', () => {
    const result = compiled(
      `matrix: {A: [x1, y1], B: ["2"]}
skip_clone: true
when: {event: manual}
steps:
  - {name: flat, image: sh, commands: ls, when: {matrix: {A: x*}}}
  - {name: both, image: sh, commands: ls, when: {matrix: {A: x*, B: 3}}}
  - {name: out, image: sh, commands: ls, when: {matrix: {exclude: {A: x1, B: "2"}}}}
  - {name: in, image: sh, commands: ls, when: {matrix: {include: {A: y1}, exclude: {B: 5}}}}
  - {name: eval, image: sh, commands: ls, when: {evaluate: 'A == "x1" and GO == "1"'}}
`,
      { ...on('manual'), variables: { GO: '1' } },
    )
    expect(result.workflows.map(({ stages }) => stages.flat().map(({ name }) => name))).toEqual([
      ['flat', 'eval'],
      ['out', 'in'],
    ])
  })

  it.each([
    '{event: {a: b}}',
    'push',
    '[push]',
    '{event: [1]}',
    '{branch: [[a]]}',
    '{path: {on_empty: perhaps}}',
    '{evaluate: [a]}',
  ])('%s is an error of the compiler', (when) => {
    expect(blocking(compiled(`when: ${when}\n${step}`))).toMatchObject([{ type: 'compiler' }])
  })
})

describe('a matrix', () => {
  const axes = (matrix: string) =>
    compiled(`matrix: ${matrix}\n${step}`).workflows.map(({ environ }) => environ)
  it.each([
    ['{}', [{}]],
    ['{A: []}', [{}]],
    [
      '{B: [1], A: [x, y]}',
      [
        { A: 'x', B: '1' },
        { A: 'y', B: '1' },
      ],
    ],
    ['{include: [{A: 1.10}, {B: true}], C: [1, 2]}', [{ A: '1.10' }, { B: 'true' }]],
    ['{include: [], A: [~, 0x1]}', [{ A: '' }, { A: '0x1' }]],
  ])('%s', (matrix, expected) => {
    expect(axes(matrix)).toEqual(expected)
  })
  it('is cut off at 27 combinations and 12 keys', () => {
    expect(axes('{A: [1, 2, 3, 4, 5, 6], B: [1, 2, 3, 4, 5, 6]}')).toHaveLength(27)
    const keys = Array.from({ length: 15 }, (_, index) => `K${String(index).padStart(2, '0')}: [1]`)
    expect(Object.keys(axes(`{${keys.join(', ')}}`)[0]!)).toHaveLength(12)
  })
  it.each(['[a]', '{A: x}', '{include: [a]}', '{A: [[1]]}'])('%s is an error', (matrix) => {
    expect(blocking(compiled(`matrix: ${matrix}\n${step}`))).toMatchObject([{ type: 'compiler' }])
  })
})

describe('stages', () => {
  const steps = (...all: string[]) =>
    `skip_clone: true\nwhen: {event: push}\nsteps:\n${all.map((each) => `  - {image: sh, commands: ls, ${each}}\n`).join('')}`
  it('follow dependencies, in the order of the file', () => {
    const result = compiled(
      steps('name: d, depends_on: [b, c]', 'name: a', 'name: c, depends_on: a', 'name: b, depends_on: a'),
    )
    expect(outline(result)).toEqual([{ 'woodpecker [1]': ['a [2]', 'c [3], b [4]', 'd [5]'] }])
  })
  it('stay in sequence where depends_on says nothing', () => {
    expect(outline(compiled(steps('name: a, depends_on: ~', 'name: b')))).toEqual([
      { 'woodpecker [1]': ['a [2]', 'b [3]'] },
    ])
  })
  it('in a circle are an error', () => {
    const result = compiled(steps('name: a, depends_on: b', 'name: b, depends_on: a', 'name: c'))
    expect(blocking(result)).toMatchObject([{ type: 'generic' }])
    expect(result.errors[0]!.message).toContain('`a`, `b`')
  })
  it('do not know clone steps and services', () => {
    expect(blocking(compiled(steps('name: a, depends_on: clone')))).toMatchObject([{ type: 'linter' }])
  })
})

describe('cloning', () => {
  const body = 'when: {event: [push, tag]}\nsteps: [{name: s, image: sh, commands: ls}]\n'
  it('fetches everything, and tags where they matter', () => {
    expect(stepNamed(compiled(body), 'clone')).toMatchObject({
      type: 'clone',
      settings: { depth: '0' },
      environment: { PLUGIN_DEPTH: '0' },
    })
    expect(stepNamed(compiled(body, on('tag')), 'clone').settings).toEqual({ depth: '0', tags: 'true' })
  })
  it('can be replaced or left out', () => {
    const own = compiled(
      `clone: {git: {image: woodpeckerci/plugin-git, settings: {depth: 5, partial: false}}}\n${body}`,
    )
    expect(own.errors).toEqual([])
    expect(stepNamed(own, 'git')).toMatchObject({ type: 'clone', settings: { depth: '5', partial: 'false' } })
    expect(outline(compiled(`clone: [{image: a}, {name: two, image: b}]\n${body}`))).toEqual([
      { 'woodpecker [1]': ['step-0 [2]', 'two [3]', 's [4]'] },
    ])
    expect(outline(compiled(`skip_clone: true\nclone: {git: {image: a}}\n${body}`))).toEqual([
      { 'woodpecker [1]': ['s [2]'] },
    ])
  })
})

it('a dependency of a dropped workflow leaves a gap in the numbers', () => {
  const metadata = someMetadata()
  const result = compiled({ 'a.yaml': `depends_on: nope\n${step}`, 'b.yaml': step }, { metadata })
  expect(outline(result)).toEqual([{ 'b [2]': ['s [3]'] }])
})
