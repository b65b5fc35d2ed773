import { statuses } from '@yaffle/contract/statuses'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createFinishWatch, type Watched } from './finishWatch.ts'

const mine = (status: string, fields: Partial<Watched> = {}): Watched => ({
  repo_id: 1,
  number: 7,
  author: 'ana',
  status,
  ...fields,
})

describe('the watch for finished pipelines', () => {
  it.each([
    'success',
    'failure',
    'error',
    'killed',
    'canceled',
    'skipped',
    'declined',
    'newer than this page',
  ])('tells one that ends as %s, once', (status) => {
    const watch = createFinishWatch('ana')
    expect(watch([mine('pending')])).toEqual([])
    expect(watch([mine('running')])).toEqual([])
    expect(watch([mine(status)])).toEqual([mine(status)])
    expect(watch([mine(status), mine('success')])).toEqual([])
  })

  it('tells nothing of what was over when the page was opened', () => {
    expect(createFinishWatch('ana')([mine('success'), mine('failure', { number: 8 })])).toEqual([])
  })

  it('tells nothing of other people’s, but of what one sent for them', () => {
    const watch = createFinishWatch('ana')
    watch([mine('running', { author: 'bob' }), mine('running', { author: 'bob', sender: 'ana', number: 8 })])
    const over = [mine('success', { author: 'bob' }), mine('success', { author: 'bob', number: 8 })]
    expect(watch(over).map(({ number }) => number)).toEqual([8])
  })

  it('waits through an approval', () => {
    const watch = createFinishWatch('ana')
    watch([mine('pending')])
    expect(watch([mine('blocked')])).toEqual([])
    watch([mine('running')])
    expect(watch([mine('success')])).toHaveLength(1)
  })

  it('tells one that is started again, again', () => {
    const watch = createFinishWatch('ana')
    watch([mine('running')])
    expect(watch([mine('failure')])).toHaveLength(1)
    watch([mine('running')])
    expect(watch([mine('success')])).toHaveLength(1)
  })

  it('keeps pipelines of different repositories apart', () => {
    const watch = createFinishWatch('ana')
    watch([mine('running', { repo_id: 1 })])
    expect(watch([mine('success', { repo_id: 2 })])).toEqual([])
  })

  it('never tells more often than something was going on', () => {
    const step = fc.record({ number: fc.integer({ min: 1, max: 3 }), status: fc.constantFrom(...statuses) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const watch = createFinishWatch('ana')
        const told = steps.flatMap(({ number, status }) => watch([mine(status, { number })]))
        for (const number of [1, 2, 3]) {
          const going = steps.filter(
            (one) => one.number === number && ['pending', 'running', 'started'].includes(one.status),
          )
          expect(told.filter((one) => one.number === number).length).toBeLessThanOrEqual(going.length)
        }
      }),
    )
  })
})
