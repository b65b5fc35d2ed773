import { describe, expect, it } from 'vitest'

import { aStep, aWorkflow } from '../../testing/fixtures.ts'
import { defaultStep, stepBeside, stepOf } from './steps.ts'

const flow = (pid: number, state: string, ...states: string[]) =>
  aWorkflow({
    pid,
    state,
    children: states.map((step, index) =>
      aStep({
        pid: pid * 10 + index,
        ppid: pid,
        state: step,
        finished: ['pending', 'running', 'skipped'].includes(step) ? 0 : 9,
      }),
    ),
  })

describe('defaultStep', () => {
  it.each([
    ['the first failed one', [flow(1, 'failure', 'success', 'failure', 'skipped')], 11],
    [
      'the failed one of a later workflow',
      [flow(1, 'success', 'success'), flow(2, 'failure', 'failure')],
      20,
    ],
    ['the failed one although another runs', [flow(1, 'running', 'failure', 'running')], 10],
    ['one that failed rather than one that was killed for it', [flow(1, 'killed', 'killed', 'failure')], 11],
    ['the killed one', [flow(1, 'killed', 'success', 'killed')], 11],
    [
      'the one that made it fail, not one before whose failure is ignored',
      [flow(1, 'success', 'failure', 'success'), flow(2, 'failure', 'success', 'failure')],
      21,
    ],
    [
      'the killed one of what was killed, not one whose failure is ignored',
      [flow(1, 'success', 'failure'), flow(2, 'killed', 'success', 'killed')],
      21,
    ],
    [
      'the failed one of a workflow that was killed for it',
      [flow(1, 'success', 'failure'), flow(2, 'killed', 'killed', 'failure')],
      21,
    ],
    [
      'the one whose failure is ignored when nothing worse happened',
      [flow(1, 'success', 'success', 'failure')],
      11,
    ],
    ['the running one', [flow(1, 'running', 'success', 'running', 'pending')], 11],
    ['between two, the one that has just ended', [flow(1, 'running', 'success', 'success', 'pending')], 11],
    ['the first one when all is well', [flow(1, 'success', 'success', 'success')], 10],
    ['the first one when nothing has begun', [flow(1, 'pending', 'pending', 'pending')], 10],
    ['none when there is none', [flow(1, 'skipped')], undefined],
    ['none without workflows', [], undefined],
  ])('is %s', (_, workflows, pid) => {
    expect(defaultStep(workflows)?.pid).toBe(pid)
  })
})

describe('stepOf', () => {
  const workflows = [flow(1, 'success', 'success', 'success'), flow(2, 'success', 'success')]

  it.each([
    [11, 11],
    [20, 20],
    [1, 10],
    [2, 20],
    [99, undefined],
    [Number.NaN, undefined],
    [undefined, undefined],
  ])('for %s is %s', (pid, expected) => {
    expect(stepOf(workflows, pid)?.pid).toBe(expected)
  })
})

describe('stepBeside', () => {
  const workflows = [
    flow(1, 'success', 'success', 'success'),
    flow(2, 'skipped'),
    flow(3, 'success', 'success'),
  ]

  it.each([
    [10, 1, 11],
    [11, 1, 30],
    [30, 1, undefined],
    [30, -1, 11],
    [10, -1, undefined],
    [undefined, 1, 10],
    [undefined, -1, undefined],
    [99, 1, 10],
  ] as const)('of %s by %i is %s', (pid, by, expected) => {
    expect(stepBeside(workflows, pid, by)?.pid).toBe(expected)
  })
})
