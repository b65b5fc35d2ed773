import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { parseSchedule } from './cron.ts'
import { CronError } from './cron/fields.ts'
import { isTimeZone } from './cron/zone.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const next = (schedule: string, from: string, zone = 'UTC') => {
  const seconds = parseSchedule(schedule).nextAfter(at(from), zone)
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString().replace(':00.000Z', 'Z')
}

vi.setConfig({ testTimeout: 60_000 })

describe('a schedule', () => {
  // 2024-05-15 is a Wednesday.
  it.each([
    ['* * * * *', '2024-05-15T10:00:00Z', '2024-05-15T10:01Z'],
    ['*/15 * * * *', '2024-05-15T10:07:30Z', '2024-05-15T10:15Z'],
    ['5/20 * * * *', '2024-05-15T10:26:00Z', '2024-05-15T10:45Z'],
    ['0 9-17/4 * * *', '2024-05-15T13:00:00Z', '2024-05-15T17:00Z'],
    ['0 0 1 JAN *', '2024-05-15T00:00:00Z', '2025-01-01T00:00Z'],
    ['30 4 * * mon-fri', '2024-05-17T04:30:00Z', '2024-05-20T04:30Z'],
    ['0 0 29 2 *', '2025-01-01T00:00:00Z', '2028-02-29T00:00Z'],
    ['0 0 13 * 5', '2024-05-15T00:00:00Z', '2024-05-17T00:00Z'],
    ['0 0 13 * 5', '2024-06-08T00:00:00Z', '2024-06-13T00:00Z'],
    ['0 0 13 * ?', '2024-05-15T00:00:00Z', '2024-06-13T00:00Z'],
    ['0 0 */10 * 1', '2024-05-15T00:00:00Z', '2024-05-20T00:00Z'],
    ['0 0 *,13 * 1', '2024-05-15T00:00:00Z', '2024-05-20T00:00Z'],
    ['0 0 L * *', '2024-02-01T00:00:00Z', '2024-02-29T00:00Z'],
    ['0 0 L-3 * *', '2024-02-01T00:00:00Z', '2024-02-26T00:00Z'],
    ['0 0 15W * *', '2024-06-01T00:00:00Z', '2024-06-14T00:00Z'],
    ['0 0 1W * *', '2024-06-01T00:00:00Z', '2024-06-03T00:00Z'],
    ['0 0 30W * *', '2024-06-01T00:00:00Z', '2024-06-28T00:00Z'],
    ['0 0 LW * *', '2024-06-01T00:00:00Z', '2024-06-28T00:00Z'],
    ['0 0 * * L', '2024-05-15T00:00:00Z', '2024-05-18T00:00Z'],
    ['0 0 * * friL', '2024-05-15T00:00:00Z', '2024-05-31T00:00Z'],
    ['0 0 * * 2#3', '2024-05-15T00:00:00Z', '2024-05-21T00:00Z'],
    ['@yearly', '2024-05-15T00:00:00Z', '2025-01-01T00:00Z'],
    ['@monthly', '2024-05-15T00:00:00Z', '2024-06-01T00:00Z'],
    ['@weekly', '2024-05-15T00:00:00Z', '2024-05-19T00:00Z'],
    ['@midnight', '2024-05-15T00:00:00Z', '2024-05-16T00:00Z'],
    ['@hourly', '2024-05-15T00:30:00Z', '2024-05-15T01:00Z'],
    ['@every 1h30m', '2024-05-15T00:00:00Z', '2024-05-15T01:30Z'],
    ['@every 1.5m', '2024-05-15T00:00:00Z', '2024-05-15T00:01:30.000Z'],
    ['TZ=Europe/Berlin 0 9 * * *', '2024-05-15T00:00:00Z', '2024-05-15T07:00Z'],
    ['CRON_TZ=America/New_York @daily', '2024-05-15T00:00:00Z', '2024-05-15T04:00Z'],
  ])('%s after %s is due at %s', (schedule, from, expected) => {
    expect(next(schedule, from)).toBe(expected)
  })

  it.each([
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 7',
    '5-1 * * * *',
    '*/0 * * * *',
    '* * * * 1#6',
    '* * L-31 * *',
    '? * * * *',
    '@Daily',
    '@reboot',
    '@every 0s',
    '@every 1500ms',
    '@every soon',
    'TZ=Nowhere/Land * * * * *',
    'TZ=+02:00 * * * * *',
    'a * * * *',
    '1,,2 * * * *',
    '1-2-3 * * * *',
    `1${',1'.repeat(300)} * * * *`,
  ])('refuses %j', (schedule) => {
    expect(() => parseSchedule(schedule)).toThrow(CronError)
  })

  it('gives up where no date comes within five years', () => {
    expect(next('0 0 30 2 *', '2024-01-01T00:00:00Z')).toBeUndefined()
    expect(next('0 0 29 2 *', '2097-01-01T00:00:00Z')).toBeUndefined()
  })
})

describe('clock changes', () => {
  it('skip what they leave out', () => {
    expect(next('30 2 * * *', '2024-03-31T00:00:00Z', 'Europe/Berlin')).toBe('2024-04-01T00:30Z')
    expect(next('0 * * * *', '2024-03-31T00:00:00Z', 'Europe/Berlin')).toBe('2024-03-31T01:00Z')
  })
  it('repeat what they show twice', () => {
    expect(next('30 2 * * *', '2024-10-27T00:00:00Z', 'Europe/Berlin')).toBe('2024-10-27T00:30Z')
    expect(next('30 2 * * *', '2024-10-27T00:30:00Z', 'Europe/Berlin')).toBe('2024-10-27T01:30Z')
  })
  it('at midnight lose no day', () => {
    expect(next('0 12 * * *', '2024-09-08T00:00:00Z', 'America/Santiago')).toBe('2024-09-08T15:00Z')
    expect(next('30 23 * * *', '2024-04-07T02:45:00Z', 'America/Santiago')).toBe('2024-04-07T03:30Z')
  })
})

describe('the next time', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
  ]
  it('is the first minute whose clock fits, as walking minute by minute finds it', () => {
    const wall = (seconds: number, zone: string) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(seconds * 1000)
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(
          '2024-03-10',
          '2024-03-31',
          '2024-04-07',
          '2024-10-06',
          '2024-10-27',
          '2024-11-03',
          '2024-07-01',
        ),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        (zone, day, offset, hour, minute) => {
          const from = at(`${day}T00:00:00Z`) + (offset - 720) * 60
          const found = parseSchedule(`${minute} ${hour} * * *`).nextAfter(from, zone)
          const text = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
          let expected = from + 60
          while (wall(expected, zone) !== text) expected += 60
          expect(found).toBe(expected)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('is never in the past, and no text makes the parser fail otherwise', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 40 }),
          fc
            .array(fc.constantFrom('*', '1', '2-5', '*/2', 'L', '1W', 'mon', '?', '1#2', '7'))
            .map((parts) => parts.join(' ')),
        ),
        (text) => {
          try {
            const found = parseSchedule(text).nextAfter(1_700_000_000, 'UTC')
            expect(found ?? Infinity).toBeGreaterThan(1_700_000_000)
          } catch (error) {
            expect(error).toBeInstanceOf(CronError)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

it.each([
  ['UTC', true],
  ['Europe/Berlin', true],
  ['Etc/GMT+5', true],
  ['US/Eastern', true],
  ['', false],
  ['Local', false],
  ['+01:00', false],
  ['Europe/Nowhere', false],
])('%j as a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})
