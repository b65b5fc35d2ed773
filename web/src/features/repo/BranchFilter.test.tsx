import { act, screen, waitFor } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { harmOn, payloads } from '../../testing/hostile.ts'
import { renderScreen } from '../../testing/render.tsx'
import { ActivityScreen } from './ActivityScreen.tsx'

afterEach(() => vi.unstubAllGlobals())

const access = { repo: aRepo(), perm: aPerm() }
const show = (at = '/repos/1') => renderScreen(<ActivityScreen />, patterns.repo, { at, access })
const branch = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Branch' })

/** A list of one pipeline, and of which branches it was asked for. */
function pipelines() {
  const asked: (string | undefined)[] = []
  const list = reply(pipelineRoutes.list, ({ query }) => {
    asked.push(query.branch)
    return [aPipeline({ number: 1, branch: query.branch ?? 'main' })]
  })
  return { asked, list }
}

/** A forge with so many branches, 50 on a page, and what pages it was asked for. */
function forgeWith(count: number, answer = (_page: number): void => undefined) {
  const asked: number[] = []
  const all = Array.from({ length: count }, (_, index) => `topic/${index + 1}`)
  const route = reply(repoRoutes.branches, ({ query: { page, perPage } }) => {
    asked.push(page)
    answer(page)
    return all.slice((page - 1) * perPage, page * perPage)
  })
  return { asked, route }
}

describe('the filter by branch', () => {
  it('asks the forge for nothing before somebody looks, and finds a branch on its last page', async () => {
    const { asked, route } = forgeWith(120)
    const { list, asked: lists } = pipelines()
    fakeApi(list, route)
    const { user, address } = show()
    await screen.findByRole('link', { name: /#1/ })
    expect(asked).toEqual([])
    await user.type(await branch(), 'c/120')
    await user.click(await screen.findByRole('option', { name: 'topic/120' }))
    await waitFor(() => expect(lists.at(-1)).toBe('topic/120'))
    expect(address()).toMatch(/\?branch=topic(?:\/|%2F)120$/)
    expect((await branch()).value).toBe('topic/120')
    // A last page that is not odd may not be the last.
    expect(asked).toEqual([1, 2, 3, 4])
  })

  it('takes a branch that the forge does not have any more, and any one again, by the keyboard alone', async () => {
    const { route } = forgeWith(3)
    const { list, asked: lists } = pipelines()
    fakeApi(list, route)
    const { user, address } = show()
    await screen.findByRole('link', { name: /#1/ })
    act(() => screen.getByRole('combobox', { name: 'Branch' }).focus())
    await user.keyboard('gone')
    await screen.findByRole('option', { name: 'Branch gone', selected: false })
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(lists.at(-1)).toBe('gone'))
    expect(address()).toBe('/repos/1?branch=gone')
    await user.clear(await branch())
    await waitFor(() => expect(address()).toBe('/repos/1'))
    expect((await branch()).value).toBe('')
  })

  it('takes the choice back by one click', async () => {
    const { route } = forgeWith(3)
    fakeApi(pipelines().list, route)
    const { user, address } = show('/repos/1?branch=topic/2')
    expect((await branch()).value).toBe('topic/2')
    await user.click(screen.getByRole('button', { name: 'Any branch' }))
    await waitFor(() => expect(address()).toBe('/repos/1'))
    expect((await branch()).value).toBe('')
  })

  it('forgets what was typed and not chosen', async () => {
    const { route } = forgeWith(3)
    fakeApi(pipelines().list, route)
    const { user, address } = show('/repos/1?branch=topic/2')
    await user.type(await branch(), 'xyz')
    await user.tab()
    await waitFor(async () => expect((await branch()).value).toBe('topic/2'))
    expect(address()).toMatch(/\?branch=topic(?:\/|%2F)2$/)
  })

  it('says that it is reading, and that there is none', async () => {
    fakeApi(pipelines().list, reply(repoRoutes.branches, never))
    const { user } = show()
    await user.click(await branch())
    await screen.findByText('Loading…')
  })

  it('says that a repository has no branch', async () => {
    fakeApi(pipelines().list, forgeWith(0).route)
    const { user } = show()
    await user.click(await branch())
    await screen.findByText('No matches')
  })

  it('keeps what it has when a page fails, says so, and tries again when it is opened again', async () => {
    let isDown = true
    const { asked, route } = forgeWith(70, (page) => {
      if (page > 1 && isDown) failure(500, 'forge is away')
    })
    fakeApi(pipelines().list, route)
    const { user } = show()
    await user.click(await branch())
    await screen.findByText('This could not be loaded')
    expect(await screen.findAllByRole('option')).toHaveLength(50)
    expect(asked).toEqual([1, 2])
    isDown = false
    await user.keyboard('{Escape}')
    await user.click(await branch())
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(70))
    expect(screen.queryByText('This could not be loaded')).toBeNull()
  })

  it('still takes a typed name when the forge refuses to tell its branches', async () => {
    fakeApi(
      pipelines().list,
      reply(repoRoutes.branches, () => failure(500, 'no')),
    )
    const { user, address } = show()
    await user.click(await branch())
    await screen.findByText('This could not be loaded')
    await user.type(await branch(), 'main')
    await user.click(await screen.findByRole('option', { name: 'Branch main' }))
    await waitFor(() => expect(address()).toBe('/repos/1?branch=main'))
  })

  it('shows hostile names as text', async () => {
    fakeApi(
      pipelines().list,
      reply(repoRoutes.branches, () => [...payloads]),
    )
    const { user, page } = show()
    await user.click(await branch())
    await screen.findAllByRole('option')
    expect([...harmOn(page), ...harmOn(document.body)]).toEqual([])
    const disguised = screen.getByRole('option', { name: /^safe.*gnp\.exe/ })
    expect(disguised.textContent).toContain('safeU+202Egnp.exeU+202CU+200BU+2066')
  })
})
