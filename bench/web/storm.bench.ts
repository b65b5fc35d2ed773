import type { Page } from '@playwright/test'

import type { Bench } from '../bench.ts'
import { longestRows, middle, rounds } from './support/rounds.ts'
import { now, withStopwatch } from './support/seen.ts'
import { type Site, startSite } from './support/site.ts'
import { storedRepos, storedSteps } from './support/stored.ts'
import { longestTask } from './support/tasks.ts'

const repositories = 1000
const perSecond = 200
const seconds = 5
/** So many wait, and so many run, before the first of them goes on. */
const backlog = 15

/** Everything happens at once while the list of repositories and the feed are open. */
export const bench: Bench = {
  name: 'Storm of events',
  run: async () => {
    const site = await startSite()
    try {
      const repos = storedRepos(site, repositories).map(({ repo_id }) => repo_id)
      const weather = makeWeather(site, repos)
      const page = await openPage(site)
      const session = await page.context().newCDPSession(page)
      const heap = async () => {
        await session.send('HeapProfiler.collectGarbage')
        return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
      }
      // The first one leaves each list as full as it can get.
      await oneStorm(page, weather, 'The first storm')
      const before = await heap()
      const results = await rounds((round) => oneStorm(page, weather, `The end of storm ${round}`))
      const gained = (await heap()) - before
      return [
        ...longestRows(
          'longest task during 200 events a second',
          results.map(({ task }) => task),
          100,
        ),
        middle(
          'the last event seen in list and feed after',
          results.map(({ delay }) => delay),
          500,
        ),
        { name: 'heap gained by three storms', value: gained, unit: 'MB', budget: 2 },
      ]
    } finally {
      await site.close()
    }
  },
}

async function openPage(site: Site) {
  const page = await site.slowPage()
  await withStopwatch(page)
  const { origin } = new URL(site.url)
  await page.addInitScript(() =>
    localStorage.setItem('yaffle:user-config', JSON.stringify({ isPipelineFeedOpen: true })),
  )
  const streaming = page.waitForResponse(`${origin}/api/stream/events`)
  await page.goto(`${site.url}/repos`)
  await page.locator('main a', { hasText: 'many' }).first().waitFor()
  await page.locator('#pipeline-feed a').first().waitFor()
  await streaming
  return page
}

async function oneStorm(page: Page, weather: Weather, name: string) {
  let delay = 0
  const task = await longestTask(page, async () => {
    const seen = page.evaluate(
      (text) => Promise.all([window.seen('main a', text), window.seen('#pipeline-feed a', text)]),
      name,
    )
    await weather.blow()
    const sent = now()
    // Among pipelines of one second the list goes by name.
    weather.begin(0, name)
    delay = Math.max(...(await seen)) - sent
  })
  return { delay, task }
}

type Weather = ReturnType<typeof makeWeather>

/** Pipelines that begin, run and end, each change an event of its own; none changes twice in a moment. */
function makeWeather(site: Site, repos: readonly number[]) {
  const { core, db } = site.server
  const move = db.run(
    `UPDATE pipelines SET status = :status, updated = unixepoch(), started = iif(started = 0, unixepoch(), started),
       finished = iif(:status = 'running', 0, unixepoch()) WHERE id = :id`,
  )
  const waiting: number[] = []
  const running: number[] = []

  function begin(at: number, message: string) {
    const { id } = core.pipelines.insert({
      repo_id: repos[at % repos.length] ?? 0,
      event: 'push',
      status: 'pending',
      version: '1',
      branch: 'main',
      author: 'ana',
      message,
    })
    storedSteps(site, { id, state: 'pending', started: 0, finished: 0 }, ['clone', 'build', 'test'])
    waiting.push(id)
    core.hub.publish(id)
  }
  function change(id: number, status: 'running' | 'success') {
    move({ id, status })
    core.hub.publish(id)
  }
  function next(at: number) {
    const ending = running.length > backlog ? running.shift() : undefined
    const starting = ending === undefined && waiting.length > backlog ? waiting.shift() : undefined
    if (ending !== undefined) change(ending, 'success')
    else if (starting === undefined) begin(at, `Change ${at}`)
    else {
      running.push(starting)
      change(starting, 'running')
    }
  }
  return {
    begin,
    async blow() {
      const started = performance.now()
      const wanted = perSecond * seconds
      for (let done = 0; done < wanted;) {
        const due = Math.min(wanted, Math.floor(((performance.now() - started) / 1000) * perSecond))
        while (done < due) next(done++)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
  }
}
