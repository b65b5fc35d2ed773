import { describe, expect, it } from 'vitest'

import { branchOf, pullRequestOf, refLabel, shortCommit } from './refs.ts'

describe('pullRequestOf', () => {
  it.each([
    ['refs/pull/5/head', '5'],
    ['refs/pull/5/merge', '5'],
    ['refs/merge-requests/17/head', '17'],
    ['refs/pull-requests/3/from', '3'],
    ['refs/heads/main', ''],
    ['', ''],
  ])('%s is %s', (ref, number) => {
    expect(pullRequestOf(ref)).toBe(number)
  })
})

describe('refLabel', () => {
  it.each([
    ['push', 'refs/heads/main', 'main', 'main'],
    ['manual', 'refs/heads/feature/x', 'feature/x', 'feature/x'],
    ['deployment', 'refs/heads/main', 'main', 'main'],
    ['cron', 'refs/heads/nightly', 'nightly', 'nightly'],
    ['tag', 'refs/tags/v1.0', '', 'v1.0'],
    ['release', 'refs/tags/v1.0', 'main', 'v1.0'],
    ['pull_request', 'refs/pull/5/head', 'main', '#5'],
    ['pull_request_closed', 'refs/merge-requests/5/head', 'main', '#5'],
    ['pull_request_metadata', 'refs/changes/01/1', 'main', 'main'],
    ['from-tomorrow', 'refs/heads/main', '', 'main'],
  ])('%s of %s', (event, ref, branch, label) => {
    expect(refLabel({ event, ref, branch })).toBe(label)
  })
})

it('knows which pipelines belong to a branch', () => {
  const ref = 'refs/heads/main'
  expect(branchOf({ event: 'push', ref, branch: 'main' })).toBe('main')
  expect(branchOf({ event: 'pull_request', ref, branch: 'main' })).toBeUndefined()
  expect(branchOf({ event: 'tag', ref, branch: 'main' })).toBeUndefined()
})

it('names a commit by ten characters', () => {
  expect(shortCommit('3f9c2e1a5b6c7d8e9f00112233445566778899aa')).toBe('3f9c2e1a5b')
})
