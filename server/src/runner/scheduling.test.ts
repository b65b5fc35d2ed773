import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aHarness, anInfo, aWorkflow, type Harness, sh, until } from './testing/harness.ts'

let on: Harness
beforeEach(async () => {
  on = await aHarness()
})
afterEach(() => on.close())

const workflowStates = (id: number) =>
  Object.fromEntries(Object.entries(on.outcome(id).workflows).map(([name, { state }]) => [name, state]))
const hold = 'while [ ! -e "$GO" ]; do sleep 0.02; done'
/** A step that waits until the file is made. */
const holding = (name: string, file: string) =>
  sh(name, hold, { environment: { GO: `${on.dataDir}/${file}` } })
const letGo = async (file: string) => (await import('node:fs')).writeFileSync(`${on.dataDir}/${file}`, '')

describe('the queue', () => {
  test('runs as many workflows at once as there are places, first come first served', async () => {
    const ids = ['a', 'b', 'c'].map((name) => on.queue([aWorkflow([holding(name, name)])]))
    await until(() => on.runner.queueInfo().running.length === 2)
    const info = on.runner.queueInfo()
    expect(info.running.map(({ pipeline_id }) => pipeline_id)).toEqual(ids.slice(0, 2))
    expect(info.pending.map(({ pipeline_id }) => pipeline_id)).toEqual(ids.slice(2))
    expect(info.stats).toEqual({
      worker_count: 0,
      pending_count: 1,
      waiting_on_deps_count: 0,
      running_count: 2,
    })
    expect(on.outcome(ids[2]!)).toMatchObject({ status: 'pending', started: 0 })
    await letGo('b')
    await until(() => on.outcome(ids[2]!).status === 'running')
    await letGo('a')
    await letGo('c')
    await until(() => ids.every((id) => on.outcome(id).status === 'success'))
    await on.runner.whenIdle()
    expect(on.runner.queueInfo()).toMatchObject({ running: [], pending: [], stats: { worker_count: 2 } })
  })

  test('says of a task what the wire says', async () => {
    on.runner.pause()
    const id = on.queue([
      aWorkflow([sh('it', 'true')], { labels: { gpu: 'true' }, concurrency: { limit: 2, group: 'db' } }),
      aWorkflow([sh('post', 'true')], {
        pid: 2,
        name: 'after',
        dependsOn: [1],
        runOn: ['success', 'failure'],
      }),
    ])
    const info = on.runner.queueInfo()
    const workflows = on.outcome(id).workflows
    expect(info.pending).toEqual([
      {
        id: String(workflows['build']!.id),
        pid: 1,
        name: 'build',
        labels: { gpu: 'true', repo: 'ann/tool', 'org-id': '1' },
        dependencies: null,
        run_on: ['success'],
        dep_status: {},
        agent_id: 0,
        agent_name: '',
        pipeline_id: id,
        pipeline_number: 1,
        repo_id: 1,
        concurrency_limit: 2,
        concurrency_group: 'db',
        created: expect.any(Number) as number,
      },
    ])
    expect(info.waiting_on_deps).toMatchObject([
      { name: 'after', dependencies: [String(workflows['build']!.id)], run_on: ['success', 'failure'] },
    ])
    expect(info.paused).toBe(true)
  })

  test('hands out nothing while it is paused, and running work goes on', async () => {
    const first = on.queue([aWorkflow([holding('a', 'a')])])
    await until(() => on.outcome(first).status === 'running')
    on.runner.pause()
    const second = on.queue([aWorkflow([sh('b', 'true')])])
    await letGo('a')
    await until(() => on.outcome(first).status === 'success')
    await on.runner.whenIdle()
    expect(on.outcome(second).status).toBe('pending')
    expect(on.runner.isPaused).toBe(true)
    on.runner.resume()
    await until(() => on.outcome(second).status === 'success')
  })

  test('keeps a task that no agent fits, without holding up others', async () => {
    const odd = on.queue([aWorkflow([sh('it', 'true')], { labels: { platform: 'plan9/mips' } })])
    const next = await on.run([aWorkflow([sh('it', 'true')])])
    expect(next.status).toBe('success')
    expect(on.outcome(odd).status).toBe('pending')
    expect(on.runner.queueInfo().pending).toHaveLength(1)
    on.runner.cancel(odd, { user: 'ann' })
    expect(on.outcome(odd).status).toBe('canceled')
  })

  test('fits an agent by the labels an administrator gave it', async () => {
    on.db.run(`UPDATE agents SET custom_labels_json = '{"gpu":"true"}'`)()
    const out = await on.run([aWorkflow([sh('it', 'true')], { labels: { gpu: 'true' } })])
    expect(out.status).toBe('success')
  })
})

describe('workflows that depend on others (engine 5.8)', () => {
  const chain = (lint: string) => [
    aWorkflow([sh('s-build', 'true')], { pid: 1, name: 'build', dependsOn: [3] }),
    aWorkflow([sh('s-deploy', 'true')], { pid: 2, name: 'deploy', dependsOn: [1] }),
    aWorkflow([sh('s-lint', lint)], { pid: 3, name: 'lint' }),
    aWorkflow([sh('s-notify', 'true')], {
      pid: 4,
      name: 'notify',
      dependsOn: [3, 2],
      runOn: ['success', 'failure'],
    }),
    aWorkflow([sh('s-rescue', 'true')], { pid: 5, name: 'rescue', dependsOn: [3], runOn: ['failure'] }),
    aWorkflow([sh('s-tidy', 'true')], { pid: 6, name: 'tidy', dependsOn: [2], runOn: ['failure'] }),
  ]

  test('a failure skips what needs a success, along the chain, and runs what is there for failures', async () => {
    const out = await on.run(chain('exit 1'))
    expect(workflowStates(out.id)).toEqual({
      build: 'skipped',
      deploy: 'skipped',
      lint: 'failure',
      notify: 'success',
      rescue: 'success',
      tidy: 'success',
    })
    expect(out.steps['s-deploy']!.state).toBe('skipped')
    expect(out.status).toBe('failure')
  })

  test('a success runs the chain and skips what is there for failures', async () => {
    const out = await on.run(chain('true'))
    expect(workflowStates(out.id)).toEqual({
      build: 'success',
      deploy: 'success',
      lint: 'success',
      notify: 'success',
      rescue: 'skipped',
      tidy: 'skipped',
    })
    expect(out.status).toBe('success')
  })

  test('a workflow waits for all it depends on', async () => {
    const id = on.queue([
      aWorkflow([holding('one', 'one')], { pid: 1, name: 'one' }),
      aWorkflow([sh('two', 'true')], { pid: 2, name: 'two' }),
      aWorkflow([sh('three', 'true')], { pid: 3, name: 'three', dependsOn: [1, 2] }),
    ])
    await until(() => workflowStates(id)['two'] === 'success')
    await until(() => on.runner.queueInfo().waiting_on_deps.length === 1)
    const { id: two } = on.outcome(id).workflows['two']!
    expect(on.runner.queueInfo().waiting_on_deps[0]!.dep_status).toEqual({ [two]: 'success' })
    expect(on.outcome(id).status).toBe('running')
    await letGo('one')
    await until(() => on.outcome(id).status === 'success')
  })
})

describe('concurrency (engine 6.8)', () => {
  test('one at a time of the same workflow, in the order they were made', async () => {
    const limited = (name: string) =>
      aWorkflow([holding(name, name)], { concurrency: { limit: 1, group: '' } })
    const ids = ['a', 'b', 'c'].map((name) => on.queue([limited(name)]))
    await until(() => on.outcome(ids[0]!).status === 'running')
    expect(ids.map((id) => on.outcome(id).status)).toEqual(['running', 'pending', 'pending'])
    await letGo('a')
    await until(() => on.outcome(ids[1]!).status === 'running')
    expect(on.outcome(ids[2]!).status).toBe('pending')
    await letGo('b')
    await letGo('c')
    await until(() => on.outcome(ids[2]!).status === 'success')
  })

  test('a group holds across workflows; a group without limit holds nothing', async () => {
    const inGroup = (pid: number, limit: number, group: string) =>
      aWorkflow([holding(`s${pid}`, group)], { pid, name: `w${pid}`, concurrency: { limit, group } })
    const id = on.queue([inGroup(1, 1, 'db'), inGroup(2, 1, 'db')])
    await until(() => on.outcome(id).status === 'running')
    expect(workflowStates(id)).toEqual({ w1: 'running', w2: 'pending' })
    await letGo('db')
    await until(() => on.outcome(id).status === 'success')
    const free = on.queue([inGroup(1, 0, 'free'), inGroup(2, 0, 'free')])
    await until(() => on.runner.queueInfo().running.length === 2)
    await letGo('free')
    await until(() => on.outcome(free).status === 'success')
  })
})

describe('the built-in agent', () => {
  const agents = () =>
    on.db.all<{ id: number; name: string; last_contact: number; last_work: number; capacity: number }>(
      'SELECT * FROM agents',
    )()

  test('is one row that survives restarts and keeps its name', async () => {
    expect(agents()).toMatchObject([
      {
        name: 'box',
        backend: 'local',
        owner_id: -1,
        org_id: -1,
        capacity: 2,
        version: 'test',
        no_schedule: 0,
      },
    ])
    on.db.run(`UPDATE agents SET name = 'Big one'`)()
    await on.runner.stop('for a test')
    await on.runner.start()
    expect(agents()).toHaveLength(1)
    expect(agents()[0]!.name).toBe('Big one')
  })

  test('is written to what it runs, and remembers when it worked', async () => {
    const out = await on.run([aWorkflow([sh('it', 'true')])])
    const [agent] = agents()
    expect(out.workflows['build']).toMatchObject({
      agent_id: agent!.id,
      platform: expect.stringMatching(/^linux\//),
    })
    expect(agent!.last_work).toBeGreaterThan(0)
  })

  test('takes nothing while it is not to be scheduled', async () => {
    on.db.run('UPDATE agents SET no_schedule = 1')()
    on.runner.wake()
    const id = on.queue([aWorkflow([sh('it', 'true')])])
    expect(on.runner.queueInfo().stats.worker_count).toBe(0)
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect(on.outcome(id).status).toBe('pending')
    on.db.run('UPDATE agents SET no_schedule = 0')()
    on.runner.wake()
    await until(() => on.outcome(id).status === 'success')
  })

  test('tells its tasks', async () => {
    const id = on.queue([aWorkflow([holding('it', 'it')])])
    await until(() => on.outcome(id).status === 'running')
    const [agent] = agents()
    expect(on.runner.tasksOfAgent(agent!.id)).toMatchObject([{ pipeline_id: id, agent_name: 'box' }])
    expect(on.runner.tasksOfAgent(0)).toEqual([])
    await letGo('it')
    await until(() => on.outcome(id).status === 'success')
  })
})

describe('changes', () => {
  test('are told once for a transaction', () => {
    on.runner.pause()
    const id = on.queue([aWorkflow([sh('a', 'true'), sh('b', 'true')])])
    expect(on.changes).toEqual([id])
  })

  test('are told at every state on the way', async () => {
    const out = await on.run([aWorkflow([sh('a', 'true'), sh('b', 'true')])])
    // Queued, begun, two steps begun and ended, over.
    expect(on.changes).toEqual(Array(7).fill(out.id))
    expect(on.done).toEqual([out.id])
  })

  test('of a transaction that failed are told to nobody', () => {
    const id = on.aPipeline()
    expect(() =>
      on.db.transaction(() => {
        on.runner.insert(id, [aWorkflow([sh('a', 'true')])], 'blocked')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(on.changes).toEqual([])
    expect(on.outcome(id).workflows).toEqual({})
  })
})

test('approving gives a blocked pipeline new rows with the same pids, and runs it', async () => {
  const id = on.aPipeline({ status: 'blocked' })
  const workflows = [aWorkflow([sh('it', 'true', { pid: 2 })])]
  on.runner.insert(id, workflows, 'blocked')
  const before = on.outcome(id)
  on.db.transaction(() => {
    on.runner.replace(id, workflows)
    on.runner.enqueue(id, workflows, anInfo())
  })
  const after = on.outcome(id)
  expect(after.steps['it']).toMatchObject({ pid: 2, state: 'pending' })
  expect(after.steps['it']!.id).not.toBe(before.steps['it']!.id)
  await until(() => on.outcome(id).status === 'success')
})
