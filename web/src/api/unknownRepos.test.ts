import { QueryObserver } from '@tanstack/react-query'
import { feedRoutes } from '@yaffle/contract/feed'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { fakeApi, reply } from '../testing/fakeApi.ts'
import { aFeedItem, aMessage, aPipeline, aRepo, aRepoRow } from '../testing/fixtures.ts'
import { aQueryClient } from '../testing/render.tsx'
import { eventsInto } from './applyEvents.ts'
import { feed } from './feed.ts'
import { reposMine } from './repos.ts'

const asked = 'GET /api/user/feed'
const minute = 60_000

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page whose feed is on screen and holds repository 1; repository 2 is the caller's, too, 3 is somebody else's. */
async function page() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const items = [aFeedItem({ repo_id: 1, number: 1 })]
  const { calls } = fakeApi(
    reply(feedRoutes.list, () => [...items]),
    reply(repoRoutes.mine, () => [aRepoRow({ id: 2 })]),
  )
  const queryClient = aQueryClient()
  const apply = eventsInto(queryClient)
  new QueryObserver(queryClient, feed).subscribe(() => {})
  await vi.waitFor(() => expect(queryClient.getQueryData(feed.queryKey)).toHaveLength(1))
  return {
    queryClient,
    items,
    reads: () => calls.filter((call) => call === asked).length,
    tell: (...ids: number[]) => apply(ids.map((id) => aMessage(aRepo({ id }), aPipeline({ number: 9 })))),
    numbers: () => queryClient.getQueryData(feed.queryKey)?.map(({ repo_id, number }) => [repo_id, number]),
  }
}

describe('a pipeline of a repository that the feed does not know', () => {
  it('brings the feed up to date: the repository may be the caller’s all the same', async () => {
    const { items, tell, reads, numbers } = await page()
    items.unshift(aFeedItem({ repo_id: 2, number: 9 }))
    tell(2)
    await vi.waitFor(() =>
      expect(numbers()).toEqual([
        [2, 9],
        [1, 1],
      ]),
    )
    expect(reads()).toBe(2)
  })

  it('costs one question, however many there are and however often they tell something', async () => {
    const { tell, reads, numbers } = await page()
    for (let times = 0; times < 5; times++) {
      tell(3, 4, 5)
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(minute)
    expect(reads()).toBe(2)
    tell(3)
    await vi.advanceTimersByTimeAsync(minute)
    expect(reads()).toBe(2)
    expect(numbers()).toEqual([[1, 1]])
  })

  it('asks at most every few seconds, and leaves out none', async () => {
    const { tell, reads } = await page()
    tell(3)
    await vi.waitFor(() => expect(reads()).toBe(2))
    for (let id = 4; id < 20; id++) tell(id)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reads()).toBe(2)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reads()).toBe(3)
  })

  it('asks again after a while: it may have dropped out of the feed', async () => {
    const { tell, reads } = await page()
    tell(3)
    await vi.waitFor(() => expect(reads()).toBe(2))
    await vi.advanceTimersByTimeAsync(6 * minute)
    tell(3)
    await vi.waitFor(() => expect(reads()).toBe(3))
  })

  it('asks nothing for what the list of repositories knows, nor where there is no feed', async () => {
    const { queryClient, tell, reads, numbers } = await page()
    await queryClient.fetchQuery(reposMine)
    tell(2)
    await vi.advanceTimersByTimeAsync(minute)
    expect(numbers()).toContainEqual([2, 9])
    expect(reads()).toBe(1)

    queryClient.removeQueries({ queryKey: feed.queryKey })
    tell(3)
    await vi.advanceTimersByTimeAsync(minute)
    expect(reads()).toBe(1)
  })
})
