import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { PipelineMessage } from '@yaffle/contract/events'
import { type Pipeline, pipelineRoutes } from '@yaffle/contract/pipelines'
import { repoRoutes } from '@yaffle/contract/repos'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { eventsInto } from '../../api/applyEvents.ts'
import { patterns } from '../../paths.ts'
import { fakeApi, reply } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile } from '../../testing/hostile.ts'
import { renderScreen } from '../../testing/render.tsx'
import { ActivityScreen } from './ActivityScreen.tsx'
import { DurationTrend } from './DurationTrend.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const access = { repo: aRepo(), perm: aPerm() }
const start = 1_700_000_000
/** A finished pipeline of so many seconds. */
const took = (number: number, seconds: number, more: Partial<Pipeline> = {}) =>
  aPipeline({ number, started: start, finished: start + seconds, ...more })
/** Newest first, numbered down to 1. */
const tookEach = (...durations: number[]) =>
  durations.map((seconds, index) => took(durations.length - index, seconds))

function show(pipelines: Pipeline[], at = '/repos/1') {
  const { calls } = fakeApi(
    reply(pipelineRoutes.list, ({ query: { page, perPage, status } }) =>
      pipelines.filter((one) => !status || one.status === status).slice((page - 1) * perPage, page * perPage),
    ),
    reply(repoRoutes.branches, () => ['main']),
  )
  return { ...renderScreen(<ActivityScreen />, patterns.repo, { at, access }), calls }
}

const listed = () => screen.findByRole('list', { name: /^Pipelines of/ })
const strip = () => screen.queryByRole('list', { name: 'Durations of the latest pipelines' })
const bars = () => within(strip()!).getAllByRole('link')
const names = () => bars().map((bar) => bar.getAttribute('aria-label'))
const heights = () => bars().map((bar) => Number(bar.querySelector('rect')?.getAttribute('height')))

describe('the durations of the latest pipelines', () => {
  it('stand above the list, oldest first, each leading to its pipeline', async () => {
    const { calls, page } = show([
      took(9, 0, { status: 'running', finished: 0 }),
      took(8, 130),
      took(7, 65, { status: 'failure' }),
      took(6, 90, { status: 'killed' }),
      ...tookEach(130, 120, 140, 3_700, 130),
    ])
    await listed()
    expect(names()).toEqual([
      '#1, Success, 2 min 10 sec',
      '#2, Success, 1 hr 1 min',
      '#3, Success, 2 min 20 sec',
      '#4, Success, 2 min',
      '#5, Success, 2 min 10 sec',
      '#7, Failure, 1 min 5 sec',
      '#8, Success, 2 min 10 sec',
    ])
    expect(bars().map((bar) => bar.getAttribute('href'))).toEqual(
      [1, 2, 3, 4, 5, 7, 8].map((number) => `/repos/1/pipeline/${number}`),
    )
    expect(screen.getByText('Usually 2 min 10 sec')).toBeDefined()
    expect(screen.queryByText(/than before/)).toBeNull()
    const [first, second] = page.querySelectorAll('ul')
    expect([first, second]).toEqual([strip(), await listed()])
    expect(calls.filter((one) => one.endsWith('/pipelines'))).toHaveLength(1)
  })

  it('are as tall as they are long, in the colour of their status, and say in a tooltip what they are called', async () => {
    show([took(6, 30, { status: 'failure' }), ...tookEach(0, 60, 15, 120, 60)])
    await listed()
    expect(heights()).toEqual([24, 48, 6, 24, 2, 12])
    const looks = bars().map((bar) => bar.querySelector('rect')?.getAttribute('class'))
    expect(looks).toEqual([...Array.from({ length: 5 }, () => 'fill-success'), 'fill-failure'])
    expect(bars().map((bar) => bar.getAttribute('data-tooltip'))).toEqual(names())
  })

  it('say when it has become slower, or faster', async () => {
    const { unmount } = show(tookEach(185, 190, 180, 185, 130, 130, 120, 140))
    await listed()
    expect(screen.getByText('Usually 3 min 5 sec')).toBeDefined()
    expect(screen.getByText('Slower than before (2 min 10 sec)')).toBeDefined()
    unmount()
    show(tookEach(130, 130, 120, 140, 185, 190, 180, 185))
    await listed()
    expect(screen.getByText('Usually 2 min 10 sec')).toBeDefined()
    expect(screen.getByText('Faster than before (3 min 5 sec)')).toBeDefined()
  })

  it('are the thirty newest of what the first page holds', async () => {
    show(tookEach(...Array.from({ length: 80 }, (_, index) => index)))
    await listed()
    expect(bars()).toHaveLength(30)
    expect(names()[0]).toMatch(/^#51,/)
    expect(names().at(-1)).toMatch(/^#80,/)
  })

  it('stay as they are while one reads on', async () => {
    const failed = Array.from({ length: 45 }, (_, index) => took(100 - index, 9, { status: 'killed' }))
    const { user } = show([...failed, ...tookEach(...Array.from({ length: 20 }, () => 60))])
    await listed()
    const before = names()
    expect(before).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(async () => expect(within(await listed()).getAllByRole('link')).toHaveLength(65))
    expect(names()).toEqual(before)
  })

  it.each([
    ['fewer than five have a duration', tookEach(60, 60, 60, 60), '/repos/1'],
    ['the list is filtered by the server', tookEach(60, 60, 60, 60, 60, 60), '/repos/1?status=success'],
    ['the list is filtered by a text', tookEach(60, 60, 60, 60, 60, 60), '/repos/1?q=retry'],
    ['the list is filtered by time', tookEach(60, 60, 60, 60, 60, 60), '/repos/1?after=2020-01-01T00:00:00Z'],
  ])('are not shown while %s', async (_, pipelines, at) => {
    show(pipelines, at)
    expect(within(await listed()).getAllByRole('link')).toHaveLength(pipelines.length)
    expect(strip()).toBeNull()
  })

  it('take one stop of the tab order; the arrow keys move, Enter opens', async () => {
    const { user, address } = show(tookEach(60, 60, 60, 60, 60, 60))
    await listed()
    const focused = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0]
    expect(bars().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    bars().at(-1)?.focus()
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe('#6')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(focused()).toBe('#4')
    await user.tab()
    expect((await listed()).contains(document.activeElement)).toBe(true)
    await user.tab({ shift: true })
    expect(focused()).toBe('#4')
    await user.keyboard('{Home}{ArrowLeft}')
    expect(focused()).toBe('#1')
    await user.keyboard('{End}{Control>}{ArrowLeft}{/Control}')
    expect(focused()).toBe('#6')
    expect(bars().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, -1, -1, 0])
    await user.keyboard('{Home}{Enter}')
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/1'))
  })

  it('follow what happens, and keep the stop of the tab order where it was', async () => {
    const { queryClient } = show([
      took(6, 0, { status: 'running', finished: 0 }),
      ...tookEach(60, 60, 60, 60, 60),
    ])
    await listed()
    const apply = eventsInto(queryClient)
    const tell = (pipeline: Pipeline) =>
      act(() => apply([PipelineMessage.parse({ repo: aRepo(), pipeline })]))
    tell(took(6, 600, { status: 'failure' }))
    await waitFor(() => expect(names().at(-1)).toBe('#6, Failure, 10 min'))
    expect(heights()).toEqual([5, 5, 5, 5, 5, 48])
    expect(bars().findIndex(({ tabIndex }) => tabIndex === 0)).toBe(4)
  })

  it('neither come nor go while the list is looked at', async () => {
    const { queryClient } = show([
      took(5, 0, { status: 'running', finished: 0 }),
      ...tookEach(60, 60, 60, 60),
    ])
    await listed()
    act(() => eventsInto(queryClient)([PipelineMessage.parse({ repo: aRepo(), pipeline: took(5, 60) })]))
    await waitFor(async () =>
      expect(within(await listed()).getAllByRole('img', { name: 'Status: Success' })).toHaveLength(5),
    )
    expect(strip()).toBeNull()
  })

  it('are not drawn again for what others do', async () => {
    const some = tookEach(60, 60, 60, 60, 60)
    function Page() {
      const [seconds, setSeconds] = useState(0)
      const running = took(9, 0, { status: 'running', updated: start + seconds, finished: 0 })
      const ended = took(9, 30)
      return (
        <>
          <button type="button" onClick={() => setSeconds(seconds + 1)}>
            {seconds}
          </button>
          <DurationTrend repoId={1} pipelines={[seconds > 20 ? ended : running, ...some]} />
        </>
      )
    }
    renderScreen(<Page />, patterns.repo, { at: '/repos/1', access })
    const goOn = await screen.findByRole('button')
    const counted = vi.spyOn(Array.prototype, 'toSorted')
    for (let second = 1; second <= 20; second += 1) fireEvent.click(goOn)
    expect(goOn.textContent).toBe('20')
    expect(counted).not.toHaveBeenCalled()
    fireEvent.click(goOn)
    expect(bars()).toHaveLength(6)
    expect(counted).toHaveBeenCalled()
  })

  it.each([
    ['days and no time at all', tookEach(400_000, 0, 0, 0, 0), [2, 2, 2, 2, 48], 'Usually 0 sec'],
    ['no time at all', tookEach(0, 0, 0, 0, 0), [2, 2, 2, 2, 2], 'Usually 0 sec'],
    [
      'the whole age of the world in seconds',
      tookEach(9e12, 9e12, 9e12, 9e12, 9e12),
      [48, 48, 48, 48, 48],
      /^Usually 104,166,666 days/,
    ],
  ])('hold %s', async (_, pipelines, tall, usual) => {
    show([took(99, -60), ...pipelines])
    await listed()
    expect(heights()).toEqual(tall)
    expect(screen.getByText(usual)).toBeDefined()
  })

  it('show hostile texts as text', async () => {
    const { page } = show(
      tookEach(60, 60, 60, 60, 60, 60).map((one) => ({ ...makeHostile(one), status: one.status })),
    )
    await listed()
    expect(bars()).toHaveLength(6)
    expect(harmOn(page)).toEqual([])
  })
})
