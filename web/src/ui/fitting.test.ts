import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fitting } from './fitting.ts'

describe('fitting', () => {
  it.each([
    ['all, where there is just enough room', [50, 50, 50], 158, 3],
    ['fewer, so that the button beside them fits, too', [50, 50, 50], 157, 2],
    ['only one', [50, 50, 50], 110, 1],
    ['none, where even one leaves no room for the button', [50, 50, 50], 90, 0],
    ['all of nothing', [], 0, 0],
    ['all where nothing has been measured yet', [0, 0], 0, 2],
  ])('shows %s', (_, widths, room, count) => {
    expect(fitting(widths, room, 40, 4)).toBe(count)
  })

  it('never takes more room than there is, and never less than it could', () => {
    const width = fc.integer({ min: 1, max: 300 })
    fc.assert(
      fc.property(
        fc.array(width),
        fc.integer({ min: 1, max: 1_500 }),
        width,
        fc.nat(10),
        (widths, room, more, gap) => {
          const count = fitting(widths, room, more, gap)
          const taken = (shown: number) => {
            const parts = shown < widths.length ? [...widths.slice(0, shown), more] : widths
            return parts.reduce((sum, part) => sum + part, 0) + gap * Math.max(0, parts.length - 1)
          }
          if (count > 0) expect(taken(count)).toBeLessThanOrEqual(room)
          if (count < widths.length) expect(taken(count + 1)).toBeGreaterThan(room)
        },
      ),
    )
  })
})
