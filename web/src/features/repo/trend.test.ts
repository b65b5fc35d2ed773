import { statuses } from '@yaffle/contract/statuses'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aPipeline } from '../../testing/fixtures.ts'
import { fewestRuns, heightOf, isSameRuns, mostRuns, type Run, runsOf, trendOf } from './trend.ts'

const start = 1_700_000_000
/** Newest first, as the server lists them. */
const newestFirst = (pipelines: Parameters<typeof aPipeline>[0][]) =>
  pipelines.map((one, index) => aPipeline({ number: pipelines.length - index, ...one }))
/** Oldest first. */
const runs = (durations: readonly number[], status = 'success'): Run[] =>
  durations.map((seconds, index) => ({ number: index + 1, status, seconds }))
const repeated = (count: number, seconds: number) => Array.from({ length: count }, () => seconds)

describe('the pipelines that say something about durations', () => {
  it('come oldest first, with whole seconds', () => {
    const listed = newestFirst([
      { started: start, finished: start + 7 },
      { started: start, finished: start + 60, status: 'failure' },
    ])
    expect(runsOf(listed)).toEqual([
      { number: 1, status: 'failure', seconds: 60 },
      { number: 2, status: 'success', seconds: 7 },
    ])
  })

  it.each(statuses.map((status) => [status, ['success', 'failure', 'error'].includes(status)]))(
    'among those of status %s: %s',
    (status, counts) => {
      expect(runsOf([aPipeline({ status })])).toHaveLength(counts ? 1 : 0)
    },
  )

  it.each([
    ['has not started', { started: 0, finished: start }, false],
    ['has no end, whatever changed last', { started: start, finished: 0, updated: start + 5 }, false],
    ['ended before it started', { started: start, finished: start - 1 }, false],
    ['took no time', { started: start, finished: start }, true],
    ['was refused before anything ran', { started: start, finished: start, status: 'error' }, false],
    ['broke while it ran', { started: start, finished: start + 1, status: 'error' }, true],
    ['has a status of a newer server', { status: 'from-tomorrow' }, false],
    ['took a year', { started: start, finished: start + 31_536_000 }, true],
  ] as const)('one that %s: %o counts %s', (_, times, counts) => {
    expect(runsOf([aPipeline(times as never)])).toHaveLength(counts ? 1 : 0)
  })

  it('are the newest thirty at most, in order and never of negative length, whatever the server says', () => {
    const time = fc.oneof(fc.nat(100), fc.constantFrom(-1, 0, start, Number.MAX_SAFE_INTEGER))
    const one = fc.record({ status: fc.constantFrom(...statuses), started: time, finished: time })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 80 }), (list) => {
        const listed = newestFirst(list)
        const found = runsOf(listed)
        expect(found.length).toBeLessThanOrEqual(mostRuns)
        const numbers = found.map(({ number }) => number)
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
        for (const { seconds } of found) expect(seconds).toBeGreaterThanOrEqual(0)
        const all = listed.flatMap((pipeline) => runsOf([pipeline])).map(({ number }) => number)
        expect(numbers.toReversed()).toEqual(all.slice(0, mostRuns))
      }),
    )
  })

  it('are the same only when nothing that is drawn differs', () => {
    const some = runs([1, 2, 3])
    expect(isSameRuns(some, runs([1, 2, 3]))).toBe(true)
    expect(isSameRuns(some, runs([1, 2]))).toBe(false)
    expect(isSameRuns(some, runs([1, 2, 4]))).toBe(false)
    expect(isSameRuns(some, runs([1, 2, 3], 'failure'))).toBe(false)
    expect(
      isSameRuns(
        some,
        some.map((run) => ({ ...run, number: run.number + 1 })),
      ),
    ).toBe(false)
  })
})

describe('the trend', () => {
  it.each([
    ['nothing of too few', [60, 60, 60, 60], undefined],
    ['the middle of five', [10, 500, 60, 70, 50], { usual: 60 }],
    ['between the two in the middle, cut off', [10, 20, 31, 40, 50, 20], { usual: 25 }],
    ['no time at all', repeated(9, 0), { usual: 0 }],
    [
      'slower',
      [...repeated(5, 130), ...repeated(5, 185)],
      { usual: 185, change: { kind: 'slower', before: 130 } },
    ],
    [
      'faster',
      [...repeated(5, 185), ...repeated(5, 130)],
      { usual: 130, change: { kind: 'faster', before: 185 } },
    ],
    ['no change of a quarter less a second', [...repeated(5, 100), ...repeated(5, 124)], { usual: 112 }],
    [
      'a change of a quarter',
      [...repeated(5, 100), ...repeated(5, 125)],
      { usual: 125, change: { kind: 'slower', before: 100 } },
    ],
    ['no change that nobody waits for', [...repeated(5, 2), ...repeated(5, 11)], { usual: 6 }],
    ['no change of three against three', [...repeated(3, 60), ...repeated(3, 600)], { usual: 330 }],
    [
      'a change that one outlier on each side does not hide',
      [60, 60, 900, 60, 600, 20, 600, 600],
      { usual: 600, change: { kind: 'slower', before: 60 } },
    ],
    [
      'no change where short and long take turns',
      [20, 300, 20, 300, 20, 300, 20, 300, 300, 20],
      { usual: 160 },
    ],
    [
      'no change of one that is slow after many of the same length',
      [...repeated(9, 60), 6_000],
      { usual: 60 },
    ],
    [
      'a change from no time at all, and to days',
      [...repeated(4, 0), ...repeated(4, 300_000)],
      { usual: 300_000, change: { kind: 'slower', before: 0 } },
    ],
    [
      'that of halves without the one in the middle',
      [60, 60, 60, 60, 9_999, 90, 90, 130, 130],
      { usual: 110, change: { kind: 'slower', before: 60 } },
    ],
  ])('is %s', (_, durations, trend) => {
    expect(trendOf(runs(durations))).toEqual(trend)
  })

  it('is that of the successful ones: those that fail end early', () => {
    const some = [...runs(repeated(5, 300)), ...runs(repeated(20, 12), 'failure')]
    expect(trendOf(some)).toEqual({ usual: 300 })
  })

  it('is that of all where hardly any succeeded', () => {
    const some = [...runs(repeated(4, 300)), ...runs(repeated(5, 12), 'failure')]
    expect(trendOf(some)).toEqual({ usual: 12, change: { kind: 'faster', before: 300 } })
  })

  const duration = fc.oneof(fc.nat(120), fc.nat(10_000), fc.nat(1_000_000_000))
  const durations = fc.array(duration, { minLength: fewestRuns, maxLength: mostRuns })

  it('lies between the shortest and the longest, and a change is what it says', () => {
    fc.assert(
      fc.property(durations, (list) => {
        const trend = trendOf(runs(list))
        if (!trend) throw new Error('There are enough')
        const { usual, change } = trend
        expect(usual).toBeGreaterThanOrEqual(Math.min(...list))
        expect(usual).toBeLessThanOrEqual(Math.max(...list))
        if (!change) return
        const gained = change.kind === 'slower' ? usual - change.before : change.before - usual
        expect(gained).toBeGreaterThanOrEqual(10)
        expect(gained).toBeGreaterThanOrEqual(Math.min(usual, change.before) / 4)
      }),
    )
  })

  it('turns round with time: what has become slower was faster before', () => {
    const shifted = fc.tuple(fc.array(duration, { minLength: 4, maxLength: 15 }), fc.nat(1_000))
    fc.assert(
      fc.property(shifted, ([older, more]) => {
        const newer = older.map((seconds) => seconds + more)
        const forth = trendOf(runs([...older, ...newer]))
        const back = trendOf(runs([...newer, ...older]))
        expect(forth?.change?.kind).not.toBe('faster')
        expect(back?.change && { kind: back.change.kind, before: back.usual }).toEqual(
          forth?.change && { kind: 'faster', before: forth.change.before },
        )
      }),
    )
  })

  it('does not depend on the order within a half', () => {
    const halves = fc.integer({ min: 3, max: 15 }).chain((half) => {
      const side = fc.array(duration, { minLength: half, maxLength: half })
      return fc.tuple(side, side)
    })
    fc.assert(
      fc.property(halves, ([older, newer]) => {
        expect(trendOf(runs([...older.toReversed(), ...newer.toSorted((a, b) => a - b)]))).toEqual(
          trendOf(runs([...older, ...newer])),
        )
      }),
    )
  })

  it('finds no change where all take the same time, give or take a fifth', () => {
    const near = fc.array(fc.integer({ min: 100, max: 124 }), { minLength: fewestRuns, maxLength: mostRuns })
    fc.assert(
      fc.property(near, (list) => {
        expect(trendOf(runs(list))).not.toHaveProperty('change')
      }),
    )
  })
})

describe('the height of a bar', () => {
  it.each([
    [60, 60, 48],
    [30, 60, 24],
    [0, 60, 2],
    [1, 86_400, 2],
    [0, 0, 2],
  ])('of %i seconds beside %i is %i', (seconds, longest, height) => {
    expect(heightOf(seconds, longest, 48)).toBe(height)
  })

  it('can always be seen, never leaves the strip, and grows with the duration', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (a, b, c) => {
        const [shorter = 0, longer = 0, longest = 0] = [a, b, c].sort((x, y) => x - y)
        const low = heightOf(shorter, longest, 48)
        const high = heightOf(longer, longest, 48)
        expect(low).toBeGreaterThanOrEqual(2)
        expect(high).toBeLessThanOrEqual(48)
        expect(low).toBeLessThanOrEqual(high)
      }),
    )
  })
})
