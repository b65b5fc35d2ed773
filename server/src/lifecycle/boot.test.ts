import { afterAll, beforeAll, expect, test } from 'vitest'

import { until } from '../runner/testing/harness.ts'
import { stepOf } from '../testing/repos.ts'
import { table, told } from './testing/lab.ts'
import { aServerOutside, type OutsideServer } from './testing/outside.ts'
import { processesWith, sleeping } from './testing/processes.ts'

/** What the end of the server, good or bad, makes of what runs and waits (engine 6.9, D13): a process of its own. */

let server: OutsideServer
beforeAll(async () => {
  server = await aServerOutside({ YAFFLE_CAPACITY: '1' })
})
afterAll(() => server.close())

const file = (sign: string) => `
skip_clone: true
when: {event: push}
steps:
  - name: first
    image: sh
    commands: echo done
  - name: long
    image: sh
    commands:
      - setsid sleep ${sign} < /dev/null > /dev/null 2>&1 &
      - for line in 1 2 3; do echo "line $line"; done
      - sleep ${sign}
  - name: after
    image: sh
    commands: echo never
`
const quick = 'skip_clone: true\nwhen: {event: push}\nsteps: [{name: say, image: sh, commands: echo here}]\n'

async function aRun(name: string, sign: string) {
  const on = await server.project(`admin/${name}`)
  const number = await on.push({ '.woodpecker.yaml': file(sign) })
  const waiting = await on.push({ '.woodpecker.yaml': quick }, 'work')
  const lines = async () => on.lines(number, stepOf(await on.pipeline(number), 'long').id)
  await until(async () => (await lines()).includes('line 3'))
  await until(() => processesWith(sleeping(sign)).length === 2)
  expect((await on.pipeline(waiting)).status).toBe('pending')
  return { on, number, waiting, lines, before: await lines() }
}

test('after kill -9 nothing is stuck, lost or left running, and what waited is done', async () => {
  const { on, number, waiting, lines, before } = await aRun('killed', '417.25')
  await server.kill()
  expect(processesWith(sleeping('417.25'))).toHaveLength(2)

  await server.start()
  const done = await on.over(number)
  expect(told(done)).toBe(table`
    killed
    1 woodpecker killed
      2 first success
      3 long killed
      4 after killed
  `)
  const text = 'The server was restarted while this was running'
  expect(done.workflows?.[0]?.error).toBe(text)
  expect(stepOf(done, 'long').error).toBe(text)
  expect(done.finished).toBeGreaterThan(0)
  expect(await lines()).toEqual(before)
  expect(processesWith('417.25')).toEqual([])
  expect(await on.over(waiting)).toMatchObject({ status: 'success' })
})

test('asked to stop, it ends what runs, says so, and keeps what waits', async () => {
  const { on, number, waiting } = await aRun('stopped', '418.25')
  const started = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(processesWith('418.25')).toEqual([])

  await server.start()
  const done = await on.pipeline(number)
  expect(done).toMatchObject({ status: 'killed', workflows: [{ state: 'killed' }] })
  expect(stepOf(done, 'long').error).toMatch(/stopped/)
  expect(await on.over(waiting)).toMatchObject({ status: 'success' })
})
