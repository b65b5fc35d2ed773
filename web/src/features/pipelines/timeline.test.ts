import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aPipeline, aStep, aWorkflow } from '../../testing/fixtures.ts'
import { ticksOf, timelineOf } from './timeline.ts'

const one = (step: Parameters<typeof aStep>[0], workflow: Parameters<typeof aWorkflow>[0] = {}) =>
  timelineOf(
    aPipeline({
      created: 100,
      workflows: [aWorkflow({ started: 110, finished: 200, children: [aStep(step)], ...workflow })],
    }),
    500,
  )

describe('timelineOf', () => {
  it('lets workflows wait from the creation on, and steps from the start of their workflow', () => {
    const { start, end, rows } = one({ started: 120, finished: 200 })
    expect({ start, end }).toEqual({ start: 100, end: 200 })
    expect(rows).toMatchObject([
      { kind: 'workflow', wait: { from: 100, to: 110 }, run: { from: 110, to: 200 } },
      { kind: 'step', wait: { from: 110, to: 120 }, run: { from: 120, to: 200 } },
    ])
  })

  it('goes on until now for what runs and waits', () => {
    const running = one({ state: 'running', started: 120, finished: 0 }, { state: 'running', finished: 0 })
    expect(running.rows.map(({ run }) => run?.to)).toEqual([500, 500])
    const pending = one({ state: 'pending', started: 0, finished: 0 }, { state: 'running', finished: 0 })
    expect(pending.rows[1]).toEqual(expect.objectContaining({ wait: { from: 110, to: 500 } }))
  })

  it('has neither for what never ran', () => {
    const [, step] = one({ state: 'skipped', started: 0, finished: 0 }).rows
    expect(step).not.toHaveProperty('wait')
    expect(step).not.toHaveProperty('run')
  })

  it.each([
    ['never reviewed', 0, 100, 0],
    ['reviewed in the second of its creation', 100, 100, 0],
    ['reviewed by a copy of what its parent was', 40, 100, 0],
    ['approved later', 105, 105, 5],
  ])('begins, when it was %s, when it could have started', (_, reviewed, start, decision) => {
    const workflows = [aWorkflow({ started: 110, finished: 200, children: [] })]
    const timeline = timelineOf(aPipeline({ created: 100, reviewed, workflows }), 500)
    expect(timeline).toMatchObject({ start, end: 200, decision })
    expect(timeline.rows[0]?.wait).toEqual({ from: start, to: 110 })
  })

  it('looks the same however long somebody took to approve it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(1_000), (decision, wait) => {
        const reviewed = 2_000_000
        const started = reviewed + wait
        const step = aStep({ started, finished: started + 60 })
        const workflows = [aWorkflow({ started, finished: started + 60, children: [step] })]
        const shown = (created: number) =>
          timelineOf(aPipeline({ created, reviewed, workflows }), reviewed + 5_000)
        const late = shown(reviewed - decision)
        expect(late).toEqual({ ...shown(reviewed), decision })
        expect(late.start).toBe(reviewed)
      }),
    )
  })

  it('never goes backwards, whatever the clocks said', () => {
    const time = fc.nat(1_000)
    fc.assert(
      fc.property(time, time, time, time, time, time, (created, reviewed, a, b, c, d) => {
        const step = aStep({ started: a, finished: b, state: 'running' })
        const workflows = [aWorkflow({ started: c, finished: d, state: 'running', children: [step] })]
        const { start, end, rows, decision } = timelineOf(aPipeline({ created, reviewed, workflows }), 500)
        expect(decision).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThan(start)
        for (const part of rows.flatMap(({ wait, run }) => [wait, run])) {
          if (!part) continue
          expect(part.to).toBeGreaterThanOrEqual(part.from)
          expect(part.from).toBeGreaterThanOrEqual(start)
          expect(part.to).toBeLessThanOrEqual(end)
        }
      }),
    )
  })
})

describe('ticksOf', () => {
  it.each([
    [6, [0, 1, 2, 3, 4, 5, 6]],
    [100, [0, 30, 60, 90]],
    [3_600, [0, 600, 1_200, 1_800, 2_400, 3_000, 3_600]],
  ])('divides %i seconds evenly', (end, ticks) => {
    expect(ticksOf({ start: 0, end })).toEqual(ticks)
  })

  it('never crowds the axis', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (end) => {
        expect(ticksOf({ start: 0, end }).length).toBeLessThanOrEqual(7)
      }),
    )
  })
})
