import { act, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { withTexts } from '../testing/render.tsx'
import { Duration, PreciseDuration } from './Duration.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { ageOf, clockText, durationParts, secondsOf } from './time.ts'

const start = 1_700_000_000
const at = (seconds: number) => vi.setSystemTime((start + seconds) * 1_000)
const pass = (seconds: number) =>
  act(() => {
    vi.advanceTimersByTime(seconds * 1_000)
  })

afterEach(() => vi.useRealTimers())

describe('ageOf', () => {
  it.each([
    [-60, 'now'],
    [0, 'now'],
    [30, 'now'],
    [31, { value: 1, unit: 'minute' }],
    [150, { value: 3, unit: 'minute' }],
    [3_600, { value: 60, unit: 'minute' }],
    [3_601, { value: 1, unit: 'hour' }],
    [86_400, { value: 24, unit: 'hour' }],
    [86_401, { value: 1, unit: 'day' }],
    [2_592_001, { value: 1, unit: 'month' }],
    [31_536_001, { value: 1, unit: 'year' }],
    [80_000_000, { value: 3, unit: 'year' }],
  ])('%i seconds are %o', (elapsed, age) => {
    expect(ageOf(start, start + elapsed)).toEqual(age)
  })
})

describe('secondsOf', () => {
  it.each([
    [{ started: 0, finished: 10 }, undefined],
    [{ started: 10, finished: 0 }, undefined],
    [{ started: 10, finished: 0, updated: 15 }, 5],
    [{ started: 10, finished: 12, updated: 15 }, 2],
    [{ started: 10, finished: 8 }, 0],
  ])('of %o is %s', (span, seconds) => {
    expect(secondsOf(span, false, 999)).toBe(seconds)
  })

  it('counts up to now while running', () => {
    expect(secondsOf({ started: 10, finished: 0 }, true, 17)).toBe(7)
    expect(secondsOf({ started: 10, finished: 0 }, true, 3)).toBe(0)
  })
})

describe('durations', () => {
  it.each([
    [0, '0:00'],
    [3, '0:03'],
    [754, '12:34'],
    [3_600, '1:00:00'],
    [93_719, '26:01:59'],
  ])('%i seconds are %s on a clock', (seconds, text) => {
    expect(clockText(seconds)).toBe(text)
  })

  it('never say more than there was, nor less than their smaller unit', () => {
    const sizes = { day: 86_400, hour: 3_600, minute: 60, second: 1 }
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), (seconds) => {
        const parts = durationParts(seconds)
        const said = parts.reduce((sum, { value, unit }) => sum + value * sizes[unit], 0)
        expect(parts.length).toBeLessThanOrEqual(2)
        expect(said).toBeLessThanOrEqual(seconds)
        expect(seconds - said).toBeLessThan(seconds < 3_600 ? 1 : seconds < 86_400 ? 60 : 3_600)
      }),
    )
  })

  it('read as words with the exact time at hand', () => {
    render(withTexts(<Duration of={{ started: start, finished: start + 161 }} status="success" />))
    expect(screen.getByText('2 min 41 sec').dataset['tooltip']).toBe('2:41')
  })

  it.each(['pending', 'blocked', 'skipped'])('say of a %s pipeline that it has not started', (status) => {
    render(withTexts(<Duration of={{ started: 0, finished: 0, updated: start }} status={status} />))
    expect(screen.getByText('not started')).toBeDefined()
  })

  it('count up while the pipeline runs, and stop with it', () => {
    vi.useFakeTimers()
    at(65)
    const of = { started: start, finished: 0 }
    const { rerender } = render(withTexts(<Duration of={of} status="running" />))
    expect(screen.getByText('1 min 5 sec')).toBeDefined()
    pass(2)
    expect(screen.getByText('1 min 7 sec')).toBeDefined()
    rerender(withTexts(<Duration of={{ ...of, finished: start + 70 }} status="success" />))
    expect(screen.getByText('1 min 10 sec')).toBeDefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('of a step appear once it has started', () => {
    const { container, rerender } = render(
      withTexts(<PreciseDuration of={{ started: 0, finished: 0 }} status="pending" />),
    )
    expect(container.textContent).toBe('')
    rerender(withTexts(<PreciseDuration of={{ started: start, finished: start + 28 }} status="failure" />))
    expect(container.textContent).toBe('0:28')
  })
})

describe('RelativeTime', () => {
  it('ticks each second within the first hour, for all that are shown by one clock', () => {
    vi.useFakeTimers()
    at(25)
    render(
      withTexts(
        <>
          <RelativeTime at={start} />
          <RelativeTime at={start - 10} />
        </>,
      ),
    )
    expect(screen.getByText('just now')).toBeDefined()
    expect(screen.getByText('1 minute ago')).toBeDefined()
    const timers = vi.getTimerCount()
    pass(6)
    expect(screen.queryByText('just now')).toBeNull()
    expect(screen.getAllByText('1 minute ago')).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(timers)
  })

  it('goes on each minute later on, and says the moment to machines', () => {
    vi.useFakeTimers()
    at(5 * 3_600)
    const { container } = render(withTexts(<RelativeTime at={start} />))
    expect(screen.getByText('5 hours ago')).toBeDefined()
    expect(container.querySelector('time')?.dateTime).toBe('2023-11-14T22:13:20.000Z')
    pass(3_600)
    expect(screen.getByText('6 hours ago')).toBeDefined()
  })

  it('is a dash for what never was', () => {
    render(withTexts(<RelativeTime at={0} />))
    expect(screen.getByText('–')).toBeDefined()
  })
})
