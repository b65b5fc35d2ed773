import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import {
  aServerOutside,
  type OutsideProject,
  type OutsideServer,
} from '../server/src/lifecycle/testing/outside.ts'
import { stepOf } from '../server/src/testing/repos.ts'
import type { Bench, Row } from './bench.ts'

const run = promisify(execFile)

const capacity = 2
const lines = 200_000
const files = 20
const axes = 25
const workflows = files * axes

/** The server as its own process, with real steps. */
export const bench: Bench = {
  name: 'Runner',
  run: async () => {
    const server = await aServerOutside({ YAFFLE_CAPACITY: String(capacity) })
    try {
      return [...(await longLog(server)), ...(await manyWorkflows(server))]
    } finally {
      await server.close()
    }
  },
}

/** A step that prints as fast as it can, while somebody else looks at lists. */
async function longLog(server: OutsideServer): Promise<Row[]> {
  const on = await server.project('admin/long')
  const number = await on.push({
    '.woodpecker.yaml': `skip_clone: true\nwhen: {event: push}\nsteps: [{name: say, image: sh, commands: seq 1 ${lines}}]\n`,
  })
  const ended = new AbortController()
  const over = on.over(number).finally(() => ended.abort())
  const waits: number[] = []
  while (!ended.signal.aborted) {
    const started = performance.now()
    const answer = await server.call('GET', `${on.base}/pipelines`)
    await answer.text()
    waits.push(performance.now() - started)
  }
  const done = await over
  const { started, finished, id } = stepOf(done)
  const [, ...printed] = await on.lines(number, id)
  const wrong = printed.filter((line, index) => line !== String(index + 1)).length
  return [
    {
      name: `of ${lines} lines missing, doubled or misplaced`,
      value: wrong + Math.abs(lines - printed.length),
      unit: 'count',
      budget: 0,
    },
    { name: 'seconds that the step took', value: finished - started, unit: 'count' },
    { name: 'list of pipelines meanwhile, p99', value: percentile(waits, 99), unit: 'ms', budget: 100 },
    { name: 'answers meanwhile', value: waits.length, unit: 'count' },
  ]
}

/** Many workflows of one trivial step, against the same processes started by nobody but this program. */
async function manyWorkflows(server: OutsideServer): Promise<Row[]> {
  const bare = await bareProcesses()
  const on = await server.project('admin/many')
  const axis = Array.from({ length: axes }, (_, index) => index).join(', ')
  const text = `skip_clone: true\nwhen: {event: push}\nmatrix: {N: [${axis}]}\nsteps: [{name: say, image: sh, commands: "true"}]\n`
  await server.call('POST', '/api/queue/pause')
  const number = await on.push(
    Object.fromEntries(Array.from({ length: files }, (_, index) => [`.woodpecker/f${index}.yaml`, text])),
  )
  const started = performance.now()
  await server.call('POST', '/api/queue/resume')
  await allOver(server)
  const took = performance.now() - started
  await checkAll(on, number)
  return [
    { name: `${workflows} bare step processes, two at a time, each`, value: bare / workflows, unit: 'ms' },
    { name: 'the same as workflows, each', value: took / workflows, unit: 'ms' },
    { name: 'overhead of a workflow', value: (took - bare) / workflows, unit: 'ms', budget: 60 },
  ]
}

/** Answered once nothing runs; asking all the time would be work of its own. */
async function allOver(server: OutsideServer) {
  const answer = await server.call('GET', '/api/queue/norunningpipelines')
  await answer.text()
}

async function checkAll(on: OutsideProject, number: number) {
  const done = await on.over(number)
  const made = done.workflows?.filter(({ state }) => state === 'success').length
  if (done.status !== 'success' || made !== workflows)
    throw new Error(`${made} of ${workflows} workflows: ${done.status}`)
}

/** What a step costs without a server: its pipe and its shell. Milliseconds for all. */
async function bareProcesses(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'yaffle-bare-'))
  let next = 0
  const work = async () => {
    while (next < workflows) {
      const pipe = join(folder, String(next++))
      await run('mkfifo', ['-m', '600', pipe])
      await once(
        spawn('sh', ['-e', '-c', `echo '+ true'\ntrue`], { detached: true, stdio: 'ignore' }),
        'exit',
      )
      rmSync(pipe)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: capacity }, work))
  rmSync(folder, { recursive: true })
  return performance.now() - started
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
