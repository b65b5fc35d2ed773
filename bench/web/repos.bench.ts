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
          'a key in the search, to its result',
          results.flatMap(({ keys }) => keys),
          50,
        ),
        middle(
          'slowest of seven keys in the search',
          results.map(({ keys }) => Math.max(...keys)),
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
  const keys: number[] = []
  const task = await longestTask(page, async () => {
    for await (const key of typedKeys(page)) keys.push(key)
  })
  await page.close()
  return { content, keys, task }
}

const typed = ['4', '2', '4', '2', 'Backspace', 'Backspace', 'Backspace']

/** Milliseconds from each key to the drawing of its result, each pressed when the result of the one before is there. */
async function* typedKeys(page: Page) {
  const names = Array.from({ length: count }, (_, index) => `many/repo-${String(index + 1).padStart(5, '0')}`)
  let text = ''
  for (const key of typed) {
    text = key === 'Backspace' ? text.slice(0, -1) : text + key
    const found = findBest(text, names, (name) => name).length
    const expected = `${found.toLocaleString('en')} ${found === 1 ? 'repository matches' : 'repositories match'}`
    const seen = page.evaluate(async (words) => {
      const at = await window.seen('main p[role=status]', words)
      return at - window.lastInput
    }, expected)
    await page.keyboard.press(key)
    yield await seen
  }
}
