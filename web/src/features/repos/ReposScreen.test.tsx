import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { startEvents } from '../../api/events.ts'
import { noteVisit, visits } from '../../domain/visits.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { fakeEvents } from '../../testing/fakeEvents.ts'
import { aMessage, aPipeline, aRepo, aRepoRow } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { aQueryClient, renderScreen } from '../../testing/render.tsx'
import { ReposScreen } from './ReposScreen.tsx'

afterEach(() => {
  cleanup()
  visits.set({})
  vi.unstubAllGlobals()
})

const named = (id: number, full_name: string, created = 0) => {
  const [owner = '', name = ''] = full_name.split('/')
  const last = created > 0 ? { last_pipeline: aPipeline({ number: id, created }) } : {}
  return aRepoRow({ id, owner, name, full_name, ...last })
}
const five = [
  named(1, 'acme/api', 10),
  named(2, 'acme/api-docs'),
  named(3, 'acme/website', 30),
  named(4, 'tools/rapid', 20),
  named(5, 'tools/lint'),
]
const mine = (repos: ReturnType<typeof named>[]) => fakeApi(reply(repoRoutes.mine, () => repos))
const show = (at: string = patterns.repos) => renderScreen(<ReposScreen />, patterns.repos, { at })
const rows = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('link')
    .map((link) => /(?:acme|tools) ?\/ ?[\w-]+?(?=#|No pipelines)/.exec(link.textContent)?.[0])

describe('ReposScreen', () => {
  it('shows repositories by their newest pipeline, each leading to its page', async () => {
    mine(five)
    show()
    expect(await rows('All repositories')).toEqual([
      'acme/website',
      'tools/rapid',
      'acme/api',
      'acme/api-docs',
      'tools/lint',
    ])
    expect(screen.getByRole('link', { name: /acme ?\/ ?website/ }).getAttribute('href')).toBe('/repos/3')
    expect(document.title).toContain('Repositories')
  })

  it('says what is on its way, for as long as it is', async () => {
    fakeApi(reply(repoRoutes.mine, never))
    show()
    expect((await screen.findByRole('status')).textContent).toContain('Loading')
    expect(screen.queryByText('No repositories yet')).toBeNull()
  })

  it('offers another try when loading fails', async () => {
    let isDown = true
    fakeApi(reply(repoRoutes.mine, () => (isDown ? failure(500, 'Database is down') : five)))
    const { user } = show()
    expect((await screen.findByRole('alert')).textContent).toContain('Database is down')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows('All repositories')).toHaveLength(5)
  })

  it('teaches the next step when there are none', async () => {
    mine([])
    show()
    await screen.findByText('No repositories yet')
    const links = screen.getAllByRole('link', { name: 'Add repository' })
    expect(links.at(-1)?.getAttribute('href')).toBe('/repos/add')
  })

  it('searches the full name, best match first, and keeps the search in the address', async () => {
    mine(five)
    const { user, address } = show()
    await rows('All repositories')
    await user.type(screen.getByRole('textbox', { name: 'Search repositories' }), 'api')
    await waitFor(async () =>
      expect(await rows('Found repositories')).toEqual(['acme/api', 'acme/api-docs', 'tools/rapid']),
    )
    await waitFor(() => expect(address()).toBe('/repos?q=api'))
    expect(screen.getByText('3 repositories match')).toBeDefined()
  })

  it('begins with the search of the address', async () => {
    mine(five)
    show('/repos?q=lint')
    expect(await rows('Found repositories')).toEqual(['tools/lint'])
  })

  it('says when nothing matches and takes the search back', async () => {
    mine(five)
    const { user } = show('/repos?q=nothing-like-it')
    await screen.findByText('Nothing matches “nothing-like-it”')
    await user.click(screen.getByText('Clear search', { selector: 'button, button *' }))
    expect(await rows('All repositories')).toHaveLength(5)
  })

  it('puts those visited last first, once there are more than four', async () => {
    noteVisit(5, 100)
    noteVisit(2, 200)
    mine(five)
    const { page } = show()
    expect(await rows('Last visited')).toEqual(['acme/api-docs', 'tools/lint'])
    expect(within(page).getByRole('list', { name: 'All repositories' })).toBeDefined()
  })

  it('has no such block for four', async () => {
    noteVisit(1, 100)
    mine(five.slice(0, 4))
    show()
    await rows('All repositories')
    expect(screen.queryByRole('list', { name: 'Last visited' })).toBeNull()
  })

  it('follows what happens', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const source = fakeEvents()
    const queryClient = aQueryClient()
    const stop = startEvents(queryClient)
    mine(five)
    renderScreen(<ReposScreen />, patterns.repos, { queryClient })
    await rows('All repositories')
    source()?.send(
      aMessage(aRepo({ id: 5, owner: 'tools', name: 'lint', full_name: 'tools/lint' }), {
        ...aPipeline({ number: 9, status: 'running', finished: 0, created: 99, message: 'now' }),
      }),
    )
    await waitFor(async () => expect((await rows('All repositories'))[0]).toBe('tools/lint'))
    const first = screen.getByRole('link', { name: /tools ?\/ ?lint/ })
    expect(within(first).getByRole('img', { name: 'Status: Running' })).toBeDefined()
    stop()
  })

  it.each(payloads.map((payload, seed) => ({ seed, payload })))(
    'shows hostile texts as text, round $seed',
    async ({ seed }) => {
      const row = makeHostile(aRepoRow({ last_pipeline: aPipeline() }), seed)
      mine([row])
      const { page } = show()
      await screen.findByRole('list', { name: 'All repositories' })
      expect(harmOn(page)).toEqual([])
    },
  )
})
