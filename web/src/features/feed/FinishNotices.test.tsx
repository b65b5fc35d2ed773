import { act, waitFor } from '@testing-library/react'
import type { Feed } from '@yaffle/contract/feed'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { feed } from '../../api/feed.ts'
import { pipelineOf } from '../../api/pipelines.ts'
import { repoOf } from '../../api/repos.ts'
import { config } from '../../config.ts'
import { noticeWish } from '../../domain/noticeWish.ts'
import { patterns } from '../../paths.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { fakeNotices } from '../../testing/fakeNotices.ts'
import { aFeedItem, aPipeline, aRepo, aUser } from '../../testing/fixtures.ts'
import { aQueryClient, renderScreen } from '../../testing/render.tsx'
import { FinishNotices } from './FinishNotices.tsx'

const before = { ...config }
let isHidden = true
beforeEach(() => {
  isHidden = true
  Object.assign(config, { user: aUser({ login: 'ana' }) })
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  noticeWish.set('on')
  fakeApi()
})
afterEach(() => {
  Object.assign(config, before)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const running = aFeedItem({ status: 'running', finished: 0, message: 'fix: retry\n\nmore' })
const over = (status = 'success'): Feed => ({ ...running, status, finished: 1_700_000_130 })

async function show(items: Feed[] = [running]) {
  const queryClient = aQueryClient()
  queryClient.setQueryData(feed.queryKey, items)
  const view = renderScreen(<FinishNotices />, patterns.repos, { queryClient })
  await waitFor(() => expect(queryClient.getQueryCache().hasListeners()).toBe(true))
  const change = (next: Feed[]) => {
    act(() => {
      queryClient.setQueryData(feed.queryKey, next)
    })
  }
  return { ...view, queryClient, change }
}
/** Lets everything that was under way come to its end. */
const settled = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve))))

describe('a notification', () => {
  it('says which pipeline finished and how, once', async () => {
    const desktop = fakeNotices('granted')
    const { change } = await show()
    change([over('failure')])
    await waitFor(() => expect(desktop.shown).toHaveLength(1))
    expect(desktop.shown[0]).toMatchObject({
      title: 'acme/api #128: Failure',
      body: 'fix: retry',
      tag: 'yaffle::1/128',
    })
    change([over('failure')])
    change([{ ...over('failure'), message: 'later' }])
    await settled()
    expect(desktop.shown).toHaveLength(1)
    expect(desktop.asked()).toBe(0)
  })

  it('opens its pipeline', async () => {
    const desktop = fakeNotices('granted')
    const focus = vi.spyOn(globalThis, 'focus').mockImplementation(() => undefined)
    const { change, address } = await show()
    change([over()])
    await waitFor(() => expect(desktop.shown).toHaveLength(1))
    act(() => desktop.shown[0]?.click())
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/128'))
    expect(focus).toHaveBeenCalledOnce()
  })

  it('is not shown to somebody who looks at the page', async () => {
    const desktop = fakeNotices('granted')
    const { change } = await show()
    isHidden = false
    change([over()])
    await settled()
    expect(desktop.shown).toEqual([])
  })

  it('is not shown for other people’s pipelines, nor for what was over before', async () => {
    const desktop = fakeNotices('granted')
    const others = { ...running, number: 5, author: 'bob' }
    const { change } = await show([others])
    change([{ ...others, status: 'success' }, over()])
    await settled()
    expect(desktop.shown).toEqual([])
  })

  it('is shown for a pipeline that one sent for somebody else and has looked at', async () => {
    const desktop = fakeNotices('granted')
    const { queryClient } = await show([])
    const sent = aPipeline({ status: 'running', author: 'bob', sender: 'ana', finished: 0 })
    const { queryKey } = pipelineOf(1, 128)
    act(() => {
      queryClient.setQueryData(repoOf(1).queryKey, aRepo())
      queryClient.setQueryData(queryKey, sent)
      queryClient.setQueryData(queryKey, { ...sent, status: 'success' })
    })
    await waitFor(() => expect(desktop.shown.map(({ title }) => title)).toEqual(['acme/api #128: Success']))
  })

  it('is not shown any more once they are turned off', async () => {
    const desktop = fakeNotices('granted')
    const { change } = await show()
    act(() => noticeWish.set('off'))
    change([over()])
    await settled()
    expect(desktop.shown).toEqual([])
  })

  it('names what is hidden in other people’s words, and is short', async () => {
    const desktop = fakeNotices('granted')
    const hostile = { ...running, message: `\u202e${'W'.repeat(20_000)}` }
    const { change } = await show([hostile])
    change([{ ...hostile, status: 'success' }])
    await waitFor(() => expect(desktop.shown).toHaveLength(1))
    expect(desktop.shown[0]?.body).toMatch(/^\[U\+202E\]W{199}$/)
  })
})
