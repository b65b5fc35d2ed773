import { Pipeline } from '@yaffle/contract/pipelines'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aFeedItem, aPipeline, aRepo, aRepoRow, aWorkflow } from '../testing/fixtures.ts'
import { asRow, mergeFeedItem, mergeLastPipeline, mergePipeline, mergeRepo, withWording } from './merge.ts'

const running = { status: 'running', finished: 0 } as const

describe('mergePipeline', () => {
  it.each<[string, Partial<Pipeline>, Partial<Pipeline>, Partial<Pipeline>]>([
    ['follows the status', running, { status: 'success', finished: 9 }, { status: 'success', finished: 9 }],
    [
      'keeps the message that an event lacks',
      { ...running, message: 'fix' },
      { message: '' },
      { message: 'fix' },
    ],
    [
      'takes a message where there was none',
      { ...running, message: '' },
      { message: 'fix' },
      { message: 'fix' },
    ],
    [
      'keeps the server’s wording for a tag',
      { ...running, event: 'tag', message: 'created tag v1' },
      { event: 'tag', message: 'raw commit' },
      { message: 'created tag v1' },
    ],
    [
      'keeps the workflows that a list row lacks',
      { ...running, workflows: [aWorkflow()] },
      { status: 'success', finished: 9 },
      { workflows: [aWorkflow()], status: 'success' },
    ],
    [
      'follows the steps',
      { ...running, workflows: [aWorkflow({ state: 'running' })] },
      { ...running, workflows: [aWorkflow({ state: 'success' })] },
      { workflows: [aWorkflow({ state: 'success' })] },
    ],
    [
      'lets errors go',
      { status: 'blocked', finished: 0, errors: [{ type: 'x', message: '', is_warning: true, data: null }] },
      { status: 'running', errors: [] },
      { errors: [] },
    ],
    [
      'ignores what is older than what is known',
      { ...running, updated: 20 },
      { status: 'pending', finished: 0, updated: 10 },
      { status: 'running' },
    ],
    [
      'never starts an ended pipeline again',
      { status: 'failure', finished: 20, updated: 20 },
      { status: 'running', finished: 0, updated: 20 },
      { status: 'failure', finished: 20 },
    ],
    [
      'lets a blocked one start',
      { status: 'blocked', finished: 0 },
      { status: 'pending', finished: 0 },
      { status: 'pending' },
    ],
  ])('%s', (_, known, next, expected) => {
    const times = { updated: 30 }
    expect(mergePipeline(aPipeline({ ...times, ...known }), aPipeline({ ...times, ...next }))).toMatchObject(
      expected,
    )
  })

  it('never replaces something by nothing, whatever the field', () => {
    const empty = Pipeline.parse({ id: aPipeline().id, updated: 40, status: 'running' })
    const full = aPipeline({
      ...running,
      variables: { A: '1' },
      changed_files: ['a'],
      pr_labels: ['x'],
      cron: 'c',
    })
    const merged: Record<string, unknown> = mergePipeline({ ...full, updated: 30 }, empty)
    for (const [key, value] of Object.entries(full)) {
      if (['status', 'updated', 'started', 'finished', 'errors'].includes(key)) continue
      expect(merged[key], key).toEqual(value)
    }
  })

  it('comes to the same end when messages arrive twice', () => {
    const states = fc.constantFrom('created', 'pending', 'running', 'success', 'failure', 'killed')
    const message = fc.record({ status: states, updated: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(fc.array(message, { minLength: 1 }), (changes) => {
        const once = changes.map((change) =>
          aPipeline({
            ...change,
            finished: ['success', 'failure', 'killed'].includes(change.status) ? 5 : 0,
          }),
        )
        const twice = once.flatMap((pipeline) => [pipeline, pipeline])
        const start = aPipeline({ status: 'created', finished: 0, updated: 0 })
        expect(twice.reduce(mergePipeline, start)).toEqual(once.reduce(mergePipeline, start))
      }),
    )
  })
})

describe('withWording', () => {
  it.each<[Partial<Pipeline>, string]>([
    [{ event: 'cron', cron: 'nightly', message: '' }, 'nightly'],
    [{ event: 'tag', tag_title: 'v1', message: 'raw' }, 'created tag v1'],
    [
      { event: 'release', release: { title: 'First', is_prerelease: false }, message: 'raw' },
      'created release First',
    ],
    [{ event: 'push', message: 'raw' }, 'raw'],
    [{ event: 'tag', tag_title: '', message: 'raw' }, 'raw'],
  ])('says %o as the server would', (fields, message) => {
    expect(withWording(aPipeline(fields)).message).toBe(message)
  })
})

describe('mergeLastPipeline', () => {
  const known = aRepoRow({ last_pipeline: aPipeline({ number: 7, ...running }) })

  it.each([
    ['the same pipeline', aPipeline({ number: 7, status: 'success' }), 7, 'success'],
    ['a newer one', aPipeline({ number: 8, status: 'pending', finished: 0 }), 8, 'pending'],
    ['an older one, which stays out', aPipeline({ number: 6, status: 'failure' }), 7, 'running'],
    ['none', undefined, 7, 'running'],
  ])('shows the highest number after %s', (_, pipeline, number, status) => {
    expect(mergeLastPipeline(known, aRepo(), pipeline).last_pipeline).toMatchObject({ number, status })
  })

  it('keeps no workflows in lists', () => {
    const pipeline = aPipeline({ number: 9, workflows: [aWorkflow()] })
    expect(mergeLastPipeline(known, aRepo(), pipeline).last_pipeline).not.toHaveProperty('workflows')
    expect(asRow(pipeline)).not.toHaveProperty('workflows')
  })
})

describe('mergeRepo', () => {
  it('follows settings but keeps what the wire leaves out while it is empty', () => {
    const known = aRepo({ avatar_url: 'https://forge.test/a.png', allow_deploy: true })
    const merged = mergeRepo(known, aRepo({ avatar_url: '', default_branch: '', allow_deploy: false }))
    expect(merged).toMatchObject({
      avatar_url: 'https://forge.test/a.png',
      default_branch: 'main',
      allow_deploy: false,
    })
  })
})

describe('mergeFeedItem', () => {
  it('follows the status and keeps the words', () => {
    const known = aFeedItem({ status: 'running', finished: 0, event: 'cron', message: 'nightly' })
    const next = aPipeline({ event: 'cron', message: '', cron: '', status: 'failure', finished: 50 })
    expect(mergeFeedItem(known, aRepo(), next)).toMatchObject({
      status: 'failure',
      finished: 50,
      message: 'nightly',
      repo_id: 1,
    })
  })

  it('does not let a late message start an ended one again', () => {
    const known = aFeedItem({ status: 'success', finished: 50 })
    expect(mergeFeedItem(known, aRepo(), aPipeline(running))).toBe(known)
  })
})
