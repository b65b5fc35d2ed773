import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { nextRuns } from './nextRuns.ts'
import { readSchedule } from './schedule.ts'

const at = (time: string) => Date.parse(time) / 1000
const runs = (text: string, from: string, zone = 'UTC', count = 3) => {
  const read = readSchedule(text)
  if ('problem' in read) throw new Error(`${text}: ${read.problem}`)
  return nextRuns(read.schedule, zone, at(from), count).map((run) => new Date(run * 1000).toISOString())
}
const short = (text: string, from: string, zone?: string, count?: number) =>
  runs(text, from, zone, count).map((run) => run.slice(0, 16))

describe('a schedule', () => {
  it.each([
    ['', 'empty'],
    ['TZ=UTC ', 'fields'],
    ['* * * *', 'fields'],
    ['* * * * * *', 'fields'],
    ['60 * * * *', 'minute'],
    ['*-5 * * * *', 'minute'],
    ['5-1 * * * *', 'minute'],
    ['*/0 * * * *', 'minute'],
    ['1,,2 * * * *', 'minute'],
    ['* 24 * * *', 'hour'],
    ['* * 0 * *', 'day'],
    ['* * 32W * *', 'day'],
    ['* * L-31 * *', 'day'],
    ['* * * 13 *', 'month'],
    ['* * * foo *', 'month'],
    ['* * * * 7', 'weekday'],
    ['* * * * mon#6', 'weekday'],
    ['@Daily', 'descriptor'],
    ['@reboot', 'descriptor'],
    ['@every 1.5s', 'duration'],
    ['@every 0s', 'duration'],
    ['@every soon', 'duration'],
    ['TZ=Mars/Olympus 0 0 * * *', 'zone'],
    ['TZ=+02:00 0 0 * * *', 'zone'],
  ])('that cannot be read says where: %j is about the %s', (text, problem) => {
    expect(readSchedule(text)).toEqual({ problem })
  })

  it.each([
    ['*/20 * * * *', ['2026-01-01T00:20', '2026-01-01T00:40', '2026-01-01T01:00']],
    ['50/5 3 * * *', ['2026-01-01T03:50', '2026-01-01T03:55', '2026-01-02T03:50']],
    ['0 9-17/4 * * *', ['2026-01-01T09:00', '2026-01-01T13:00', '2026-01-01T17:00']],
    ['@weekly', ['2026-01-04T00:00', '2026-01-11T00:00', '2026-01-18T00:00']],
    ['@yearly', ['2027-01-01T00:00', '2028-01-01T00:00', '2029-01-01T00:00']],
    ['0 0 L * *', ['2026-01-31T00:00', '2026-02-28T00:00', '2026-03-31T00:00']],
    ['0 0 L-2 feb *', ['2026-02-26T00:00', '2027-02-26T00:00', '2028-02-27T00:00']],
    ['0 0 LW * *', ['2026-01-30T00:00', '2026-02-27T00:00', '2026-03-31T00:00']],
    ['0 0 1W * *', ['2026-02-02T00:00', '2026-03-02T00:00', '2026-04-01T00:00']],
    ['0 0 * * friL', ['2026-01-30T00:00', '2026-02-27T00:00', '2026-03-27T00:00']],
    ['0 0 * * mon#1', ['2026-01-05T00:00', '2026-02-02T00:00', '2026-03-02T00:00']],
    ['0 0 * * L', ['2026-01-03T00:00', '2026-01-10T00:00', '2026-01-17T00:00']],
    ['0 0 29 2 *', ['2028-02-29T00:00']],
  ])('%s runs when it says', (text, expected) => {
    expect(short(text, '2026-01-01T00:00:30Z')).toEqual(expected)
  })

  it('takes either day field where both are restricted, and both where one is open', () => {
    expect(short('0 0 13 * fri', '2026-02-01T00:00Z')).toEqual([
      '2026-02-06T00:00',
      '2026-02-13T00:00',
      '2026-02-20T00:00',
    ])
    expect(short('0 0 ? * fri', '2026-02-07T00:00Z', 'UTC', 1)).toEqual(['2026-02-13T00:00'])
    expect(short('0 0 */2 * fri', '2026-02-01T00:00Z', 'UTC', 2)).toEqual([
      '2026-02-03T00:00',
      '2026-02-05T00:00',
    ])
  })

  it('goes by the clock of its zone, and by its own zone before that of the job', () => {
    expect(short('0 3 * * *', '2026-01-01T00:00Z', 'America/New_York', 1)).toEqual(['2026-01-01T08:00'])
    expect(short('TZ=Asia/Tokyo 0 3 * * *', '2026-01-01T00:00Z', 'America/New_York', 1)).toEqual([
      '2026-01-01T18:00',
    ])
  })

  it('leaves out a time that the clocks skip, and comes twice when they show it twice', () => {
    expect(short('30 2 * * *', '2026-03-28T12:00Z', 'Europe/Berlin', 2)).toEqual([
      '2026-03-30T00:30',
      '2026-03-31T00:30',
    ])
    expect(short('30 2 * * *', '2026-10-24T12:00Z', 'Europe/Berlin', 3)).toEqual([
      '2026-10-25T00:30',
      '2026-10-25T01:30',
      '2026-10-26T01:30',
    ])
  })

  it('that never comes has no runs, and that counts durations starts now', () => {
    expect(runs('0 0 31 2 *', '2026-01-01T00:00Z')).toEqual([])
    expect(short('@every 1h30m', '2026-01-01T00:00Z')).toEqual([
      '2026-01-01T01:30',
      '2026-01-01T03:00',
      '2026-01-01T04:30',
    ])
  })

  const range = (min: number, max: number) =>
    fc.oneof(
      fc.constant('*'),
      fc.integer({ min, max }).map(String),
      fc.integer({ min: 1, max: 20 }).map((step) => `*/${step}`),
      fc
        .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
        .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    )

  it('gives runs in order, after now, at times whose minute, hour and month it names', () => {
    fc.assert(
      fc.property(
        fc.tuple(range(0, 59), range(0, 23), range(1, 28), range(1, 12), range(0, 6)),
        fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe'),
        (fields, now, zone) => {
          const read = readSchedule(fields.join(' '))
          if ('problem' in read || read.schedule.kind !== 'fields') throw new Error(fields.join(' '))
          const { minutes, months } = read.schedule
          const found = nextRuns(read.schedule, zone, now, 5)
          expect(found).toHaveLength(5)
          found.reduce((before, run) => {
            expect(run).toBeGreaterThan(before)
            return run
          }, now)
          const format = new Intl.DateTimeFormat('en-US', {
            timeZone: zone,
            minute: 'numeric',
            month: 'numeric',
          })
          for (const run of found) {
            const parts = format.formatToParts(run * 1000)
            const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
            expect(minutes).toContain(part('minute'))
            expect(months).toContain(part('month'))
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('never breaks on any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[@*\d,\-/LW#? a-z]{0,40}$/)), (text) => {
        const read = readSchedule(text)
        if ('schedule' in read) nextRuns(read.schedule, 'UTC', 1_700_000_000, 1)
      }),
    )
  })
})
