import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, test } from 'vitest'

import { aHarness, aPipeline, aWorkflow, type Harness, sh, until } from './testing/harness.ts'

let on: Harness | undefined
afterEach(() => on?.close())

const countSleeping = (nap: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `sleep\0${nap}\0`
      )
    } catch {
      return false
    }
  }).length

async function crash(dataDir: string, nap: string): Promise<number> {
  const script = new URL('testing/crash.ts', import.meta.url).pathname
  const server = spawn(process.execPath, [script, dataDir, nap], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(server.stdout, 'data')) as [Buffer]
  server.kill('SIGKILL')
  await once(server, 'exit')
  return Number(/ready (\d+)/.exec(said.toString())![1])
}

test('after a crash nothing goes on running, states say so, and what waited is done', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yaffle-crash-'))
  const nap = String(5_000_000 + process.pid)
  const id = await crash(dataDir, nap)
  expect(countSleeping(nap)).toBe(2)
  expect(readdirSync(join(dataDir, 'workspaces'))).toHaveLength(1)

  on = await aHarness({ dataDir })
  expect(countSleeping(nap)).toBe(0)
  const harness = on
  await until(() => harness.outcome(id).status === 'killed')
  const out = on.outcome(id)
  expect(out).toMatchObject({
    cancel_info: null,
    workflows: {
      build: { state: 'killed', error: expect.stringContaining('restarted') as string },
      waiting: { state: 'success' },
      after: { state: 'success' },
    },
    steps: {
      long: { state: 'killed', error: expect.stringContaining('restarted') as string },
      later: { state: 'killed', error: '' },
    },
  })
  expect(out.steps['long']!.finished).toBeGreaterThan(0)
  expect(on.logOf(id, 'long')).toContain('stored')
  await on.runner.whenIdle()
  expect(readdirSync(join(dataDir, 'workspaces'))).toEqual([])
  expect(on.runner.queueInfo()).toMatchObject({ running: [], pending: [], waiting_on_deps: [] })
}, 30_000)

test('a process that has got the number of an old one is left alone', async () => {
  on = await aHarness()
  on.runner.pause()
  const id = on.queue([aWorkflow([sh('it', 'true')])])
  const other = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  await once(other, 'spawn')
  on.db.run(
    `UPDATE tasks SET agent_id = 1, folder = '/nowhere/00000000', groups_json = json_array(json_object('pid', ${other.pid}, 'start', 12345))`,
  )()
  on.db.run(`UPDATE workflows SET state = 'running', started = 1`)()
  await on.runner.stop('for a test')
  await on.runner.start()
  expect(on.outcome(id).workflows['build']!.state).toBe('killed')
  expect(other.exitCode).toBe(null)
  expect(process.kill(other.pid!, 0)).toBe(true)
  other.kill('SIGKILL')
  await once(other, 'exit')
})

test('folders nobody remembers are removed; others stay', async () => {
  on = await aHarness()
  await on.runner.stop('for a test')
  mkdirSync(join(on.dataDir, 'workspaces', 'forgotten', 'deep'), { recursive: true })
  writeFileSync(join(on.dataDir, 'kept'), '')
  await on.runner.start()
  expect(readdirSync(join(on.dataDir, 'workspaces'))).toEqual([])
  expect(readdirSync(on.dataDir)).toContain('kept')
})

test('a workflow whose task was lost is killed rather than waiting for ever', async () => {
  on = await aHarness()
  on.runner.pause()
  const id = on.queue([aWorkflow([sh('it', 'true')])])
  on.db.run('DELETE FROM tasks')()
  await on.runner.stop('for a test')
  await on.runner.start()
  const out = on.outcome(id)
  expect(out.status).toBe('killed')
  expect(out.workflows['build']!.error).toContain('lost')
})

test('a pipeline left running whose workflows are over gets its status', async () => {
  on = await aHarness()
  const id = aPipeline(on.db, { status: 'running' })
  on.runner.insert(id, [aWorkflow([sh('it', 'true')])], 'pending')
  on.db.run(`UPDATE workflows SET state = 'failure', started = 1`)()
  on.db.run(`UPDATE steps SET state = 'failure'`)()
  await on.runner.stop('for a test')
  await on.runner.start()
  expect(on.outcome(id).status).toBe('failure')
})

test('a task that cannot be opened fails its workflow with a reason', async () => {
  on = await aHarness()
  on.runner.pause()
  const id = on.queue([aWorkflow([sh('it', 'true')])])
  on.db.run(`UPDATE tasks SET payload_enc = zeroblob(64)`)()
  on.runner.resume()
  const harness = on
  await until(() => harness.outcome(id).status === 'failure')
  expect(on.outcome(id).workflows['build']!.error).not.toBe('')
})
