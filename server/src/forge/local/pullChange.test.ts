import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { planPull, type PullPush } from './pullChange.ts'
import type { Pull } from './pulls.store.ts'
import { parsePushOptions } from './pushOptions.ts'

describe('push options', () => {
  test('are read as they are written', () => {
    expect(
      parsePushOptions([
        'topic=a=b',
        'title= T ',
        'label=x',
        'label=y',
        'unlabel=z',
        'label=',
        'milestone=',
        'close',
        'prerelease=false',
        'release',
        'what=ever',
      ]),
    ).toEqual({
      topic: 'a=b',
      title: 'T',
      label: ['x', 'y'],
      unlabel: ['z'],
      milestone: '',
      close: true,
      isPrerelease: false,
      release: '',
      unknown: ['what'],
    })
  })
  test('cannot carry control characters, or more than fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (text) => {
        const { title = '', topic = '' } = parsePushOptions([`title=${text}`, `topic=${text}`])
        for (const one of [title, topic]) expect(/^\P{Cc}*$/u.test(one)).toBe(true)
        expect(title.length).toBeLessThanOrEqual(500)
        expect(topic.length).toBeLessThanOrEqual(200)
      }),
    )
  })
})

test('a description keeps its lines', () => {
  expect(parsePushOptions(['description=a\n\tb\u0007c']).description).toBe('a\n\tb c')
})

describe('a push to a pull request', () => {
  const known: Pull = {
    number: 3,
    topic: 'fix',
    target_branch: 'main',
    title: 'Old',
    description: '',
    author: 'bob',
    head: 'h1',
    state: 'open',
    labels: ['a'],
    milestone: '',
  }
  const plan = (overrides: Partial<Omit<PullPush, 'options'>>, ...options: string[]) =>
    planPull({
      target: 'main',
      head: 'h2',
      actor: 'ada',
      options: parsePushOptions(['topic=fix', ...options]),
      subject: 'Subject',
      known: undefined,
      nextNumber: 4,
      isContained: false,
      ...overrides,
    })
  const closed = { ...known, state: 'closed' as const }
  const merged = { ...known, state: 'merged' as const }

  test.each([
    ['nothing known', plan({}), 4, 'pull_request', ['opened'], 'open'],
    ['an open one', plan({ known }), 3, 'pull_request', ['synchronized'], 'open'],
    ['an open one, closing', plan({ known }, 'close'), 3, 'pull_request_closed', ['closed'], 'closed'],
    [
      'an open one, same head',
      plan({ known, head: 'h1' }, 'title=New', 'label=b'),
      3,
      'pull_request_metadata',
      ['edited', 'label_updated'],
      'open',
    ],
    [
      'an open one, new head and title',
      plan({ known }, 'title=New'),
      3,
      'pull_request',
      ['synchronized'],
      'open',
    ],
    ['a closed one', plan({ known: closed }), 3, 'pull_request', ['reopened'], 'open'],
    ['a closed one, same head', plan({ known: closed, head: 'h1' }), 3, 'pull_request', ['reopened'], 'open'],
    ['a merged one', plan({ known: merged }), 4, 'pull_request', ['opened'], 'open'],
    [
      'an open one at its target, closing',
      plan({ known, isContained: true }, 'close'),
      3,
      'pull_request_closed',
      ['closed'],
      'closed',
    ],
  ])('with %s', (_what, change, number, event, reasons, state) => {
    expect(change).toMatchObject({ pull: { number, state }, event, reasons })
  })

  test.each([
    [
      'no topic',
      planPull({
        target: 'main',
        head: 'h2',
        actor: 'ada',
        options: parsePushOptions([]),
        subject: '',
        known: undefined,
        nextNumber: 4,
        isContained: false,
      }),
      'topic=<name>',
    ],
    ['nothing to close', plan({}, 'close'), 'no open pull request'],
    ['a closed one to close', plan({ known: closed }, 'close'), 'no open pull request'],
    ['nothing to merge', plan({ isContained: true }), 'has this commit already'],
    ['nothing left to merge', plan({ known, isContained: true }), 'has this commit already'],
    ['a merged one', plan({ known: merged, isContained: true }), 'is merged'],
    ['nothing new', plan({ known, head: 'h1' }), 'like this already'],
    ['labels it has', plan({ known, head: 'h1' }, 'label=a', 'unlabel=c'), 'like this already'],
  ])('with %s is refused', (_what, change, reason) => {
    expect(change).toContain(reason)
  })

  test('never changes whose it is, and keeps each label once', () => {
    const labels = fc.array(
      fc.constantFrom('label=a', 'label=b', 'unlabel=a', 'unlabel=b', 'title=x', 'milestone=m'),
    )
    fc.assert(
      fc.property(labels, (options) => {
        const change = plan({ known }, ...options)
        if (typeof change === 'string') throw new Error(change)
        const { pull } = change
        expect([pull.author, pull.number, pull.topic, pull.head]).toEqual(['bob', 3, 'fix', 'h2'])
        expect(new Set(pull.labels).size).toBe(pull.labels.length)
      }),
    )
  })
})
