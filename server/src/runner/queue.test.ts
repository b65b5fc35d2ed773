import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { pickTasks, sortTasks, type Task } from './queue.ts'

const aTask = (overrides: Partial<Task> = {}): Task => ({
  workflow_id: 1,
  pipeline_id: 1,
  pipeline_number: 1,
  pipeline_created: 1000,
  repo_id: 1,
  pid: 1,
  name: 'build',
  labels: {},
  dependsOn: [],
  runOn: ['success'],
  concurrency_limit: 0,
  concurrency_group: '',
  agent_id: 0,
  agent_name: '',
  created: 1000,
  ...overrides,
})
const ids = (tasks: Task[]) => tasks.map(({ workflow_id }) => workflow_id)
const pick = (tasks: Task[], slots = 10, labels = {}) =>
  ids(pickTasks(sortTasks(tasks, new Map()), slots, labels))

describe('what a task waits for', () => {
  test.each([
    ['nothing', [], [], 'pending'],
    ['a running workflow', [7], [[7, 'running']], 'waitingOnDeps'],
    ['a pending workflow', [7], [[7, 'pending']], 'waitingOnDeps'],
    [
      'one that is over and one that is not',
      [7, 8],
      [
        [7, 'success'],
        [8, 'running'],
      ],
      'waitingOnDeps',
    ],
    [
      'successes',
      [7, 8],
      [
        [7, 'success'],
        [8, 'success'],
      ],
      'pending',
    ],
    ['a failure', [7], [[7, 'failure']], 'unwanted'],
    ['a killed workflow', [7], [[7, 'killed']], 'unwanted'],
    ['a skipped workflow', [7], [[7, 'skipped']], 'unwanted'],
    ['a workflow that is gone', [7], [], 'pending'],
  ] as [string, number[], [number, string][], string][])('%s', (_, dependsOn, states, place) => {
    const sorted = sortTasks([aTask({ dependsOn })], new Map(states))
    const places = Object.entries(sorted).filter(([, tasks]) => (tasks as Task[]).length > 0)
    expect(places.map(([name]) => name)).toEqual([place])
  })
})

describe('which tasks are handed out', () => {
  test('as many as there are slots, in order', () => {
    const tasks = [1, 2, 3].map((workflow_id) => aTask({ workflow_id }))
    expect(pick(tasks, 2)).toEqual([1, 2])
    expect(pick(tasks, 0)).toEqual([])
  })

  test('one that fits no agent holds up no other', () => {
    const tasks = [aTask({ workflow_id: 1, labels: { gpu: 'true' } }), aTask({ workflow_id: 2 })]
    expect(pick(tasks, 1)).toEqual([2])
    expect(pick(tasks, 1, { gpu: 'true' })).toEqual([1])
  })

  test('queued members of earlier pipelines keep their places in the group, also while they wait for others', () => {
    const limited = { concurrency_limit: 1, concurrency_group: 'db' }
    const early = aTask({ workflow_id: 1, ...limited, dependsOn: [9] })
    const late = aTask({ workflow_id: 2, pipeline_id: 2, pipeline_created: 1001, ...limited })
    const sorted = sortTasks([early, late], new Map([[9, 'running']]))
    expect(ids(pickTasks(sorted, 5, {}))).toEqual([])
  })

  test('members of the same pipeline do not', () => {
    const limited = { concurrency_limit: 1, concurrency_group: 'db' }
    const after = aTask({ workflow_id: 1, ...limited, dependsOn: [2] })
    const before = aTask({ workflow_id: 2, ...limited })
    const sorted = sortTasks([after, before], new Map([[2, 'pending']]))
    expect(ids(pickTasks(sorted, 5, {}))).toEqual([2])
  })

  test('groups are of one repository; a name is no group', () => {
    const limited = { concurrency_limit: 1 }
    const tasks = [
      aTask({ workflow_id: 1, ...limited, agent_id: 1 }),
      aTask({ workflow_id: 2, ...limited, repo_id: 2 }),
      aTask({ workflow_id: 3, ...limited, concurrency_group: 'build' }),
      aTask({ workflow_id: 4, ...limited }),
    ]
    expect(pick(tasks)).toEqual([2, 3])
  })

  test('never more than slots and limits allow, never one that could go is left while a slot is free', () => {
    const task = fc.record({
      pipeline: fc.integer({ min: 1, max: 5 }),
      group: fc.constantFrom('', 'a', 'b'),
      limit: fc.integer({ min: 0, max: 2 }),
      isRunning: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(task, { maxLength: 12 }), fc.integer({ min: 0, max: 6 }), (wanted, slots) => {
        const limits = new Map(wanted.map(({ group, limit }) => [group, limit]))
        const tasks = wanted.map(({ pipeline, group, isRunning }, index) =>
          aTask({
            workflow_id: index + 1,
            pipeline_id: pipeline,
            pipeline_created: pipeline,
            concurrency_group: group,
            concurrency_limit: limits.get(group) ?? 0,
            agent_id: isRunning ? 1 : 0,
          }),
        )
        const sorted = sortTasks(tasks, new Map())
        const picked = pickTasks(sorted, slots, {})
        expect(picked.length).toBeLessThanOrEqual(slots)
        for (const [group, limit] of limits) {
          const members = (list: Task[]) => list.filter((one) => one.concurrency_group === group).length
          const running = members(sorted.running)
          if (limit > 0 && members(picked) > 0) expect(running + members(picked)).toBeLessThanOrEqual(limit)
          if (limit <= 0 && slots >= tasks.length) expect(members(picked)).toBe(members(sorted.pending))
          // The oldest pipeline's members come first: with room in the group and slots, one of the group goes.
          if (limit > 0 && slots >= tasks.length && running < limit && members(sorted.pending) > 0)
            expect(members(picked)).toBeGreaterThan(0)
        }
      }),
    )
  })
})
