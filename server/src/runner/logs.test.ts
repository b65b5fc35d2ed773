import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aHarness, aStep, aWorkflow, type Harness, sh, until } from './testing/harness.ts'
import type { LogLine } from './types.ts'

let on: Harness
beforeEach(async () => {
  on = await aHarness({ logLimitBytes: 8 * 2 ** 20 })
})
afterEach(() => on.close())

/** Collects what a log says until its end. */
function listen(stepId: number, after = -1, pause?: () => Promise<void>) {
  const heard = { lines: [] as string[], numbers: [] as number[], isOver: false, stop: () => {} }
  heard.stop = on.runner.logs.follow(stepId, after, {
    async lines(lines: readonly LogLine[]) {
      for (const { line, data } of lines) {
        heard.numbers.push(line)
        heard.lines.push(Buffer.from(data).toString())
      }
      await pause?.()
    },
    eof: () => {
      heard.isOver = true
    },
  })
  return heard
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
const linesOf = (stepId: number) => on.runner.logs.read(stepId)

describe('what a step prints', () => {
  test('is kept in the order of writing, both streams in one', async () => {
    const script = 'for i in 1 2 3 4 5 6 7 8 9; do echo out $i; echo err $i >&2; done'
    const out = await on.run([aWorkflow([sh('it', script)])])
    const expected = upTo(9).flatMap((i) => [`out ${i + 1}`, `err ${i + 1}`])
    expect(on.logOf(out.id, 'it').split('\n').slice(1)).toEqual(expected)
  })

  test('may be written to /dev/stdout and /dev/stderr by name', async () => {
    const out = await on.run([aWorkflow([sh('it', ['echo a > /dev/stderr', 'echo b | tee /dev/stderr'])])])
    expect(on.logOf(out.id, 'it')).toBe('+ echo a > /dev/stderr\na\n+ echo b | tee /dev/stderr\nb\nb')
  })

  test('of 200,000 lines none is lost, doubled or out of order, and the server stays awake', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const id = on.queue([aWorkflow([sh('it', 'seq 1 200000', { image: 'bash' })])])
    const stepId = on.stepId(id, 'it')
    const live = listen(stepId)
    await until(() => on.outcome(id).status === 'success', 60_000)
    delay.disable()
    await until(() => live.isOver, 60_000)
    const expected = ['+ seq 1 200000', ...upTo(200_000).map((i) => String(i + 1))]
    expect(live.lines).toEqual(expected)
    expect(live.numbers).toEqual(upTo(200_001))
    expect(linesOf(stepId).map(({ line }) => line)).toEqual(upTo(200_001))
    expect(delay.percentile(99) / 1e6).toBeLessThan(250)
  }, 120_000)

  test('keeps empty lines, carriage returns, colours, bytes that are no text, and a last line without end', async () => {
    const out = await on.run([
      aWorkflow([sh('it', String.raw`printf 'a\n\n10%%\r20%%\n\033[31mred\n\377\376\nlast'`)]),
    ])
    const [, ...lines] = linesOf(out.steps['it']!.id).map(({ data }) => Buffer.from(data).toString('latin1'))
    expect(lines).toEqual(['a', '', '10%\r20%', '\x1b[31mred', '\xff\xfe', 'last'])
  })

  test('without newlines is cut into entries of one mebibyte', async () => {
    const out = await on.run([aWorkflow([sh('it', 'head -c 3145728 /dev/zero | tr "\\0" x')])])
    const [, ...sizes] = linesOf(out.steps['it']!.id).map(({ data }) => data.length)
    expect(sizes).toEqual([2 ** 20, 2 ** 20, 2 ** 20])
  })

  test('ends with a line that says so when there is too much of it, and the step goes on', async () => {
    const out = await on.run([aWorkflow([sh('it', ['head -c 12000000 /dev/zero | tr "\\0" x', 'exit 4'])])])
    expect(out.steps['it']).toMatchObject({ state: 'failure', exit_code: 4 })
    const lines = linesOf(out.steps['it']!.id)
    expect(Buffer.from(lines.at(-1)!.data).toString()).toBe('The log ends here: it has grown beyond 8 MiB')
    expect(lines.length).toBeLessThan(12)
  })

  test('is stamped with the seconds since the step began', async () => {
    const out = await on.run([aWorkflow([sh('it', ['echo a', 'sleep 1.2', 'echo b'])])])
    const times = linesOf(out.steps['it']!.id).map(({ time }) => time)
    expect(times.slice(0, 3)).toEqual([0, 0, 0])
    expect(times.at(-1)).toBeGreaterThanOrEqual(1)
  })
})

test('secrets are hidden: in output, in shown commands, and line by line', async () => {
  const masks = ['s3cr3t-value', '-----A\nqq\n-----B', 'abc']
  const environment = { T: 's3cr3t-value', K: '-----A\nqq\n-----B', P: 'abc' }
  const out = await on.run(
    [aWorkflow([sh('use', ['echo "t=$T p=$P"', 'echo "$K"', 'echo s3cr3t-value'], { environment })])],
    { masks },
  )
  expect(on.logOf(out.id, 'use').split('\n')).toEqual([
    '+ echo "t=$T p=$P"',
    't=******** p=abc',
    '+ echo "$K"',
    '********',
    '********',
    '********',
    '+ echo ********',
    '********',
  ])
  const stored = on.db.get<{ n: number }>(
    `SELECT count(*) AS n FROM log_entries WHERE instr(cast(data AS TEXT), 's3cr3t') > 0`,
  )()
  expect(stored!.n).toBe(0)
})

test('environment and secrets of a queued workflow are sealed in the database', () => {
  on.runner.pause()
  on.queue([aWorkflow([sh('it', 'true', { environment: { T: 's3cr3t-value' } })])], {
    masks: ['s3cr3t-value'],
  })
  const { payload_enc } = on.db.get<{ payload_enc: Uint8Array }>('SELECT payload_enc FROM tasks')()!
  expect(Buffer.from(payload_enc).includes('s3cr3t')).toBe(false)
})

describe('following a log', () => {
  test('gives what is stored, then what comes, then the end', async () => {
    const id = on.queue([aWorkflow([sh('it', ['seq 1 50', 'sleep 0.5', 'seq 51 100'])])])
    const stepId = on.stepId(id, 'it')
    await until(() => linesOf(stepId).length >= 51)
    expect(on.runner.logs.isOpen(stepId)).toBe(true)
    const heard = listen(stepId, 20)
    await until(() => heard.isOver)
    expect(heard.numbers).toEqual(upTo(103).slice(21))
    expect(on.runner.logs.isOpen(stepId)).toBe(false)
  })

  test('shows a line while the step goes on', async () => {
    const id = on.queue([aWorkflow([sh('it', ['echo here', 'sleep 30'])])])
    const heard = listen(on.stepId(id, 'it'))
    await until(() => heard.lines.includes('here'))
    expect(on.outcome(id).steps['it']!.state).toBe('running')
    on.runner.cancel(id, { user: 'ann' })
    await until(() => heard.isOver)
  })

  test('a slow listener gets every line and holds up nobody', async () => {
    const id = on.queue([aWorkflow([sh('it', 'seq 1 20000')])])
    const slow = listen(on.stepId(id, 'it'), -1, () => wait(20))
    await until(() => on.outcome(id).status === 'success')
    await until(() => slow.isOver)
    expect(slow.numbers).toEqual(upTo(20_001))
  })

  test.each(['skipped', 'canceled'])('of a step that is %s ends without a line', async (state) => {
    const id = on.queue([aWorkflow([sh('first', ['sleep 0.3', 'exit 1']), sh('it', 'echo no')])])
    const heard = listen(on.stepId(id, 'it'))
    await until(() => on.outcome(id).steps['first']!.state === 'running')
    if (state === 'canceled') on.runner.cancel(id, { user: 'ann' })
    await until(() => heard.isOver)
    expect(on.outcome(id).steps['it']!.state).toBe(state)
    expect(heard.lines).toEqual([])
  })

  test('stops when it is told to', async () => {
    const id = on.queue([aWorkflow([sh('it', ['echo one', 'sleep 0.3', 'echo two'])])])
    const heard = listen(on.stepId(id, 'it'))
    await until(() => heard.lines.includes('one'))
    heard.stop()
    await until(() => on.outcome(id).status === 'success')
    expect(heard.lines).toEqual(['+ echo one', 'one', '+ sleep 0.3'].slice(0, heard.lines.length))
    expect(heard.isOver).toBe(false)
  })
})

test('a plugin prints without an echo of commands', async () => {
  const plugin = aStep({
    name: 'dump',
    type: 'plugin',
    image: 'env',
    commands: [],
    environment: { PLUGIN_STR: 'hi' },
  })
  const out = await on.run([aWorkflow([plugin])])
  expect(on.logOf(out.id, 'dump').split('\n')).toContain('PLUGIN_STR=hi')
  expect(on.logOf(out.id, 'dump').split('\n')).toContain('CI_STEP_TYPE=plugin')
})
