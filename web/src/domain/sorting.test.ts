import { expect, it } from 'vitest'

import { aFeedItem, aPipeline, aRepoRow } from '../testing/fixtures.ts'
import { activeFirst, lastRunFirst } from './sorting.ts'

it('puts what is still going first, then the newest', () => {
  const items = [
    aFeedItem({ number: 1, status: 'success', created: 50 }),
    aFeedItem({ number: 2, status: 'running', created: 10 }),
    aFeedItem({ number: 3, status: 'blocked', created: 40 }),
    aFeedItem({ number: 4, status: 'pending', created: 20 }),
    aFeedItem({ number: 5, status: 'failure', created: 60 }),
    aFeedItem({ number: 6, status: 'started', created: 5 }),
  ]
  expect(items.toSorted(activeFirst).map(({ number }) => number)).toEqual([4, 2, 6, 5, 1, 3])
})

it('puts the one made last first among those of one second', () => {
  const items = [7, 9, 8].map((id) => aFeedItem({ id, status: 'pending', created: 50 }))
  expect(items.toSorted(activeFirst).map(({ id }) => id)).toEqual([9, 8, 7])
})

it('puts repositories that ran last first, and those that never ran last by name', () => {
  const repos = [
    aRepoRow({ full_name: 'b/never' }),
    aRepoRow({ full_name: 'x/old', last_pipeline: aPipeline({ created: 10 }) }),
    aRepoRow({ full_name: 'a/never' }),
    aRepoRow({ full_name: 'y/new', last_pipeline: aPipeline({ created: 20 }) }),
  ]
  expect(repos.toSorted(lastRunFirst).map(({ full_name }) => full_name)).toEqual([
    'y/new',
    'x/old',
    'a/never',
    'b/never',
  ])
})
