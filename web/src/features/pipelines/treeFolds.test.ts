import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aStep, aWorkflow } from '../../testing/fixtures.ts'
import { foldedBy, foldsAfter, foldsAtFirst } from './treeFolds.ts'

/** A workflow with the steps 10 times its pid and the one after. */
const flow = (pid: number, state: string) =>
  aWorkflow({
    pid,
    state,
    children: [aStep({ pid: pid * 10, ppid: pid, state }), aStep({ pid: pid * 10 + 1, ppid: pid, state })],
  })
const flows = (...states: string[]) => states.map((state, index) => flow(index + 1, state))
const folded = ({ folded: pids }: { folded: ReadonlySet<number> }) => [...pids]

describe('the workflows that start folded', () => {
  const several = flows('success', 'failure', 'skipped', 'blocked')

  it('are those that need no look', () => {
    expect(folded(foldsAtFirst(several, 20))).toEqual([1, 3, 4])
  })

  it('are not the one of the chosen step', () => {
    expect(folded(foldsAtFirst(several, 10))).toEqual([3, 4])
  })

  it('are none where there is only one', () => {
    expect(folded(foldsAtFirst(flows('success'), undefined))).toEqual([])
  })
})

describe('as a pipeline goes on', () => {
  const approved = foldsAtFirst(flows('blocked', 'blocked', 'blocked'), 10)

  it('what was approved opens as soon as it goes on', () => {
    expect(folded(approved)).toEqual([2, 3])
    expect(folded(foldsAfter(approved, flows('running', 'pending', 'pending'), 10))).toEqual([])
    expect(folded(foldsAfter(approved, flows('success', 'running', 'skipped'), 10))).toEqual([3])
  })

  it('nothing folds by itself that somebody may be looking at', () => {
    const running = foldsAtFirst(flows('running', 'running'), 10)
    expect(folded(foldsAfter(running, flows('success', 'success'), 10))).toEqual([])
  })

  it('the workflow opens whose step is shown now', () => {
    const finished = flows('success', 'success', 'success')
    const before = foldsAtFirst(finished, 10)
    expect(folded(foldsAfter(before, finished, 20))).toEqual([3])
    const byHand = foldedBy(foldedBy(before, 2, true), 2, false)
    expect(folded(foldsAfter(byHand, finished, 21))).toEqual([3])
  })

  it('what somebody folded stays folded, also while its steps are shown one after the other', () => {
    const running = flows('running', 'running')
    const byHand = foldedBy(foldedBy(foldsAtFirst(running, 10), 1, false), 2, false)
    expect(folded(foldsAfter(byHand, flows('running', 'failure'), 11))).toEqual([1, 2])
  })

  it('what somebody opened stays open', () => {
    const finished = flows('success', 'success')
    expect(folded(foldsAfter(foldedBy(foldsAtFirst(finished, 10), 2, true), finished, 10))).toEqual([])
  })

  it('is the same as long as nothing is to be opened', () => {
    const state = fc.constantFrom('blocked', 'success', 'skipped', 'pending', 'running', 'failure')
    const hand = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { maxLength: 4 })
    const pid = fc.constantFrom(10, 11, 20, 21, 30, 31)
    fc.assert(
      fc.property(fc.tuple(state, state, state), pid, hand, (states, chosen, moves) => {
        const workflows = flows(...states)
        const first = foldsAtFirst(workflows, chosen)
        const before = moves.reduce((folds, [at, isOpen]) => foldedBy(folds, at, isOpen), first)
        expect(foldsAfter(before, workflows, chosen)).toBe(before)
      }),
    )
  })
})
