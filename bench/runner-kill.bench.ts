import { setTimeout as wait } from 'node:timers/promises'

import type { Pipeline, Step } from '@yaffle/contract/pipelines'

import { aServerOutside, type OutsideProject } from '../server/src/lifecycle/testing/outside.ts'
import { processesWith } from '../server/src/lifecycle/testing/processes.ts'
import type { Bench } from './bench.ts'

const kills = 20
const longestMs = 2500

/** Prints without end, with a child in a session of its own; found by what it sleeps for. */
const busy = (sign: string) => `
skip_clone: true
when: {event: push}
steps:
  - name: first
    image: sh
    commands: seq 1 500
  - name: busy
    image: sh
    commands:
      - setsid sleep ${sign} < /dev/null > /dev/null 2>&1 &
      - i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); echo "line $i"; [ $((i % 50)) -ne 0 ] || sleep 0.02; done
  - name: last
    image: sh
    commands: echo last
`
const after = (name: string) =>
  `skip_clone: true\nwhen: {event: push}\ndepends_on: ${name}\nsteps: [{name: say, image: sh, commands: echo here}]\n`

/** Ends the server at random moments as a power cut would, and looks at what the next start makes of it. */
export const bench: Bench = {
  name: 'Power cuts',
  run: async () => {
    const server = await aServerOutside({ YAFFLE_CAPACITY: '2' })
    const sums = { stuck: 0, lost: 0, orphans: 0, found: 0, seen: 0, back: 0 }
    try {
      const on = await server.project('admin/cut')
      for (let kill = 0; kill < kills; kill++) {
        const sign = `4${kill}7.125`
        const number = await on.push({
          '.woodpecker/a.yaml': busy(sign),
          '.woodpecker/b.yaml': busy(sign),
          '.woodpecker/c.yaml': after('a'),
        })
        await wait(Math.random() * longestMs)
        const before = await linesOf(on, number)
        await server.kill()
        sums.found += processesWith(sign).length
        const started = performance.now()
        await server.start()
        sums.back = Math.max(sums.back, performance.now() - started)
        sums.orphans += processesWith(sign).length
        const done = await on.over(number, 20_000).catch(() => undefined)
        if (!done || hasOpen(done)) sums.stuck++
        const now = await linesOf(on, number)
        for (const [step, lines] of before) {
          const kept = now.get(step) ?? []
          sums.seen += lines.length
          sums.lost += lines.filter((line, index) => kept[index] !== line).length
        }
      }
      for (const { status } of await on.all())
        if (['created', 'pending', 'running', 'blocked'].includes(status)) sums.stuck++
    } finally {
      await server.close()
    }
    return [
      { name: `pipelines stuck after ${kills} power cuts`, value: sums.stuck, unit: 'count', budget: 0 },
      { name: 'lines lost or changed that had been read', value: sums.lost, unit: 'count', budget: 0 },
      { name: 'processes left after the next start', value: sums.orphans, unit: 'count', budget: 0 },
      // What shows that there was something to lose and to leave.
      {
        name: 'lines read before the cuts',
        value: sums.seen,
        unit: 'count',
        budget: 1,
        isLargerBetter: true,
      },
      {
        name: 'processes alive after the cuts',
        value: sums.found,
        unit: 'count',
        budget: 1,
        isLargerBetter: true,
      },
      { name: 'longest start after a cut', value: sums.back, unit: 'ms' },
    ]
  },
}

const stepsOf = ({ workflows }: Pipeline): Step[] => workflows?.flatMap(({ children }) => children) ?? []

function hasOpen(pipeline: Pipeline): boolean {
  const states = [...(pipeline.workflows ?? []), ...stepsOf(pipeline)].map(({ state }) => state)
  return states.some((state) => ['created', 'pending', 'running', 'blocked'].includes(state))
}

/** What anybody could read of each step's log. */
async function linesOf(on: OutsideProject, number: number): Promise<Map<number, string[]>> {
  const lines = new Map<number, string[]>()
  for (const { pid, id } of stepsOf(await on.pipeline(number))) lines.set(pid, await on.lines(number, id))
  return lines
}
