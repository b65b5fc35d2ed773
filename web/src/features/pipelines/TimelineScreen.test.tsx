import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { fakeApi } from '../../testing/fakeApi.ts'
import { aPipeline } from '../../testing/fixtures.ts'
import { harmOn, makeHostile } from '../../testing/hostile.ts'
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

  it('explains itself before anything started', async () => {
    fakeApi(has(aPipeline({ workflows: [] })))
    showTimeline()
    await screen.findByText('Nothing has started yet')
  })

  it('shows hostile names as text', async () => {
    fakeApi(has(makeHostile(failed, 2)))
    const { page } = showTimeline()
    await screen.findByRole('list', { name: 'Timeline' })
    expect(harmOn(page)).toEqual([])
  })
})
