import { screen, waitFor } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { rereadLive } from '../../api/live.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { renderScreen } from '../../testing/render.tsx'
import { NeighbourLinks } from './NeighbourLinks.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = (number: number) =>
  renderScreen(
    <>
      <NeighbourLinks number={number} />
      <p>Drawn</p>
    </>,
    patterns.pipeline,
    { at: `/repos/1/pipeline/${number}`, access: { repo: aRepo(), perm: aPerm() } },
  )
const server = (numbers: number[]) =>
  reply(pipelineRoutes.list, ({ query: { page, perPage } }) =>
    numbers.slice((page - 1) * perPage, page * perPage).map((number) => aPipeline({ number })),
  )
const links = () =>
  screen.queryAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])

describe('the links to the pipelines before and after', () => {
  it.each([
    [
      'both',
      7,
      [
        ['Previous pipeline (#5)', '/repos/1/pipeline/5'],
        ['Next pipeline (#9)', '/repos/1/pipeline/9'],
      ],
    ],
    ['no next one of the newest', 9, [['Previous pipeline (#7)', '/repos/1/pipeline/7']]],
    ['no previous one of the first', 5, [['Next pipeline (#7)', '/repos/1/pipeline/7']]],
  ])('are %s, past those that were deleted', async (_, number, expected) => {
    fakeApi(server([9, 7, 5]))
    show(number)
    await waitFor(() => expect(links()).toEqual(expected))
  })

  it('count where the list does not reach back so far', async () => {
    fakeApi(server(Array.from({ length: 80 }, (_, index) => 200 - index)))
    show(20)
    await waitFor(() =>
      expect(links()).toEqual([
        ['Previous pipeline (#19)', '/repos/1/pipeline/19'],
        ['Next pipeline (#21)', '/repos/1/pipeline/21'],
      ]),
    )
  })

  it('learn of what was made while the stream was away', async () => {
    const numbers = [7, 5]
    fakeApi(server(numbers))
    const { queryClient } = show(7)
    await waitFor(() => expect(links()).toEqual([['Previous pipeline (#5)', '/repos/1/pipeline/5']]))
    numbers.unshift(9)
    await rereadLive(queryClient)
    await waitFor(() => expect(links()).toContainEqual(['Next pipeline (#9)', '/repos/1/pipeline/9']))
  })

  it.each([
    ['is on its way', reply(pipelineRoutes.list, never)],
    ['cannot be had', reply(pipelineRoutes.list, () => failure(500))],
    ['is empty', server([])],
  ])('are not there while the list %s', async (_, answer) => {
    fakeApi(answer)
    show(7)
    await screen.findByText('Drawn')
    expect(links()).toEqual([])
  })

  it('lead there', async () => {
    fakeApi(server([9, 7, 5]))
    const { user, address } = show(7)
    await user.click(await screen.findByRole('link', { name: 'Next pipeline (#9)' }))
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/9'))
  })
})
