import type { Page } from '@playwright/test'

import { findBest } from '../../web/src/domain/search.ts'
import type { Bench } from '../bench.ts'
import { longestRows, middle, rounds } from './support/rounds.ts'
import { withStopwatch } from './support/seen.ts'
import { type Site, startSite } from './support/site.ts'
import { storedRepos } from './support/stored.ts'
import { longestTask } from './support/tasks.ts'

const count = 5000

/** The list of repositories of somebody who has 5,000. */
export const bench: Bench = {
  name: 'Repository list: 5,000 repositories',
  run: async () => {
    const site = await startSite()
    try {
      storedRepos(site, count)
      const results = await rounds(() => oneRound(site))
      return [
        middle(
          'first of 5,000 repositories seen after',
          results.map(({ content }) => content),
          1500,
        ),
        middle(
          'slowest key in the search, to its result',
          results.map(({ key }) => key),
          50,
        ),
        ...longestRows(
          'longest task while typing',
          results.map(({ task }) => task),
        ),
      ]
    } finally {
      await site.close()
    }
  },
}

async function oneRound(site: Site) {
  const page = await site.slowPage()
  await withStopwatch(page)
  await page.goto(`${site.url}/repos`, { waitUntil: 'commit' })
  const content = await page.evaluate(
    async () => (await window.seen('main a', 'many/repo-')) - performance.timeOrigin,
  )
  await page.getByRole('search').getByRole('textbox').click()
  let key = 0
  const task = await longestTask(page, async () => {
    key = await slowestKey(page)
  })
  await page.close()
  return { content, key, task }
}

const typed = ['4', '2', '4', '2', 'Backspace', 'Backspace', 'Backspace']

/** From a key to the drawing of its result, each key pressed when the result of the one before is there. */
async function slowestKey(page: Page) {
  const names = Array.from({ length: count }, (_, index) => `many/repo-${String(index + 1).padStart(5, '0')}`)
  let text = ''
  let slowest = 0
  for (const key of typed) {
    text = key === 'Backspace' ? text.slice(0, -1) : text + key
    const found = findBest(text, names, (name) => name).length
    const expected = `${found.toLocaleString('en')} ${found === 1 ? 'repository matches' : 'repositories match'}`
    const seen = page.evaluate(async (words) => {
      const at = await window.seen('main p[role=status]', words)
      return at - window.lastInput
    }, expected)
    await page.keyboard.press(key)
    slowest = Math.max(slowest, await seen)
  }
  return slowest
}
