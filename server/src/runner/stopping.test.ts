import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aHarness, aWorkflow, type Harness, sh, until } from './testing/harness.ts'

let on: Harness
beforeEach(async () => {
  on = await aHarness()
})
afterEach(() => on.close())

const stepState = (id: number, name: string) => on.outcome(id).steps[name]!.state

let secondsToSleep = 4_000_000 + (process.pid % 1000) * 1000
/** A number of seconds that no other process sleeps, so that it can be looked for. */
const aNap = () => String(++secondsToSleep)

function isSleeping(nap: string): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const isZombie = /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
      return !isZombie && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `sleep\0${nap}\0`
    } catch {
      return false
    }
  })
}

describe('cancel', () => {
  test('kills what runs and cancels what waits', async () => {
    const nap = aNap()
    const id = on.queue([
      aWorkflow([sh('long', `sleep ${nap} & sleep ${nap}`), sh('later', 'true')], { pid: 1 }),
      aWorkflow([sh('post', 'true')], { pid: 2, name: 'after', dependsOn: [1] }),
    ])
    await until(() => isSleeping(nap))
    expect(on.runner.cancel(id, { user: 'ann' })).toBe(true)
    expect(on.outcome(id)).toMatchObject({ status: 'killed', cancel_info: { canceled_by_user: 'ann' } })
    await on.runner.whenIdle()
    const out = on.outcome(id)
    expect(out.steps).toMatchObject({
      long: { state: 'killed', error: 'Canceled', exit_code: 0 },
      later: { state: 'canceled', started: 0 },
      post: { state: 'canceled', started: 0 },
    })
    expect(out.workflows).toMatchObject({
      build: { state: 'killed', error: '' },
      after: { state: 'skipped' },
    })
    expect(out.status).toBe('killed')
    expect(on.done).toEqual([id])
    expect(isSleeping(nap)).toBe(false)
    expect(on.runner.cancel(id, { user: 'ann' })).toBe(false)
  })

  test('of a pipeline that only waits makes it canceled, also while the queue is paused', async () => {
    on.runner.pause()
    const id = on.queue([aWorkflow([sh('it', 'true')])])
    expect(on.runner.cancel(id, { supersededBy: 9 })).toBe(true)
    expect(on.outcome(id)).toMatchObject({
      status: 'canceled',
      cancel_info: { superseded_by: 9 },
      workflows: { build: { state: 'skipped' } },
      steps: { it: { state: 'canceled' } },
    })
    on.runner.resume()
    expect(on.runner.queueInfo().pending).toEqual([])
    const next = await on.run([aWorkflow([sh('it', 'true')])])
    expect(next.status).toBe('success')
    expect(on.outcome(id).status).toBe('canceled')
  })

  test('of a blocked pipeline kills it and leaves its workflows as they are', () => {
    const id = on.aPipeline({ status: 'blocked' })
    on.runner.insert(id, [aWorkflow([sh('it', 'true')])], 'blocked')
    expect(on.runner.cancel(id, { user: 'ann' })).toBe(true)
    expect(on.outcome(id)).toMatchObject({
      status: 'killed',
      workflows: { build: { state: 'blocked' } },
      steps: { it: { state: 'blocked' } },
    })
  })

  test('is part of the transaction it is called in', async () => {
    const id = on.queue([aWorkflow([sh('long', 'sleep 1')])])
    await until(() => stepState(id, 'long') === 'running')
    expect(() =>
      on.db.transaction(() => {
        on.runner.cancel(id, { user: 'ann' })
        throw new Error('changed my mind')
      }),
    ).toThrow('changed my mind')
    await until(() => on.outcome(id).status === 'success')
  })
})

test('a workflow that takes too long is killed and says so', async () => {
  const nap = aNap()
  const out = await on.run([aWorkflow([sh('long', `sleep ${nap}`), sh('later', 'true')])], {
    timeoutMinutes: 0.02,
  })
  expect(out).toMatchObject({
    status: 'killed',
    cancel_info: null,
    workflows: { build: { state: 'killed' } },
    steps: { long: { state: 'killed' }, later: { state: 'killed', started: 0 } },
  })
  expect(out.steps['long']!.error).toContain('0.02 minutes')
  expect(isSleeping(nap)).toBe(false)
})

describe('what a step leaves behind', () => {
  test('a child that holds the output open does not hold the step (D14)', async () => {
    const nap = aNap()
    const started = performance.now()
    const out = await on.run([
      aWorkflow([sh('it', [`sleep ${nap} &`, 'echo done']), sh('next', 'echo next')]),
    ])
    expect(out.status).toBe('success')
    expect(performance.now() - started).toBeLessThan(6000)
    expect(on.logOf(out.id, 'it')).toMatch(/done$/)
    expect(isSleeping(nap)).toBe(false)
  })

  test('a child with its output elsewhere is gone before the next step', async () => {
    const nap = aNap()
    const out = await on.run([
      aWorkflow([
        sh('it', `sleep ${nap} > /dev/null 2>&1 &`),
        sh('next', `! grep -lzx 'sleep' /proc/[0-9]*/cmdline | xargs -r grep -lz '^${nap}$'`),
      ]),
    ])
    expect(isSleeping(nap)).toBe(false)
    expect(out.status).toBe('success')
  })

  test.each([
    ['a session of its own', (nap: string) => `setsid sleep ${nap} > /dev/null 2>&1 &`],
    ['a session of its own, holding the output', (nap: string) => `setsid sleep ${nap} &`],
    ['no environment', (nap: string) => `env -i setsid sleep ${nap} > /dev/null 2>&1 &`],
    [
      'two generations',
      (nap: string) => `setsid sh -c 'setsid sleep ${nap} & sleep ${nap}' > /dev/null 2>&1 &`,
    ],
  ])('a child with %s is found at the end', async (_, command) => {
    const nap = aNap()
    const out = await on.run([aWorkflow([sh('it', [command(nap), 'sleep 0.2', 'echo done'])])])
    expect(out.status).toBe('success')
    expect(isSleeping(nap)).toBe(false)
  })

  test('folders go, also those that were made read-only', async () => {
    const out = await on.run([aWorkflow([sh('it', ['mkdir -p a/b', 'touch a/b/c', 'chmod -R 0500 a'])])])
    expect(out.status).toBe('success')
    await on.runner.whenIdle()
    expect(readdirSync(join(on.dataDir, 'workspaces'))).toEqual([])
  })

  test('nothing of anybody else is touched', async () => {
    const nap = aNap()
    const other = execFileSync('sh', ['-c', `sleep ${nap} > /dev/null 2>&1 & echo $!`], { encoding: 'utf8' })
    await on.run([aWorkflow([sh('it', 'setsid sleep 60 &')])])
    expect(isSleeping(nap)).toBe(true)
    process.kill(Number(other))
  })
})

test('what runs for a pipeline that was removed is stopped', async () => {
  const nap = aNap()
  const id = on.queue([aWorkflow([sh('long', `sleep ${nap}`)])])
  await until(() => isSleeping(nap))
  on.db.run('DELETE FROM pipelines WHERE id = :id')({ id })
  on.runner.wake()
  await on.runner.whenIdle()
  expect(isSleeping(nap)).toBe(false)
  expect((await on.run([aWorkflow([sh('it', 'true')])])).status).toBe('success')
})

test('a step whose log cannot be stored is stopped', async () => {
  const nap = aNap()
  const id = on.queue([
    aWorkflow([
      sh('long', ['while [ ! -e "$GO" ]; do sleep 0.05; done', 'echo more', `sleep ${nap}`], {
        environment: { GO: join(on.dataDir, 'go') },
      }),
    ]),
  ])
  await until(() => on.logOf(id, 'long') !== '')
  on.db.run(
    `CREATE TRIGGER full BEFORE INSERT ON log_entries BEGIN SELECT raise(ABORT, 'disk is full'); END`,
  )()
  writeFileSync(join(on.dataDir, 'go'), '')
  await until(() => on.outcome(id).status === 'failure')
  expect(on.outcome(id).steps['long']!.error).toContain('disk is full')
  expect(isSleeping(nap)).toBe(false)
})

test('stopping the runner kills what runs, says why, and keeps what waits', async () => {
  const nap = aNap()
  const id = on.queue([
    aWorkflow([sh('long', `sleep ${nap}`), sh('later', 'true')]),
    aWorkflow([sh('post', 'true')], { pid: 2, name: 'after', dependsOn: [1], runOn: ['failure'] }),
  ])
  await until(() => isSleeping(nap))
  const started = performance.now()
  await on.runner.stop('The server was stopped')
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(isSleeping(nap)).toBe(false)
  expect(on.outcome(id)).toMatchObject({
    status: 'running',
    workflows: {
      build: { state: 'killed', error: 'The server was stopped' },
      after: { state: 'pending' },
    },
    steps: {
      long: { state: 'killed', error: 'The server was stopped' },
      later: { state: 'killed' },
      post: { state: 'pending' },
    },
  })
  await on.runner.start()
  await until(() => on.outcome(id).status === 'killed')
  expect(on.outcome(id).workflows['after']!.state).toBe('success')
  expect(existsSync(on.dataDir)).toBe(true)
})
