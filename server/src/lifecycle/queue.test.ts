import { writeFileSync } from 'node:fs'

import { Agent } from '@yaffle/contract/agents'
import { QueueInfo } from '@yaffle/contract/queue'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { until } from '../runner/testing/harness.ts'
import type { Person } from '../testing/people.ts'
import { aLab, asFiles, type Lab, table, told } from './testing/lab.ts'

/** Who runs when (engine 6.8), seen through the API. One after the other, since all share the one queue. */

let lab: Lab
let boss: Person
beforeAll(async () => {
  lab = await aLab({ capacity: 3 })
  boss = await lab.person('boss')
})
afterAll(() => lab.close())

const queue = async () => (await boss.get('/api/queue/info')).as(QueueInfo)
const file = (more: string, commands = 'echo x') =>
  `skip_clone: true\nwhen: {event: push}\n${more}\nsteps: [{name: say, image: sh, commands: ${commands}}]\n`

test('a paused queue hands out nothing; what is cancelled meanwhile never was', async () => {
  const on = await lab.project('paused/repo')
  expect((await boss.post('/api/queue/pause')).status).toBe(204)
  const { number } = await on.pushed(file(''))
  expect(await queue()).toMatchObject({ paused: true, stats: { pending_count: 1, running_count: 0 } })
  expect((await on.post(`/pipelines/${number}/cancel`)).status).toBe(204)
  expect(told(await on.pipeline(number))).toBe(table`
    canceled
    1 woodpecker skipped
      2 say canceled
  `)
  const kept = await on.pushed(file('# again'))
  // Replaced while it waits: no time was lost on it.
  const newer = await on.pushed(file('# and again'))
  expect(await on.pipeline(kept.number)).toMatchObject({
    status: 'canceled',
    cancel_info: { superseded_by: newer.number },
  })
  expect((await boss.post('/api/queue/resume')).status).toBe(204)
  expect(await on.over(newer.number)).toMatchObject({ status: 'success' })
  expect(await queue()).toMatchObject({ paused: false, stats: { pending_count: 0 } })
})

test('a concurrency limit lets one at a time run, in the order of their making', async () => {
  const on = await lab.project('narrow/repo')
  const wait = `while [ ! -e ${lab.dataDir}/go-$CI_PIPELINE_NUMBER ]; do sleep 0.05; done`
  const waiting = file('concurrency: 1', JSON.stringify(wait))
  for (const branch of ['one', 'two', 'three']) await on.push(asFiles(`${waiting}# ${branch}\n`), { branch })
  for (const number of [1, 2, 3]) {
    await on.running(number)
    const { running, pending } = await queue()
    expect(running.map(({ pipeline_number }) => pipeline_number)).toEqual([number])
    expect(pending.map(({ pipeline_number }) => pipeline_number)).toEqual(
      [1, 2, 3].filter((one) => one > number),
    )
    expect(running[0]).toMatchObject({ concurrency_limit: 1, repo_id: on.id })
    writeFileSync(`${lab.dataDir}/go-${number}`, '')
    expect(await on.over(number)).toMatchObject({ status: 'success' })
  }
})

test('a group is shared by workflows of different names, and only within its repository', async () => {
  const files = (group: string) => ({
    '.woodpecker/a.yaml': file(`concurrency: {limit: 1, group: ${group}}`, 'sleep 30'),
    '.woodpecker/b.yaml': file(`concurrency: {limit: 1, group: ${group}}`, 'sleep 30'),
  })
  const one = await lab.project('groups/one')
  const other = await lab.project('groups/other')
  await one.push(files('deploy'))
  await other.push(files('deploy'))
  await until(async () => (await queue()).stats.running_count === 2)
  const { running, pending } = await queue()
  expect(running.map(({ repo_id, name }) => [repo_id, name])).toEqual([
    [one.id, 'a'],
    [other.id, 'a'],
  ])
  expect(pending.map(({ concurrency_group }) => concurrency_group)).toEqual(['deploy', 'deploy'])
  for (const on of [one, other]) {
    await on.post('/pipelines/1/cancel')
    await on.over(1)
  }
})

test('a workflow for another machine waits for ever, holds up nobody, and can be cancelled', async () => {
  const on = await lab.project('labels/repo')
  const { number } = await on.pushed(file('labels: {gpu: "true"}'))
  const { number: next } = await on.pushed(file('labels: {backend: local, gpu: ""}'), { branch: 'work' })
  expect(await on.over(next)).toMatchObject({ status: 'success' })
  const { pending } = await queue()
  expect(pending).toMatchObject([{ name: 'woodpecker', pipeline_number: number, labels: { gpu: 'true' } }])
  expect((await on.pipeline(number)).status).toBe('pending')
  await on.post(`/pipelines/${number}/cancel`)
  expect((await on.pipeline(number)).status).toBe('canceled')
  expect(await queue()).toMatchObject({ pending: [] })
})

test('the built-in agent takes nothing while it is told not to', async () => {
  const on = await lab.project('agents/repo')
  const agents = (await boss.get('/api/agents')).as(z.array(Agent))
  expect(agents).toMatchObject([
    { backend: 'local', capacity: 3, owner_id: -1, org_id: -1, no_schedule: false },
  ])
  const url = `/api/agents/${agents[0]!.id}`
  const { name } = agents[0]!
  await boss.patch(url, { name, no_schedule: true })
  const { number } = await on.pushed(file(''))
  expect(await queue()).toMatchObject({ stats: { pending_count: 1, worker_count: 0 } })
  await boss.patch(url, { name, no_schedule: false })
  const done = await on.over(number)
  expect(done).toMatchObject({ status: 'success', workflows: [{ agent_id: agents[0]!.id }] })
  // Its place is free once its workspace is gone.
  await until(async () => (await queue()).stats.worker_count === 3)
})

test('agents of an organisation have rows of their own and get none of our work', async () => {
  const on = await lab.project('guild/repo')
  const { org_id } = lab.core.repos.get(on.id)!
  const answer = await boss.post(`/api/orgs/${org_id}/agents`, { name: 'theirs', no_schedule: false })
  expect(answer.as(Agent)).toMatchObject({ org_id, last_contact: 0, no_schedule: false })
  const own = (await boss.get(`/api/orgs/${org_id}/agents`)).as(z.array(Agent))
  expect(own.map(({ name }) => name)).toEqual(['theirs'])
  const done = await on.ran(file(''))
  expect(done.workflows?.[0]?.agent_id).not.toBe(own[0]!.id)
  expect((await boss.get(`/api/agents/${own[0]!.id}/tasks`)).json()).toEqual([])
  expect((await boss.delete(`/api/orgs/${org_id}/agents/${own[0]!.id}`)).status).toBe(204)
})

test('an agent that is at work cannot be deleted, and says what it works on', async () => {
  const on = await lab.project('busy/repo')
  const { number } = await on.pushed(file('', 'sleep 30'))
  await on.running(number)
  const [{ id } = { id: 0 }] = (await boss.get('/api/agents')).as(z.array(Agent))
  expect((await boss.get(`/api/agents/${id}/tasks`)).json()).toMatchObject([
    { name: 'woodpecker', repo_id: on.id },
  ])
  expect((await boss.delete(`/api/agents/${id}`)).status).toBe(409)
  await on.post(`/pipelines/${number}/cancel`)
  await on.over(number)
})
