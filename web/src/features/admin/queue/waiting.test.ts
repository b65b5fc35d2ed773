import { Agent } from '@yaffle/contract/agents'
import { QueueInfo, QueueTask } from '@yaffle/contract/queue'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { explainQueue, freeSlots } from './waiting.ts'

const now = 1_700_000_000

const anAgent = (overrides: Partial<Agent> = {}): Agent =>
  Agent.parse({
    id: 1,
    name: 'vm',
    org_id: -1,
    last_contact: now - 5,
    platform: 'linux/amd64',
    backend: 'local',
    capacity: 2,
    ...overrides,
  })

const aTask = (overrides: Partial<QueueTask> = {}): QueueTask =>
  QueueTask.parse({
    id: '10',
    pid: 1,
    name: 'build',
    pipeline_id: 5,
    pipeline_number: 5,
    repo_id: 1,
    labels: { repo: 'acme/api', 'org-id': '3' },
    ...overrides,
  })

const anInfo = (overrides: Partial<QueueInfo> = {}): QueueInfo =>
  QueueInfo.parse({ stats: { worker_count: 1 }, ...overrides })

const reasonOf = (task: QueueTask, agents: Agent[] | undefined, info: Partial<QueueInfo> = {}) =>
  explainQueue(anInfo({ pending: [task], ...info }), agents, now).pending.find(
    (listed) => listed.task.id === task.id,
  )?.reason

describe('why a task waits', () => {
  const arm = aTask({ labels: { platform: 'linux/arm64' } })
  const gpu = aTask({ labels: { gpu: 'yes', platform: 'linux/amd64' } })
  const running = [aTask({ id: '1', agent_id: 1 }), aTask({ id: '2', agent_id: 1 })]

  it.each([
    ['starts next where an agent is free', aTask(), [anAgent()], {}, { kind: 'next' }],
    ['says so while the queue is paused', arm, [anAgent()], { paused: true }, { kind: 'paused' }],
    ['has no agents at all', aTask(), [], {}, { kind: 'noAgent', labels: ['repo=acme/api', 'org-id=3'] }],
    [
      'names the label nobody has',
      arm,
      [anAgent()],
      {},
      { kind: 'noAgent', labels: ['platform=linux/arm64'] },
    ],
    [
      'needs labels that no one agent has together',
      gpu,
      [anAgent(), anAgent({ id: 2, platform: 'linux/arm64', custom_labels: { gpu: 'yes' } })],
      {},
      { kind: 'noAgent', labels: [] },
    ],
    ['fits a label of any value', gpu, [anAgent({ custom_labels: { gpu: '*' } })], {}, { kind: 'next' }],
    [
      'fits a label that an agent insists on',
      gpu,
      [anAgent({ custom_labels: { '!gpu': 'yes' } })],
      {},
      { kind: 'next' },
    ],
    [
      'lacks a label that an agent insists on',
      aTask({ labels: {} }),
      [anAgent({ custom_labels: { '!gpu': 'yes' } })],
      {},
      { kind: 'noAgent', labels: [] },
    ],
    [
      'asks nothing by empty labels and by those of the server',
      aTask({ labels: { gpu: '', 'woodpecker-ci.org/forge-id': '1', hostname: 'vm' } }),
      [anAgent()],
      {},
      { kind: 'next' },
    ],
    [
      'waits for an agent of its own organization',
      aTask(),
      [anAgent({ org_id: 4 })],
      {},
      { kind: 'noAgent', labels: ['org-id=3'] },
    ],
    ['has the agent of its own organization', aTask(), [anAgent({ org_id: 3 })], {}, { kind: 'next' }],
    [
      'waits for agents that are silent',
      aTask(),
      [anAgent({ last_contact: now - 500 }), anAgent({ id: 2, name: '', last_contact: 0 })],
      {},
      { kind: 'agentsAway', agents: ['vm', '#2'] },
    ],
    [
      'waits for agents that take nothing new',
      aTask(),
      [anAgent({ no_schedule: true })],
      {},
      { kind: 'agentsPaused', agents: ['vm'] },
    ],
    ['waits for busy agents', aTask(), [anAgent()], { running }, { kind: 'busy' }],
    [
      'finds the other agent busy where only one fits',
      gpu,
      [anAgent({ custom_labels: { gpu: 'yes' } }), anAgent({ id: 2 })],
      { running },
      { kind: 'busy' },
    ],
    [
      'waits for its concurrency group',
      aTask({ concurrency_limit: 1, concurrency_group: 'deploy' }),
      [anAgent()],
      { running: [aTask({ id: '1', name: 'other', concurrency_group: 'deploy', agent_id: 1 })] },
      { kind: 'concurrency', group: 'deploy', limit: 1 },
    ],
    [
      'waits for earlier pipelines of its group, by default that of its name',
      aTask({ concurrency_limit: 1 }),
      [anAgent()],
      { pending: [aTask({ id: '9', pipeline_id: 4 }), aTask({ concurrency_limit: 1 })] },
      { kind: 'concurrency', group: 'build', limit: 1 },
    ],
    [
      'does not wait for a group of another repository',
      aTask({ concurrency_limit: 1, concurrency_group: 'deploy' }),
      [anAgent()],
      { running: [aTask({ id: '1', repo_id: 2, concurrency_group: 'deploy', agent_id: 1 })] },
      { kind: 'next' },
    ],
    ['goes by free slots where agents are unknown', arm, undefined, {}, { kind: 'next' }],
  ] as const)('is said of each: it %s', (_, task, agents, info, reason) => {
    expect(reasonOf(task, agents && [...agents], info as Partial<QueueInfo>)).toEqual(reason)
  })

  it('is busy without free slots where agents are unknown', () => {
    const stats = { worker_count: 0, pending_count: 1, waiting_on_deps_count: 0, running_count: 0 }
    expect(reasonOf(aTask(), undefined, { stats })).toEqual({ kind: 'busy' })
  })

  it('names the workflows that it depends on, as long as they go on', () => {
    const waiting = aTask({
      id: '12',
      dependencies: ['10', '11', '99'],
      dep_status: { 11: 'success' },
    })
    const info = anInfo({ waiting_on_deps: [waiting], running: [aTask({ id: '10', name: 'lint' })] })
    expect(explainQueue(info, [], now).waiting).toMatchObject([
      { reason: { kind: 'dependencies', names: ['lint', '#99'] } },
    ])
  })

  it('names the agent of what runs, by its number where it has no name', () => {
    const info = anInfo({
      running: [aTask({ id: '1', agent_id: 4, agent_name: 'vm' }), aTask({ id: '2', agent_id: 5 })],
    })
    expect(explainQueue(info, [], now).running.map(({ reason }) => reason)).toEqual([
      { kind: 'running', agent: 'vm' },
      { kind: 'running', agent: '5' },
    ])
  })
})

it('lists tasks in the order of their ids as numbers', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 2 ** 40 })), (ids) => {
      const info = anInfo({ running: ids.map((id) => aTask({ id: String(id) })) })
      expect(explainQueue(info, [], now).running.map(({ task }) => Number(task.id))).toEqual(
        ids.toSorted((one, other) => one - other),
      )
    }),
  )
})

it('explains every task, whatever names and labels it has', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '!', '*', 'repo', '!repo'))
  const labels = fc.dictionary(text, text)
  fc.assert(
    fc.property(fc.array(labels), labels, fc.array(text), (tasks, custom_labels, dependencies) => {
      const all = tasks.map((own, index) => aTask({ id: String(index), labels: own, dependencies }))
      const queue = explainQueue(
        anInfo({ pending: all, waiting_on_deps: all }),
        [anAgent({ custom_labels })],
        now,
      )
      expect([...queue.pending, ...queue.waiting].filter(({ reason }) => reason.kind === undefined)).toEqual(
        [],
      )
      expect(queue.pending).toHaveLength(all.length)
    }),
  )
})

it('counts the slots that an agent has left, never below none', () => {
  const tasks = ['1', '2', '3'].map((id) => aTask({ id, agent_id: 1 }))
  expect(freeSlots(anAgent(), tasks.slice(0, 1))).toBe(1)
  expect(freeSlots(anAgent(), tasks)).toBe(0)
  expect(freeSlots(anAgent({ id: 2 }), tasks)).toBe(2)
})
