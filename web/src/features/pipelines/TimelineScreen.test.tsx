import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { fakeApi } from '../../testing/fakeApi.ts'
import { aPipeline, aStep, aWorkflow } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { failed, has, showTimeline } from './testing/pages.tsx'

afterEach(() => vi.unstubAllGlobals())

describe('the timeline of a pipeline', () => {
  it('has a line for every workflow and step, which leads to its log', async () => {
    fakeApi(has(failed))
    showTimeline()
    const list = await screen.findByRole('list', { name: 'Timeline' })
    expect([...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(
      [1, 2, 3, 4].map((pid) => `/repos/1/pipeline/128/${pid}`),
    )
    expect(screen.getByRole('link', { name: /build.*waited 0:10, ran 1:12/ })).toBeDefined()
    expect(screen.getByRole('link', { name: /report.*did not run/ })).toBeDefined()
  })

  it('leaves the wait for approval to words, so that all bars can be seen', async () => {
    const approved = { created: failed.created - 86_400, reviewed: failed.created }
    fakeApi(has({ ...failed, ...approved }))
    const { page } = showTimeline()
    await screen.findByText(/The axis begins with the approval, after a wait of 24:00:00/)
    expect(screen.getByRole('link', { name: /build.*waited 0:10, ran 1:12/ })).toBeDefined()
    const [bar] = page.querySelectorAll('rect[data-part=run]')
    expect(Number(bar?.getAttribute('width'))).toBeGreaterThan(500)
  })

  it('has marks on its axis, of which small screens show only two beside one another', async () => {
    fakeApi(has(failed))
    const { page } = showTimeline()
    await screen.findByRole('list', { name: 'Timeline' })
    const marks = [...page.querySelectorAll('[data-part=mark]')]
    expect(marks.map(({ textContent }) => textContent)).toEqual([
      '0:00',
      '0:15',
      '0:30',
      '0:45',
      '1:00',
      '1:15',
    ])
    const onSmall = marks.filter(({ className }) => !className.includes('max-sm:hidden'))
    expect(onSmall.map(({ textContent }) => textContent)).toEqual(['0:00', '0:45'])
  })

  it('says nothing of approval where nobody was asked', async () => {
    fakeApi(has(failed))
    showTimeline()
    await screen.findByRole('list', { name: 'Timeline' })
    expect(screen.queryByText(/approval/)).toBeNull()
  })

  it('explains itself before anything started', async () => {
    fakeApi(has(aPipeline({ workflows: [] })))
    showTimeline()
    await screen.findByText('Nothing has started yet')
  })

  it('stretches while something runs', async () => {
    const wait = { status: 'running', created: Math.floor(Date.now() / 1000) - 100, finished: 0 }
    fakeApi(
      has(
        aPipeline({
          ...wait,
          workflows: [
            aWorkflow({
              state: 'running',
              started: wait.created + 40,
              finished: 0,
              children: [aStep({ pid: 2, state: 'pending', started: 0, finished: 0 })],
            }),
          ],
        }),
      ),
    )
    const { page } = showTimeline()
    const line = await screen.findByRole('link', { name: /build.*waited 0:40, ran 1:0\d/ })
    expect(line.querySelector('[data-part=wait]')).not.toBeNull()
    const before = line.textContent
    await waitFor(() => expect(line.textContent).not.toBe(before))
    const step = page.querySelector('a[href$="/2"]')
    expect(step?.querySelector('[data-part=run]')).toBeNull()
    expect(step?.querySelector('[data-part=wait]')).not.toBeNull()
  })

  it('shows also a last step that took no time', async () => {
    const times = { started: 1_700_000_000, finished: 1_700_000_016 }
    const last = aStep({ pid: 2, state: 'success', started: times.finished, finished: times.finished })
    const workflows = [aWorkflow({ ...times, state: 'success', children: [last] })]
    fakeApi(has(aPipeline({ ...times, created: times.started, status: 'success', workflows })))
    const { page } = showTimeline()
    await screen.findByRole('list', { name: 'Timeline' })
    const bar = page.querySelector('a[href$="/2"] rect[data-part=run]')
    const [x, width] = ['x', 'width'].map((name) => Number(bar?.getAttribute(name))) as [number, number]
    expect(width).toBeGreaterThan(0)
    expect(x + width).toBeLessThanOrEqual(1000)
  })

  it('survives times that make no sense', async () => {
    const odd = { created: 1_700_000_000, started: 0, finished: 0 }
    fakeApi(
      has(
        aPipeline({
          ...odd,
          status: 'killed',
          workflows: [
            aWorkflow({
              started: 1_700_000_500,
              finished: 1_700_000_100,
              children: [aStep({ pid: 2, started: 5, finished: 9_999_999_999 })],
            }),
          ],
        }),
      ),
    )
    const { page } = showTimeline()
    await screen.findByRole('list', { name: 'Timeline' })
    for (const bar of page.querySelectorAll('rect')) {
      expect(Number(bar.getAttribute('width'))).toBeGreaterThan(0)
      expect(Number.isFinite(Number(bar.getAttribute('x')))).toBe(true)
    }
  })

  it.each(payloads.map((_, seed) => [seed]))('shows hostile names as text, round %i', async (seed) => {
    fakeApi(has(makeHostile(failed, seed)))
    const { page } = showTimeline()
    await screen.findByRole('list', { name: 'Timeline' })
    expect(harmOn(page)).toEqual([])
  })
})
