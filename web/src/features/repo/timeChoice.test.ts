import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isListed } from '../../api/pages.ts'
import { aPipeline } from '../../testing/fixtures.ts'
import { addressOf, fieldsOf, firstFields, timeFiltersOf, timeIn } from './timeChoice.ts'

const now = Date.UTC(2026, 10, 21, 15, 30) / 1000
const local = (...parts: [number, number, number, number?, number?, number?]) =>
  new Date(parts[0], parts[1] - 1, parts[2], parts[3] ?? 0, parts[4] ?? 0, parts[5] ?? 0)
const rfc = (date: Date) => date.toISOString().replace('.000', '')
const asked = (search: Record<string, unknown>) => timeFiltersOf(timeIn(search), now)

describe('a time in the address', () => {
  it.each<[Record<string, unknown>, Record<string, string>]>([
    [{}, {}],
    [{ after: '24h' }, { after: '2026-11-20T15:30:00Z' }],
    [{ after: '7d' }, { after: '2026-11-14T15:30:00Z' }],
    [{ after: '30d' }, { after: '2026-10-22T15:30:00Z' }],
    [{ after: '24h', before: '2020-01-01' }, { after: '2026-11-20T15:30:00Z' }],
    [{ after: '2026-11-01T10:00:00Z' }, { after: '2026-11-01T10:00:00Z' }],
    [{ before: '2026-11-01t10:00:00z' }, { before: '2026-11-01T10:00:00Z' }],
    [{ before: '2026-11-01T10:00:00+02:00' }, { before: '2026-11-01T08:00:00Z' }],
    [{ before: '2026-11-01T10:00:00 02:00' }, { before: '2026-11-01T08:00:00Z' }],
    [{ before: '2026-11-01T10:00:00-0530' }, { before: '2026-11-01T15:30:00Z' }],
    [{ before: ' 2026-11-01 10:00:30.75Z ' }, { before: '2026-11-01T10:00:30Z' }],
    [{ before: '2026-11-01T10:00' }, { before: rfc(local(2026, 11, 1, 10)) }],
    [{ before: '2026-11-01' }, { before: rfc(local(2026, 11, 1)) }],
    [{ after: '2026-11-01' }, { after: rfc(local(2026, 10, 31, 23, 59, 59)) }],
    [
      { after: '2026-11-01T00:00:00Z', before: '2026-11-05T00:00:00Z' },
      { after: '2026-11-01T00:00:00Z', before: '2026-11-05T00:00:00Z' },
    ],
  ])('%j asks the server for %j', (search, expected) => {
    expect(asked(search)).toEqual(expected)
  })

  it.each([
    'yesterday',
    '25h',
    '24h ago',
    '0d',
    'toString',
    '2026',
    '2026-13-01',
    '2026-02-30',
    '2026-11-01T24:00Z',
    '2026-11-01T10:60Z',
    '2026-11-01T10:00:60Z',
    '1969-12-31',
    '1970-01-01T00:00Z',
    '9999-12-31T23:00-02:00',
    '0026-11-01',
    '2026-11-01T10:00Z?',
    1_700_000_000,
    ['2026-11-01'],
    '',
  ])('%j is no time, and is left out', (value) => {
    expect(asked({ after: value, before: value })).toEqual({})
  })

  it('is never anything but a time that the server can read', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/),
    )
    fc.assert(
      fc.property(text, text, (after, before) => {
        for (const time of Object.values(asked({ after, before }))) {
          expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
          expect(Date.parse(time)).not.toBeNaN()
        }
      }),
    )
  })

  it('means the same moment, however it is written', () => {
    const moment = fc.date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, offset) => {
        const seconds = new Date(Math.floor(date.getTime() / 1000) * 1000)
        const there = new Date(seconds.getTime() + offset * 60_000).toISOString().slice(0, 19)
        const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60].map((part) =>
          String(Math.floor(part)).padStart(2, '0'),
        )
        const written = `${there}${offset < 0 ? '-' : '+'}${hours}:${minutes}`
        expect(asked({ before: written })).toEqual({ before: rfc(seconds) })
      }),
    )
  })
})

describe('the fields for a start and an end', () => {
  it('let in what was made at the start, and nothing made at the end', () => {
    const filters = asked(addressOf({ from: '2026-11-01T00:00', to: '2026-11-05T12:00' }))
    const isIn = (...at: Parameters<typeof local>) =>
      isListed(aPipeline({ created: local(...at).getTime() / 1000 }), filters)
    expect([isIn(2026, 11, 1), isIn(2026, 10, 31, 23, 59, 59)]).toEqual([true, false])
    expect([isIn(2026, 11, 5, 11, 59, 59), isIn(2026, 11, 5, 12)]).toEqual([true, false])
  })

  it('come back from the address as they were', () => {
    const minute = fc
      .date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => fieldsOf({ kind: 'between', before: Math.floor(date.getTime() / 60_000) * 60 }).to)
    const field = fc.oneof(minute, fc.constant(''))
    fc.assert(
      fc.property(field, field, (from, to) => {
        expect(fieldsOf(timeIn(addressOf({ from, to })))).toEqual({ from, to })
      }),
    )
  })

  it('are open where nothing is typed, or no whole time yet', () => {
    expect(addressOf({ from: '', to: '0002-11-01T00:00' })).toEqual({ after: '', before: '' })
    expect(fieldsOf({ kind: 'any' })).toEqual({ from: '', to: '' })
  })

  it('begin with what was seen before', () => {
    expect(addressOf(firstFields({ kind: 'span', span: '24h' }, now)).after).toBe('2026-11-20T15:29:59Z')
    expect(firstFields({ kind: 'any' }, local(2026, 11, 21, 15).getTime() / 1000)).toEqual({
      from: '2026-11-15T00:00',
      to: '',
    })
    const known = { kind: 'between', before: local(2026, 11, 5).getTime() / 1000 } as const
    expect(firstFields(known, now)).toEqual({ from: '', to: '2026-11-05T00:00' })
  })
})
