import { act, screen, waitFor } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aPipeline } from '../../testing/fixtures.ts'
import { renderScreen } from '../../testing/render.tsx'
import { useWanted } from './useWanted.ts'
import type { Wanted } from './wanted.ts'

afterEach(() => vi.unstubAllGlobals())

/** What the hook says, in words, and the ways to move it. */
function Probe({ author = '', q = '' }: Partial<Wanted>) {
  const { query, found, searched, isPaused, goOn } = useWanted(1, {}, { author, q })
  const state = query.data === undefined ? 'nothing yet' : `${query.data.length} shown`
  return (
    <>
      <p>{`${state}, ${found} of ${searched}${isPaused ? ', paused' : ''}${query.hasNextPage ? ', more' : ''}`}</p>
      <button type="button" onClick={() => void query.fetchNextPage()}>
        Next
      </button>
      <button type="button" onClick={() => void goOn()}>
        Go on
      </button>
    </>
  )
}
const show = (wanted: Partial<Wanted>) =>
  renderScreen(<Probe {...wanted} />, patterns.repo, { at: '/repos/1' })
const says = (words: string) => screen.findByText(words)

/** A server with so many pipelines; every so many-eth is by eve. */
const server = (count: number, every: number) => {
  const all = Array.from({ length: count }, (_, index) => {
    const isHers = index % every === every - 1
    return aPipeline({ number: count - index, author: isHers ? 'eve' : 'ana', sender: '' })
  })
  return reply(pipelineRoutes.list, ({ query: { page, perPage } }) =>
    all.slice((page - 1) * perPage, page * perPage),
  )
}

describe('wanted pipelines', () => {
  it('are simply the first page when everything is wanted', async () => {
    const { calls } = fakeApi(server(300, 100))
    show({})
    await says('50 shown, 50 of 50, more')
    expect(calls).toHaveLength(1)
  })

  it('are looked for page after page, until there are enough for a window', async () => {
    const { calls } = fakeApi(server(1_000, 5))
    show({ author: 'eve' })
    await says('30 shown, 30 of 150, more')
    expect(calls).toHaveLength(3)
  })

  it('are looked for until the end when there are few pipelines', async () => {
    fakeApi(server(120, 60))
    show({ author: 'eve' })
    await says('2 shown, 2 of 120')
  })

  it('are not looked for without end: after 500 it waits to be told', async () => {
    const { calls } = fakeApi(server(2_000, 400))
    const { user } = show({ author: 'eve' })
    await says('1 shown, 1 of 500, paused')
    expect(calls).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'Go on' }))
    await says('2 shown, 2 of 1000, paused')
    expect(calls).toHaveLength(20)
  })

  it('show an empty list only when it waits or ends, never on the way', async () => {
    fakeApi(server(700, 1_000))
    const seen: string[] = []
    const { page, user } = show({ author: 'eve' })
    const watch = new MutationObserver(() => seen.push(page.textContent))
    watch.observe(page, { subtree: true, childList: true, characterData: true })
    await says('0 shown, 0 of 500, paused')
    await user.click(screen.getByRole('button', { name: 'Go on' }))
    await says('0 shown, 0 of 700')
    watch.disconnect()
    expect(seen.filter((text) => text.startsWith('0 shown') && !/of 500, paused|of 700/.test(text))).toEqual(
      [],
    )
  })

  it('go on by the next page for as many more', async () => {
    fakeApi(server(1_000, 5))
    const { user } = show({ author: 'eve' })
    await says('30 shown, 30 of 150, more')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await says('60 shown, 60 of 300, more')
  })

  it('are not looked for further while pages fail, until somebody tries again', async () => {
    let isDown = true
    fakeApi(
      reply(pipelineRoutes.list, ({ query: { page } }) => {
        if (page === 3 && isDown) return failure(500, 'lost')
        const length = page < 4 ? 50 : 1
        return Array.from({ length }, (_, index) => aPipeline({ number: 1_000 - page * 50 - index }))
      }),
    )
    const { user } = show({ author: 'eve' })
    await says('0 shown, 0 of 100, more')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await says('0 shown, 0 of 151')
  })

  it('start anew for another search, for which all that was read is free', async () => {
    fakeApi(server(2_000, 400))
    const { queryClient, unmount } = show({ author: 'eve' })
    await says('1 shown, 1 of 500, paused')
    unmount()
    await act(async () => {
      renderScreen(<Probe q="#1600" />, patterns.repo, { at: '/repos/1', queryClient })
    })
    await waitFor(() => expect(screen.getByText('1 shown, 1 of 1000, paused')).toBeDefined())
  })
})
