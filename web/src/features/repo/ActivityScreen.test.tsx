import { screen, waitFor, within } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { renderScreen } from '../../testing/render.tsx'
import { ActivityScreen } from './ActivityScreen.tsx'

afterEach(() => vi.unstubAllGlobals())

const access = { repo: aRepo(), perm: aPerm() }
const branches = reply(repoRoutes.branches, () => ['main', 'release'])
const show = (at = '/repos/1', given = access) =>
  renderScreen(<ActivityScreen />, patterns.repo, { at, access: given })
const numbers = async () =>
  within(await screen.findByRole('list', { name: /^Pipelines of/ }))
    .getAllByRole('link')
    .map((link) => Number(/#(\d+)/.exec(link.textContent)?.[1]))

/** A server with so many pipelines. */
const server = (count: number) =>
  reply(pipelineRoutes.list, ({ query: { page, perPage } }) =>
    Array.from({ length: count }, (_, index) => aPipeline({ number: count - index })).slice(
      (page - 1) * perPage,
      page * perPage,
    ),
  )

describe('ActivityScreen', () => {
  it('lists the pipelines, each leading to its page', async () => {
    fakeApi(server(3), branches)
    show()
    expect(await numbers()).toEqual([3, 2, 1])
    expect(screen.getAllByRole('link', { name: /retry uploads/ })[0]?.getAttribute('href')).toBe(
      '/repos/1/pipeline/3',
    )
    expect(screen.getAllByRole('img', { name: 'Status: Success' })).toHaveLength(3)
  })

  it('reads page after page until a short one', async () => {
    fakeApi(server(75), branches)
    const { user } = show()
    expect(await numbers()).toHaveLength(50)
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(async () => expect(await numbers()).toHaveLength(75))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('keeps what it has when the next page fails, and tries again', async () => {
    let isDown = false
    fakeApi(
      reply(pipelineRoutes.list, ({ query: { page } }) => {
        if (page > 1 && isDown) return failure(500, 'page is lost')
        return Array.from({ length: page > 1 ? 1 : 50 }, (_, index) =>
          aPipeline({ number: 60 - index - page }),
        )
      }),
      branches,
    )
    isDown = true
    const { user } = show()
    await numbers()
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await screen.findByText(/page is lost/)
    expect(await numbers()).toHaveLength(50)
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/page is lost/)).toBeNull())
  })

  it('asks the server for what the filters say, and keeps them in the address', async () => {
    const asked: (string | undefined)[] = []
    fakeApi(
      reply(pipelineRoutes.list, ({ query: { status, event, branch } }) => {
        asked.push([status, event, branch].join('|'))
        return [aPipeline()]
      }),
      branches,
    )
    const { user, address } = show()
    await numbers()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'failure')
    await waitFor(() => expect(address()).toBe('/repos/1?status=failure'))
    await user.click(screen.getByRole('combobox', { name: 'Branch' }))
    await user.click(await screen.findByRole('option', { name: 'release' }))
    await waitFor(() => expect(asked.at(-1)).toBe('failure||release'))
    expect(asked[0]).toBe('||')
  })

  it('understands an address that somebody typed, and leaves out what the server would refuse', async () => {
    const asked: unknown[] = []
    fakeApi(
      reply(pipelineRoutes.list, ({ query: { status, event, branch } }) => {
        asked.push({ status, event, branch })
        return []
      }),
      branches,
    )
    show('/repos/1?status=nonsense&event=tag&branch=gone')
    await screen.findByText('No pipeline matches the filters')
    expect(asked).toEqual([{ status: undefined, event: 'tag', branch: 'gone' }])
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Branch' }).value).toBe('gone')
  })

  it('looks for texts among what the server lists, and says how far it has looked', async () => {
    fakeApi(server(1_200), branches)
    const { user, address } = show()
    await numbers()
    await user.type(screen.getByRole('textbox', { name: 'Search pipelines' }), 'nowhere')
    await waitFor(() => expect(address()).toBe('/repos/1?q=nowhere'))
    await screen.findByText('No match in the newest 550 pipelines')
    await user.click(screen.getByRole('button', { name: 'Keep searching' }))
    await screen.findByText('No match in the newest 1,050 pipelines')
    await user.click(screen.getByRole('button', { name: 'Keep searching' }))
    await screen.findByText('No pipeline matches the filters')
    expect(screen.getByText('0 matches in 1,200 pipelines')).toBeDefined()
  })

  it('shows what it has found so far, and does not call that all', async () => {
    fakeApi(server(2_000), branches)
    show('/repos/1?q=%231990')
    expect(await numbers()).toEqual([1990])
    await screen.findByRole('button', { name: 'Keep searching' })
    expect(screen.queryByText('That is all')).toBeNull()
    expect(screen.getByText('1 match in 500 pipelines')).toBeDefined()
  })

  it('teaches the next step when nothing ever ran', async () => {
    fakeApi(server(0), branches)
    show()
    await screen.findByText('No pipelines yet')
    expect(screen.getByRole('link', { name: 'Run pipeline' })).toBeDefined()
    expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull()
  })

  it('offers nothing that one may not do', async () => {
    fakeApi(server(0), branches)
    show('/repos/1', { ...access, perm: aPerm({ push: false }) })
    await screen.findByText('No pipelines yet')
    expect(screen.queryByRole('link', { name: 'Run pipeline' })).toBeNull()
  })

  it('says what is on its way', async () => {
    fakeApi(reply(pipelineRoutes.list, never), branches)
    show()
    expect((await screen.findByRole('status')).textContent).toContain('Loading')
  })

  it('offers another try when loading fails', async () => {
    fakeApi(
      reply(pipelineRoutes.list, () => failure(500, 'no database')),
      branches,
    )
    show()
    await screen.findByText(/no database/)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it.each(payloads.map((_, seed) => [seed]))('shows hostile texts as text, round %i', async (seed) => {
    fakeApi(
      reply(pipelineRoutes.list, () => [makeHostile(aPipeline(), seed)]),
      reply(repoRoutes.branches, () => [...payloads]),
    )
    const { page } = show('/repos/1', { ...access, repo: makeHostile(aRepo(), seed) })
    await screen.findByRole('list')
    expect(harmOn(page)).toEqual([])
  })
})
