import { expect, it } from 'vitest'

import { neighboursOf } from './neighbours.ts'

it.each([
  ['in the middle', [9, 8, 6], true, 8, { previous: 6, next: 9 }],
  ['at the newest', [9, 8, 6], true, 9, { previous: 8 }],
  ['at the oldest of all', [9, 8, 6], true, 6, { next: 8 }],
  ['at the oldest that is known', [9, 8, 6], false, 6, { previous: 5, next: 8 }],
  ['below what is known', [9, 8, 6], false, 3, { previous: 2, next: 4 }],
  ['at the very first', [9, 8, 6], false, 1, { next: 2 }],
  ['at a deleted one', [9, 8, 6], true, 7, { previous: 6, next: 8 }],
  ['above what is known', [9, 8], true, 12, { previous: 9 }],
  ['while nothing is known', [], false, 5, {}],
])('finds its way %s', (_, known, isWhole, number, found) => {
  expect(neighboursOf(known, isWhole, number)).toEqual(found)
})
