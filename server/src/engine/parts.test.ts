import { describe, expect, it } from 'vitest'

import { isGated } from './approval.ts'
import { configPlaces, filesOfFolder, inBuildOrder, workflowName } from './discover.ts'
import { hasSkipMarker } from './skip.ts'

describe('where files are looked for', () => {
  it('is a list of defaults, or the one place that is set', () => {
    expect(configPlaces('')).toEqual([
      { kind: 'folder', path: '.woodpecker' },
      { kind: 'file', path: '.woodpecker.yaml' },
      { kind: 'file', path: '.woodpecker.yml' },
    ])
    expect(configPlaces('  ci/ ')).toEqual([{ kind: 'folder', path: 'ci' }])
    expect(configPlaces('ci/main.yml')).toEqual([{ kind: 'file', path: 'ci/main.yml' }])
  })
  it('takes the YAML files of a folder, sorted', () => {
    const entry = (path: string, type = 'file') => ({ path, type })
    const found = filesOfFolder([
      entry('f/b.yml'),
      entry('f/A.yaml'),
      entry('f/c.YML'),
      entry('f/d.yaml', 'dir'),
      entry('f/e.txt'),
    ])
    expect(found.map(({ path }) => path)).toEqual(['f/A.yaml', 'f/b.yml'])
    expect(inBuildOrder([{ path: 'b' }, { path: 'B' }, { path: 'a' }]).map(({ path }) => path)).toEqual([
      'B',
      'a',
      'b',
    ])
  })
  it.each([
    ['.woodpecker.yaml', 'woodpecker'],
    ['.woodpecker/.lint.yml', 'lint'],
    ['.woodpecker/build.yaml', 'build'],
    ['a.yaml.yml', 'a'],
    ['..x.yml', '.x'],
    ['lint', 'lint'],
  ])('calls the workflow of %s %s', (path, name) => {
    expect(workflowName(path)).toBe(name)
  })
})

it.each([
  ['wip [SKIP  ci]', true],
  ['a\n\n[ci skip] b', true],
  ['[skipci]', true],
  ['[ciskip]', true],
  ['skip ci', false],
  ['[skip\tci]', false],
  ['[skip cit]', false],
])('%j asks for no pipeline: %s', (message, expected) => {
  expect(hasSkipMarker(message)).toBe(expected)
})

it.each([
  ['none', 'pull_request', true, false],
  ['forks', 'pull_request', true, true],
  ['forks', 'pull_request', false, false],
  ['forks', 'push', false, false],
  ['', 'pull_request', true, true],
  ['pull_requests', 'pull_request_metadata', false, true],
  ['pull_requests', 'push', false, false],
  ['all_events', 'push', false, true],
  ['all_events', 'tag', false, true],
  ['all_events', 'cron', false, false],
  ['all_events', 'manual', false, false],
])('with %j a %s (from a fork: %s) waits for approval: %s', (requirement, event, fromFork, expected) => {
  expect(isGated(requirement, ['trusted'], { event, author: 'ada', fromFork })).toBe(expected)
  expect(isGated(requirement, ['trusted'], { event, author: 'trusted', fromFork })).toBe(false)
})
