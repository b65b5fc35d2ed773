import type { Bench } from '../bench.ts'
import { longestRows, middle, rounds } from './support/rounds.ts'
import { now, withStopwatch } from './support/seen.ts'
import { type Site, startSite } from './support/site.ts'
import { logsOf, storedRepos, storedStep } from './support/stored.ts'
import { longestTask } from './support/tasks.ts'

const perSecond = 2000
const seconds = 5
/** The runner hands over what a step wrote in such pauses (ms). */
const pause = 20

/** A step that writes 2,000 lines a second, watched on its page. */
export const bench: Bench = {
  name: 'Log viewer: live',
  run: async () => {
    const site = await startSite()
    try {
      const repo = storedRepos(site, 1)[0]
      if (!repo) throw new Error('There is no repository')
      const results = await rounds(() => oneRound(site, repo.repo_id))
      return [
        middle(
          'the last line of 2,000 a second seen after',
          results.map(({ delay }) => delay),
          300,
        ),
        ...longestRows(
          'longest task during 2,000 lines a second',
          results.map(({ task }) => task),
          100,
        ),
      ]
    } finally {
      await site.close()
    }
  },
}

async function oneRound(site: Site, repo_id: number) {
  const { step_id, path } = storedStep(site, repo_id, 'running')
  const write = writer(site, step_id)
  write(100)

  const page = await site.slowPage()
  await withStopwatch(page)
  await page.goto(site.url + path)
  await page.locator('[data-line="99"]').waitFor()
  let delay = 0
  const task = await longestTask(page, async () => {
    const last = 100 + perSecond * seconds - 1
    const seen = page.evaluate((line) => window.seen(`[data-line="${line}"]`), last)
    const written = await writeAll(write)
    delay = (await seen) - written
  })
  await page.close()
  return { delay, task }
}

function writer(site: Site, step_id: number) {
  let line = 0
  return (count: number) =>
    logsOf(site).append(
      Array.from({ length: count }, () => ({
        step_id,
        line: line++,
        time: Math.floor(line / perSecond),
        type: 0,
        data: Buffer.from(`[${line}] compiled module src/feature-${line % 377}/index.ts in ${line % 41} ms`),
      })),
    )
}

/** Answers when the last lines were handed over, in milliseconds since 1970. */
async function writeAll(write: (count: number) => void): Promise<number> {
  const started = performance.now()
  const wanted = perSecond * seconds
  for (let written = 0; ;) {
    const due = Math.min(wanted, Math.floor(((performance.now() - started) / 1000) * perSecond))
    const at = now()
    if (due > written) write(due - written)
    written = due
    if (written === wanted) return at
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
