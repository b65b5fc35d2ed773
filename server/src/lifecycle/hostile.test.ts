import { randomBytes } from 'node:crypto'

import type { Pipeline } from '@yaffle/contract/pipelines'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { until } from '../runner/testing/harness.ts'
import { stepOf } from '../testing/repos.ts'
import { problemsOf } from './testing/lab.ts'
import { aServerOutside, type OutsideProject, type OutsideServer } from './testing/outside.ts'
import { processesWith, sleeping } from './testing/processes.ts'

/** Files and steps that mean no good, pushed to a server that is a process of its own. */

let server: OutsideServer
beforeAll(async () => {
  server = await aServerOutside({ YAFFLE_CAPACITY: '4' })
})
afterAll(() => server.close())

const mebi = 2 ** 20

/** Asks the server something again and again while work is done; answers with the longest it took, in ms. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  await until(async () => {
    const started = performance.now()
    await server.call('GET', '/healthz')
    longest = Math.max(longest, performance.now() - started)
    return isOver
  }, 25_000)
  return longest
}

describe('a file', () => {
  const step = 'steps: [{name: a, image: sh, commands: ls}]\n'
  const bomb = Array.from(
    { length: 12 },
    (_, level) => `a${level}: &a${level} [${level === 0 ? 'x, '.repeat(9) : `*a${level - 1}, `.repeat(9)}]\n`,
  )
  const files: [string, string | Uint8Array][] = [
    ['an alias bomb', `${bomb.join('')}${step}`],
    ['ten megabytes of list', '- a\n'.repeat(2.5 * mebi)],
    ['ten megabytes of comments', `${'# x\n'.repeat(2.5 * mebi)}${step}`],
    ['eleven megabytes', '#'.repeat(11 * mebi)],
    ['deep nesting', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n${step}`],
    ['bytes at random', randomBytes(mebi)],
  ]
  test('of any kind is an error on its pipeline within two seconds, and memory stays bounded', async () => {
    const on = await server.project('admin/files')
    const before = server.mostMemory()
    for (const [name, data] of files) {
      const pushing = on.push({ '.woodpecker.yaml': Buffer.from(data) })
      expect(await longestWait(pushing), name).toBeLessThan(2000)
      const number = await pushing
      const failed = await on.pipeline(number)
      expect(failed.status, name).toBe('error')
      expect(problemsOf(failed)[0]?.message, name).toMatch(/\w/)
      expect(failed.finished - failed.created, name).toBeLessThanOrEqual(2)
    }
    expect(server.mostMemory() - before).toBeLessThan(400 * mebi)
  })
})

describe('a step', () => {
  let on: OutsideProject
  beforeAll(async () => {
    on = await server.project('admin/steps')
  })

  let branch = 0
  async function pushed(...commands: string[]): Promise<number> {
    const file = `skip_clone: true\nwhen: {event: push}\nsteps: [{name: say, image: bash, commands: ${JSON.stringify(commands)}}]\n`
    return on.push({ '.woodpecker.yaml': file }, `branch-${branch++}`)
  }
  async function ran(...commands: string[]): Promise<Pipeline> {
    return on.over(await pushed(...commands))
  }

  test('that leaves children with its output in their hands is not waited for, nor are they left', async () => {
    const done = await ran(
      `for child in 1 2 3 4 5; do (trap '' TERM INT HUP; sleep 419.25; sleep 419.25) & done`,
      'echo ready',
    )
    expect(done.status).toBe('success')
    expect(stepOf(done).finished - stepOf(done).started).toBeLessThan(10)
    expect(processesWith('419.25')).toEqual([])
  })

  test('that hides children in sessions of their own leaves none', async () => {
    const done = await ran(
      'setsid sleep 419.5 < /dev/null > /dev/null 2>&1 &',
      'setsid env -i /bin/sleep 419.5 < /dev/null > /dev/null 2>&1 &',
      '(cd / && setsid nohup sleep 419.5 < /dev/null > /dev/null 2>&1 &)',
    )
    expect(done.status).toBe('success')
    expect(processesWith('419.5')).toEqual([])
  })

  test('that ignores signals dies when it is cancelled', async () => {
    const number = await pushed(`trap '' TERM INT HUP QUIT`, 'echo deaf', 'while :; do sleep 419.75; done')
    await until(() => processesWith(sleeping('419.75')).length > 0)
    await server.call('POST', `${on.base}/pipelines/${number}/cancel`)
    expect(await on.over(number)).toMatchObject({ status: 'killed' })
    await until(() => processesWith('419.75').length === 0)
  })

  test('that prints three mebibytes without a newline has three entries', async () => {
    const done = await ran(`printf '%3145728s' ''`)
    const [echo, ...entries] = await on.lines(done.number, stepOf(done).id)
    expect(echo).toMatch(/^\+ printf/)
    expect(entries.map(({ length }) => length)).toEqual([mebi, mebi, mebi])
  })

  test('that floods its log loses nothing, and others are still answered', async () => {
    const number = await pushed('seq 1 100000')
    const over = on.over(number)
    expect(await longestWait(over)).toBeLessThan(2000)
    const [echo, ...lines] = await on.lines(number, stepOf(await over).id)
    expect(echo).toBe('+ seq 1 100000')
    expect(lines.length).toBe(100_000)
    expect(lines.findIndex((line, index) => line !== String(index + 1))).toBe(-1)
  })

  test('that forks without end is stopped with all its children', async () => {
    const number = await pushed(
      'spawn() { for child in 1 2; do (sleep 0.05; [ $1 -lt 7 ] && spawn $(($1 + 1)); exec sleep 419.125) & done; wait; }',
      'spawn 1',
    )
    await until(() => processesWith(sleeping('419.125')).length > 60)
    await server.call('POST', `${on.base}/pipelines/${number}/cancel`)
    expect(await on.over(number)).toMatchObject({ status: 'killed' })
    await until(() => processesWith('419.125').length === 0)
  })
})
