import { screen, waitFor, within } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { renderScreen } from '../../testing/render.tsx'
import { BranchesScreen } from './BranchesScreen.tsx'
import { BranchScreen } from './BranchScreen.tsx'

afterEach(() => vi.unstubAllGlobals())

const access = { repo: aRepo({ default_branch: 'main' }), perm: aPerm() }
const has = (...branches: string[]) => fakeApi(reply(repoRoutes.branches, () => branches))
const show = () => renderScreen(<BranchesScreen />, patterns.branches, { at: '/repos/1/branches', access })
const names = async () =>
  within(await screen.findByRole('list', { name: 'Branches' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

describe('BranchesScreen', () => {
  it('lists the default branch first and marks it', async () => {
    has('a', 'feature/x', 'main')
    show()
    expect(await names()).toEqual(['maindefault', 'a', 'feature/x'])
    expect(screen.getByRole('link', { name: 'feature/x' }).getAttribute('href')).toBe(
      '/repos/1/branches/feature%2Fx',
    )
  })

  it('finds branches as one types', async () => {
    has('a', 'feature/x', 'main')
    const { user } = show()
    await names()
    await user.type(screen.getByRole('textbox', { name: 'Search branches' }), 'feat')
    await waitFor(async () => expect(await names()).toEqual(['feature/x']))
    await user.type(screen.getByRole('textbox'), 'zzz')
    await screen.findByText('Nothing matches “featzzz”')
    await user.click(screen.getByText('Clear search', { selector: 'button *' }))
    expect(await names()).toHaveLength(3)
  })

  it('explains an empty list, and what is on its way', async () => {
    has()
    const { unmount } = show()
    await screen.findByText('No branches yet')
    unmount()
    fakeApi(reply(repoRoutes.branches, never))
    show()
    expect((await screen.findByRole('status')).textContent).toContain('Loading')
  })

  it('offers another try when loading fails', async () => {
    let isDown = true
    fakeApi(reply(repoRoutes.branches, () => (isDown ? failure(500, 'failed to load branches') : ['main'])))
    const { user } = show()
    await screen.findByText(/failed to load branches/)
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await names()).toEqual(['maindefault'])
  })

  it('shows hostile names as text', async () => {
    has(...payloads)
    const { page } = show()
    await names()
    expect(harmOn(page)).toEqual([])
  })
})

describe('BranchScreen', () => {
  const showBranch = (branch: string, answer: Parameters<typeof reply<typeof pipelineRoutes.list>>[1]) => {
    fakeApi(reply(pipelineRoutes.list, answer))
    return renderScreen(<BranchScreen branch={branch} />, patterns.branch, {
      at: `/repos/1/branches/${encodeURIComponent(branch)}`,
      access,
    })
  }

  it('asks the server for the branch itself, without its pull requests', async () => {
    let asked: { branch?: string | undefined; event?: string | undefined } = {}
    showBranch('feature/x', ({ query }) => {
      asked = query
      return [aPipeline({ branch: 'feature/x' })]
    })
    await screen.findByRole('list', { name: 'Branch feature/x' })
    expect(asked.branch).toBe('feature/x')
    expect(asked.event?.split(',')).toEqual(['push', 'tag', 'release', 'deployment', 'cron', 'manual'])
  })

  it('explains an empty list, and offers another try when loading fails', async () => {
    const { unmount } = showBranch('x', () => [])
    await screen.findByText('No pipelines for this branch')
    unmount()
    showBranch('x', () => failure(500, 'no database'))
    await screen.findByText(/no database/)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it.each(payloads.map((payload, seed) => ({ payload, seed })))(
    'shows hostile texts as text, round $seed',
    async ({ payload, seed }) => {
      fakeApi(
        reply(pipelineRoutes.list, () => [
          { ...makeHostile(aPipeline(), seed), branch: payload, event: 'push' },
        ]),
      )
      const { page } = renderScreen(<BranchScreen branch={payload} />, patterns.branch, {
        at: '/repos/1/branches/x',
        access,
      })
      await screen.findByRole('list')
      expect(harmOn(page)).toEqual([])
    },
  )
})
