import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { closedState, mergeStates, shouldRun, workflowState } from './status.ts'
import type { StepOutcome } from './status.ts'

describe('merged states', () => {
  it.each([
    [[], 'success'],
    [['success', 'skipped'], 'success'],
    [['skipped'], 'success'],
    [['failure', 'success'], 'failure'],
    [['failure', 'pending', 'running'], 'running'],
    [['failure', 'killed'], 'killed'],
    [['error', 'killed'], 'error'],
    [['blocked', 'declined'], 'declined'],
    [['canceled', 'canceled'], 'canceled'],
    [['canceled', 'success'], 'killed'],
    [['started'], 'running'],
  ])('%j: %s', (states, expected) => {
    expect(mergeStates(states)).toBe(expected)
  })

  it('do not depend on the order', () => {
    const state = fc.constantFrom(
      'declined',
      'blocked',
      'error',
      'killed',
      'canceled',
      'running',
      'pending',
      'failure',
      'success',
      'skipped',
    )
    fc.assert(
      fc.property(fc.array(state), (states) => {
        expect(mergeStates(states.toReversed())).toBe(mergeStates(states))
      }),
    )
  })
})

describe('a finished workflow', () => {
  const step = (state: string, more: Partial<StepOutcome> = {}): StepOutcome => ({
    state,
    started: 1,
    failure: 'fail',
    type: 'commands',
    detach: false,
    ...more,
  })
  const ended = (steps: StepOutcome[], more = {}) =>
    workflowState({ steps, hasStarted: true, hasError: false, wasStopped: false, ...more })
  it.each([
    ['all well', ended([step('success'), step('skipped')]), 'success'],
    ['one failed', ended([step('failure'), step('skipped')]), 'failure'],
    ['one failed that may', ended([step('failure', { failure: 'ignore' })]), 'success'],
    ['a failure of another mode', ended([step('failure', { failure: 'whatever' })]), 'success'],
    ['a failed service', ended([step('failure', { type: 'service' })]), 'success'],
    ['a failed background step', ended([step('failure', { detach: true })]), 'success'],
    ['never started', ended([step('pending', { started: 0 })], { hasStarted: false }), 'skipped'],
    ['could not run', ended([step('success')], { hasError: true }), 'failure'],
    ['stopped', ended([step('failure')], { wasStopped: true }), 'killed'],
    ['stopped before it started', ended([], { wasStopped: true, hasStarted: false }), 'skipped'],
    ['one left open', ended([step('running')]), 'success'],
    ['one never reached', ended([step('pending', { started: 0 })]), 'killed'],
  ])('%s', (_, state, expected) => {
    expect(state).toBe(expected)
  })
  it('closes what is open', () => {
    expect(closedState({ state: 'running', started: 5 })).toBe('success')
    expect(closedState({ state: 'pending', started: 0 })).toBe('killed')
    expect(closedState({ state: 'failure', started: 5 })).toBe('failure')
  })
})

it.each([
  [['success'], [], true],
  [['success'], ['success', 'success'], true],
  [['success'], ['success', 'failure'], false],
  [['success'], ['skipped'], false],
  [['failure'], [], true],
  [['failure'], ['failure', 'killed'], true],
  [['failure'], ['failure', 'success'], false],
  [['success', 'failure'], ['killed', 'success'], true],
] as const)('run on %j after %j: %s', (runOn, states, expected) => {
  expect(shouldRun(runOn, states)).toBe(expected)
})
