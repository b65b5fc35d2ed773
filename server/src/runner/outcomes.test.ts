import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aHarness, aStep, aWorkflow, type Harness, type Outcome, sh } from './testing/harness.ts'

let on: Harness
beforeEach(async () => {
  on = await aHarness()
})
afterEach(() => on.close())

const states = (out: Outcome) =>
  Object.fromEntries(Object.entries(out.steps).map(([name, { state }]) => [name, state]))
const one = (out: Outcome, name = 'it') => {
  const { state, exit_code, error } = out.steps[name]!
  return { state, exit_code, error, workflow: out.workflows['build']!.state, pipeline: out.status }
}

test('a workflow whose steps succeed is a success, from the first line to the last', async () => {
  const out = await on.run([aWorkflow([sh('one', ['echo hello', 'echo world >&2']), sh('two', 'pwd')])])
  expect(out.status).toBe('success')
  expect(states(out)).toEqual({ one: 'success', two: 'success' })
  expect(on.logOf(out.id, 'one')).toBe('+ echo hello\nhello\n+ echo world >&2\nworld')
  expect(on.logOf(out.id, 'two')).toMatch(/^[+] pwd\n.*\/workspace$/)
  expect(out.started).toBeGreaterThan(0)
  expect(out.finished).toBeGreaterThanOrEqual(out.started)
  expect(on.done).toEqual([out.id])
})

describe('how a step ends (engine 5.4)', () => {
  test('exit 0', async () => {
    const out = await on.run([aWorkflow([sh('it', 'exit 0')])])
    expect(one(out)).toEqual({
      state: 'success',
      exit_code: 0,
      error: '',
      workflow: 'success',
      pipeline: 'success',
    })
  })

  test('another exit code is a failure, and the steps after it do not run', async () => {
    const out = await on.run([aWorkflow([sh('it', ['exit 3', 'echo never']), sh('later', 'true')])])
    expect(one(out)).toEqual({
      state: 'failure',
      exit_code: 3,
      error: '',
      workflow: 'failure',
      pipeline: 'failure',
    })
    expect(states(out)).toEqual({ it: 'failure', later: 'skipped' })
    expect(on.logOf(out.id, 'it')).toBe('+ exit 3')
    expect(out.workflows['build']!.error).toBe('')
    expect(out.steps['later']).toMatchObject({ started: 0, finished: 0 })
  })

  test('an ignored failure shows, but colours nothing and routes nothing', async () => {
    const out = await on.run([
      aWorkflow([
        sh('it', 'exit 7', { failure: 'ignore' }),
        sh('on-red', 'true', { onSuccess: false, onFailure: true }),
        sh('last', 'test "$CI_PIPELINE_STATUS" = success'),
      ]),
    ])
    expect(one(out)).toEqual({
      state: 'failure',
      exit_code: 7,
      error: '',
      workflow: 'success',
      pipeline: 'success',
    })
    expect(states(out)).toEqual({ it: 'failure', 'on-red': 'skipped', last: 'success' })
  })

  test('an unknown failure mode stops the steps after it without colouring the workflow', async () => {
    const out = await on.run([aWorkflow([sh('it', 'exit 1', { failure: 'whatever' }), sh('later', 'true')])])
    expect(states(out)).toEqual({ it: 'failure', later: 'skipped' })
    expect(out.status).toBe('success')
  })

  test('a signal from elsewhere is exit code -1', async () => {
    const out = await on.run([aWorkflow([sh('it', 'kill -9 $$')])])
    expect(one(out)).toMatchObject({ state: 'failure', exit_code: -1, workflow: 'failure' })
  })

  test('a step that cannot start tells why, and so does its workflow', async () => {
    const plugin = aStep({ name: 'it', type: 'plugin', image: 'no-such-plugin', commands: [] })
    const out = await on.run([aWorkflow([plugin, sh('later', 'true')])])
    expect(one(out)).toMatchObject({
      state: 'failure',
      exit_code: 0,
      workflow: 'failure',
      pipeline: 'failure',
    })
    expect(out.steps['it']!.error).toContain('no-such-plugin')
    expect(out.workflows['build']!.error).toBe(out.steps['it']!.error)
    expect(out.steps['later']!.state).toBe('skipped')
  })

  test('an ignored failure to start is ignored (D11)', async () => {
    const plugin = aStep({
      name: 'it',
      type: 'plugin',
      image: 'no-such-plugin',
      commands: [],
      failure: 'ignore',
    })
    const out = await on.run([aWorkflow([plugin, sh('later', 'true')])])
    expect(one(out)).toMatchObject({ state: 'failure', workflow: 'success' })
    expect(out.workflows['build']!.error).toBe('')
    expect(out.steps['later']!.state).toBe('success')
  })

  test('steps for failures run after one, with the state so far in their environment', async () => {
    const out = await on.run([
      aWorkflow([
        sh('compile', 'exit 3'),
        sh('ship', 'true'),
        sh('page', 'echo "$CI_PIPELINE_STATUS"', { onSuccess: false, onFailure: true }),
        sh('sweep', 'true', { onFailure: true }),
      ]),
    ])
    expect(states(out)).toEqual({ compile: 'failure', ship: 'skipped', page: 'success', sweep: 'success' })
    expect(on.logOf(out.id, 'page')).toContain('\nfailure')
    expect(out.status).toBe('failure')
  })

  test('the steps of a stage run together and decide by how the stage began', async () => {
    const out = await on.run([
      aWorkflow([
        [
          sh('a', 'exit 1'),
          sh('b', ['sleep 0.3', 'echo b']),
          sh('c', 'true', { onSuccess: false, onFailure: true }),
        ],
        [sh('after', 'true')],
      ]),
    ])
    expect(states(out)).toEqual({ a: 'failure', b: 'success', c: 'skipped', after: 'skipped' })
  })
})

describe('failure: cancel', () => {
  test('cancels its pipeline: siblings and running workflows die, waiting ones never run', async () => {
    const out = await on.run([
      aWorkflow(
        [
          [sh('gate', ['sleep 0.5', 'exit 1'], { failure: 'cancel' }), sh('sibling', 'sleep 60')],
          [sh('later', 'true')],
        ],
        { name: 'a', pid: 1 },
      ),
      aWorkflow([sh('long', 'sleep 60')], { name: 'b', pid: 2 }),
      aWorkflow([sh('post', 'true')], { name: 'c', pid: 3, dependsOn: [2] }),
    ])
    expect(states(out)).toEqual({
      gate: 'failure',
      sibling: 'killed',
      later: 'canceled',
      long: 'killed',
      post: 'canceled',
    })
    expect(Object.values(out.workflows).map(({ state }) => state)).toEqual(['killed', 'killed', 'skipped'])
    expect(out.status).toBe('killed')
    expect(out.cancel_info).toEqual({ canceled_by_step: 'gate' })
    expect(on.runner.queueInfo()).toMatchObject({ pending: [], running: [], waiting_on_deps: [] })
  })
})

describe('services and detached steps', () => {
  test('run beside the others and end with the workflow, as successes', async () => {
    const out = await on.run([
      aWorkflow([
        sh('stub', 'while true; do sleep 0.1; done', { type: 'service' }),
        sh('watcher', ['echo up', 'sleep 300'], { detach: true }),
        sh('boom', 'exit 9', { detach: true }),
        sh('test', 'sleep 0.5'),
      ]),
    ])
    expect(states(out)).toEqual({ stub: 'success', watcher: 'success', boom: 'failure', test: 'success' })
    expect(out.steps['boom']!.exit_code).toBe(9)
    expect(out.steps['stub']!.finished).toBeGreaterThan(0)
    expect(out.status).toBe('success')
    expect(on.logOf(out.id, 'watcher')).toContain('up')
  })

  test('a service nobody can run here is skipped with one warning (D3)', async () => {
    const db = (pid: number) =>
      aStep({ pid, name: 'db', type: 'service', image: 'no-such-database:16', commands: [] })
    const out = await on.run([
      aWorkflow([db(11), sh('test', 'true')], { pid: 1 }),
      aWorkflow([db(13)], { pid: 2, name: 'other' }),
    ])
    expect(states(out)).toEqual({ db: 'skipped', test: 'success' })
    expect(out.status).toBe('success')
    expect(out.errors).toEqual([
      { type: 'generic', message: expect.stringContaining('`db`') as string, is_warning: true, data: null },
    ])
  })

  test('a service that ignores the polite signal is killed', async () => {
    const stubborn = sh('stubborn', ['trap "" TERM', 'while true; do sleep 0.1; done'], { type: 'service' })
    const out = await on.run([aWorkflow([stubborn, sh('test', 'sleep 0.2')])])
    expect(states(out)).toEqual({ stubborn: 'success', test: 'success' })
  }, 20_000)
})
