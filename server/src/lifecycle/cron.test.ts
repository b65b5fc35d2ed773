import { Cron } from '@yaffle/contract/crons'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { aLab, asFiles, type Lab } from './testing/lab.ts'

/** The cron poll (engine 9) with a clock of our own. */

let now = Date.UTC(2026, 0, 5, 12, 0, 30)
let lab: Lab
beforeAll(async () => {
  lab = await aLab({ clock: () => now })
})
afterAll(() => lab.close())

const hour = 3_600_000
const wants = (cron: string) =>
  `skip_clone: true\nwhen: [{event: cron, cron: ${cron}}]\nsteps: [{name: say, image: sh, commands: 'echo "$WHO \${CI_COMMIT_BRANCH}"'}]\n`

async function aProject(name: string, cron: string) {
  const on = await lab.project(name)
  expect(await on.push(asFiles(wants(cron)))).toEqual([])
  const create = async (job: object) =>
    (await on.post('/cron', { name: 'nightly', schedule: '0 * * * *', enabled: true, ...job })).as(Cron)
  const next = async ({ id }: Cron) => (await on.by.get(`${on.url}/cron/${id}`)).as(Cron).next_exec * 1000
  return { ...on, create, next, numbers: async () => (await on.all()).map(({ number }) => number) }
}

test('runs what is due, once, on the branch and with the variables it asks for', async () => {
  const on = await aProject('cron/due', 'nightly')
  await on.push(asFiles(`${wants('nightly')}# work\n`), { branch: 'work' })
  const cron = await on.create({ branch: 'work', variables: { WHO: 'cron' } })
  expect(await on.next(cron)).toBe(Date.UTC(2026, 0, 5, 13))
  await lab.core.cronPoll.look()
  expect(await on.numbers()).toEqual([])

  now += hour
  await lab.core.cronPoll.look()
  await lab.core.cronPoll.look()
  expect(await on.numbers()).toEqual([1])
  const done = await on.over(1)
  expect(done).toMatchObject({
    status: 'success',
    event: 'cron',
    branch: 'work',
    cron: 'nightly',
    timestamp: Date.UTC(2026, 0, 5, 13) / 1000,
  })
  expect(await on.printed(done, 'say')).toEqual(['cron work'])
  expect(await on.next(cron)).toBe(Date.UTC(2026, 0, 5, 14))
})

test('times that were missed become one run', async () => {
  const on = await aProject('cron/missed', 'nightly')
  const cron = await on.create({})
  now += 10 * hour
  await lab.core.cronPoll.look()
  await lab.core.cronPoll.look()
  expect(await on.numbers()).toEqual([1])
  expect(await on.next(cron)).toBeGreaterThan(now)
  await on.over(1)
})

test('a job that no workflow wants makes nothing, and its time moves on', async () => {
  const on = await aProject('cron/filtered', 'nightly')
  const cron = await on.create({ name: 'weekly' })
  const before = await on.next(cron)
  now += hour
  await lab.core.cronPoll.look()
  expect(await on.numbers()).toEqual([])
  expect(await on.next(cron)).toBe(before + hour)
})

test('a job that is disabled or whose repository is does not run', async () => {
  const on = await aProject('cron/disabled', 'nightly')
  await on.create({ name: 'asleep', enabled: false })
  const off = await aProject('cron/off', 'nightly')
  await off.create({})
  await off.by.delete(off.url)
  now += hour
  await lab.core.cronPoll.look()
  expect(await on.numbers()).toEqual([])
  expect(lab.core.pipelines.newestRow(off.id)).toBeUndefined()
})

test('one job that fails does not keep the others from running', async () => {
  const broken = await aProject('cron/broken', 'nightly')
  await broken.push({ 'a.txt': '1' }, { branch: 'gone' })
  const bad = await broken.create({ branch: 'gone' })
  await broken.send(':refs/heads/gone')
  const on = await aProject('cron/whole', 'nightly')
  await on.create({})
  const before = await broken.next(bad)
  now += hour
  await lab.core.cronPoll.look()
  expect(await broken.numbers()).toEqual([])
  expect(await broken.next(bad)).toBe(before + hour)
  expect(await on.numbers()).toEqual([1])
  await on.over(1)
})
