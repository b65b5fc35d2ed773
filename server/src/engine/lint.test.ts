import { describe, expect, it } from 'vitest'

import { blocking, compiled, fields, on, someMetadata, warnings } from './testing/compile.ts'

const trusting = (trusted: Partial<{ network: boolean; volumes: boolean; security: boolean }>) => {
  const metadata = someMetadata()
  metadata.repo.trusted = { ...metadata.repo.trusted, ...trusted }
  return { metadata }
}
const withStep = (step: string) => `when: {event: push}\nsteps: [{name: s, ${step}}]\n`
const ok = 'when: {event: push}\nsteps: [{name: s, image: sh, commands: ls}]\n'

describe('what cannot work', () => {
  it.each([
    ['', 'steps'],
    ['steps: []', 'steps'],
    ['when: {event: push}\nsteps: [{name: s, commands: ls}]', 'steps.s'],
    ['when: {event: push}\nsteps: [~]', 'steps.step-0'],
    [`${ok}services: {db: {}}`, 'services.db'],
    [`${ok}clone: {git: {settings: {depth: 1}}}`, 'clone.git'],
    [withStep('image: sh, commands: ls, settings: {a: b}'), 'steps.s'],
    [withStep('image: sh, entrypoint: [ls], settings: {a: b}'), 'steps.s'],
    [withStep('image: sh, commands: ls, depends_on: x'), 'steps.s.depends_on'],
    [`${ok}services: [{name: a, image: x}, {name: a, image: y}]`, 'services.a'],
    [withStep('image: plugins/docker:20, settings: {repo: x}'), 'steps.s'],
  ])('%s', (file, field) => {
    const result = compiled(file)
    expect(result.workflows).toEqual([])
    expect(blocking(result)).toMatchObject([{ type: 'linter', data: { file: 'woodpecker', field } }])
  })

  it('is looked for even where the workflow is not wanted', () => {
    expect(blocking(compiled('when: {event: tag}\nsteps: [{name: s}]'))).toHaveLength(1)
  })
})

describe('trust', () => {
  it.each([
    ['privileged: true', 'security'],
    ['dns: 1.1.1.1', 'network'],
    ['dns_search: [x]', 'network'],
    ['extra_hosts: ["a:1.1.1.1"]', 'network'],
    ['network_mode: host', 'network'],
    ['volumes: ["/a:/b"]', 'volumes'],
    ['devices: ["/dev/kvm"]', 'volumes'],
    ['tmpfs: ["/a"]', 'volumes'],
  ])('%s needs a repository trusted for %s', (key, trust) => {
    const file = withStep(`image: sh, commands: ls, ${key}`)
    expect(blocking(compiled(file))).toMatchObject([{ type: 'linter', data: { field: 'steps.s' } }])
    expect(blocking(compiled(file, trusting({ [trust]: true })))).toEqual([])
  })

  it('is not needed for no network', () => {
    expect(blocking(compiled(withStep('image: sh, commands: ls, network_mode: none')))).toEqual([])
  })

  it('of an image comes from the server', () => {
    const file = withStep('image: woodpeckerci/plugin-docker-buildx:5, settings: {a: b}')
    expect(blocking(compiled(file))).toHaveLength(1)
    expect(compiled(file, { privilegedPlugins: ['woodpeckerci/plugin-docker-buildx'] }).errors).toEqual([])
  })
})

describe('warnings', () => {
  it('tell of clone images without credentials', () => {
    const result = compiled(`${ok}clone: {git: {image: own/clone}}`)
    expect(warnings(result)).toMatchObject([{ type: 'linter', data: { field: 'clone.git' } }])
    expect(result.workflows).toHaveLength(1)
  })

  it.each([
    ['platform: linux\n', '(root)', '`platform` is not a known key here'],
    ['skip_clone: "yes"\n', 'skip_clone', 'must be `true` or `false`'],
    ['clone: {own: {image: woodpeckerci/plugin-git}}\n', 'clone', '`own` is not a known key here'],
    ['services: [{image: x}]\n', 'services.0', '`name` is missing'],
    ['services: {db: {image: x, depends_on: y}}\n', 'services.db', '`depends_on`'],
    ['services: {db: {image: x, failure: cancel}}\n', 'services.db.failure', '`fail` or `ignore`'],
    ['runs_on: [never]\n', 'runs_on.0', '`success` or `failure`'],
  ])('tell where %s does not fit the schema', (more, field, message) => {
    const found = warnings(compiled(ok + more)).filter(({ type }) => type === 'linter')
    expect(found).toMatchObject([{ data: { file: 'woodpecker', field } }])
    expect(found[0]!.message).toContain(message)
  })

  it.each([
    'steps: {a: {image: sh, comands: ls}}',
    'steps: [{name: a, image: sh, commands: ls, ports: [1]}]',
    'steps: [{name: a, image: sh, commands: ls, failure: maybe}]',
    'steps: [{name: a, image: sh, commands: ls, when: {events: push}}]',
    'steps: [{name: a, image: sh, commands: ls, when: [{event: pushed}]}]',
    'steps: [{name: a, image: sh, commands: ls, when: {local: true}}]',
  ])('come for %s', (file) => {
    expect(fields(compiled(`when: {event: push}\n${file}`), 'linter')).toHaveLength(1)
  })

  it('wait for a variable to have a value', () => {
    const file = 'when: [{event: "${EVENT}"}]\nsteps: [{name: s, image: sh, commands: ls}]'
    expect(compiled(file, { globals: { EVENT: 'push' } }).errors).toEqual([])
  })

  it('tell of names that changed', () => {
    const file = (name: string) =>
      `when: {event: push}\nsteps: [{name: s, image: sh, commands: 'echo ${name}'}]`
    for (const name of ['$CI_COMMIT_PRERELEASE', '$$CI_COMMIT_PRERELEASE', '${CI_COMMIT_PRERELEASE}'])
      expect(compiled(file(name)).errors).toMatchObject([{ type: 'deprecation', is_warning: true }])
    expect(compiled(file('$CI_COMMIT_PRERELEASED')).errors).toEqual([])
    expect(fields(compiled(`runs_on: [failure]\n${ok}`), 'deprecation')).toEqual(['woodpecker.runs_on'])
  })

  it('of files that are not wanted are not kept', () => {
    const files = {
      'a.yaml': 'when: {branch: dev}\nsteps: [{name: s, image: sh, commands: ls}]',
      'b.yaml': ok,
    }
    expect(compiled(files)).toMatchObject({ errors: [], workflows: [{ name: 'b' }] })
  })

  it('of earlier files stay beside an error', () => {
    const result = compiled({
      'a.yaml': 'steps: [{name: s, image: sh, commands: ls}]',
      'b.yaml': 'steps: 1',
      'c.yaml': 'steps: 2',
    })
    expect(result.errors.map(({ type }) => type)).toEqual(['bad_habit', 'compiler'])
  })
})

describe('habits', () => {
  it.each([
    ['when: [{event: push}, {branch: main}]', ['steps.a', 'steps.b.when[1]']],
    ['when: []', ['steps.a', 'steps.b.when[1]']],
    ['when: [{event: push}]', []],
  ])('with %s', (when, expected) => {
    const file = `${when}
steps:
  a: {image: sh, commands: ls}
  b: {image: sh, commands: ls, when: [{event: push}, {branch: main}]}
  c: {image: sh, commands: ls, when: {event: tag}}
`
    expect(fields(compiled(file, on('push')), 'bad_habit')).toEqual(expected)
  })
})
