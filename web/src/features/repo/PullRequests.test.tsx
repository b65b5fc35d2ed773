import { screen, waitFor, within } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { patterns } from '../../paths.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { renderNested, renderScreen } from '../../testing/render.tsx'
import { refOfPullRequest } from './filters.ts'
import { PullRequestScreen } from './PullRequestScreen.tsx'
import { PullRequestsScreen } from './PullRequestsScreen.tsx'
import { RepoTabs } from './RepoTabs.tsx'

afterEach(() => vi.unstubAllGlobals())

const access = { repo: aRepo(), perm: aPerm() }
const open = [
  { index: '15', title: 'Add uploads' },
  { index: '5', title: 'Mend downloads' },
]
const show = (given = access) =>
  renderScreen(<PullRequestsScreen />, patterns.pullRequests, { at: '/repos/1/pull-requests', access: given })
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Pull requests' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

describe('PullRequestsScreen', () => {
  it('lists what is open, each leading to its page', async () => {
    fakeApi(reply(repoRoutes.pullRequests, () => open))
    show()
    expect(await rows()).toEqual(['#15Add uploads', '#5Mend downloads'])
    expect(screen.getByRole('link', { name: /Mend/ }).getAttribute('href')).toBe('/repos/1/pull-requests/5')
  })

  it('finds one as one types', async () => {
    fakeApi(reply(repoRoutes.pullRequests, () => open))
    const { user } = show()
    await rows()
    await user.type(screen.getByRole('textbox', { name: 'Search pull requests' }), 'down')
    await waitFor(async () => expect(await rows()).toEqual(['#5Mend downloads']))
  })

  it('explains an empty list, what is on its way, and what failed', async () => {
    fakeApi(reply(repoRoutes.pullRequests, () => []))
    const empty = show()
    await screen.findByText('No open pull requests')
    empty.unmount()

    fakeApi(reply(repoRoutes.pullRequests, never))
    const loading = show()
    expect((await screen.findByRole('status')).textContent).toContain('Loading')
    loading.unmount()

    fakeApi(reply(repoRoutes.pullRequests, () => failure(500, 'the forge is away')))
    show()
    await screen.findByText(/the forge is away/)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it('says that they are off, without asking; admins are led to where they are turned on', async () => {
    const { calls } = fakeApi()
    const repo = aRepo({ allow_pr: false })
    const admin = show({ repo, perm: aPerm() })
    await screen.findByText('Pull requests start no pipelines here')
    expect(screen.getByRole('link', { name: 'Open settings' }).getAttribute('href')).toBe('/repos/1/settings')
    admin.unmount()

    show({ repo, perm: aPerm({ admin: false }) })
    await screen.findByText('Pull requests start no pipelines here')
    expect(screen.queryByRole('link', { name: 'Open settings' })).toBeNull()
    expect(calls).toEqual([])
  })

  it('shows hostile titles as text', async () => {
    fakeApi(reply(repoRoutes.pullRequests, () => payloads.map((title) => ({ index: title, title }))))
    const { page } = show()
    await rows()
    expect(harmOn(page)).toEqual([])
  })
})

describe('PullRequestScreen', () => {
  const showOne = (pullRequest: string, answer: Parameters<typeof reply<typeof pipelineRoutes.list>>[1]) => {
    fakeApi(
      reply(pipelineRoutes.list, answer),
      reply(repoRoutes.pullRequests, () => open),
    )
    return renderScreen(<PullRequestScreen pullRequest={pullRequest} />, patterns.pullRequest, {
      at: '/repos/1/pull-requests/x',
      access,
    })
  }

  it('asks the server for this very pull request, and says its title', async () => {
    let asked: { ref?: string | undefined; event?: string | undefined } = {}
    showOne('5', ({ query }) => {
      asked = query
      return [aPipeline({ event: 'pull_request', ref: 'refs/pull/5/head' })]
    })
    await screen.findByRole('list', { name: 'Pull request #5' })
    expect(asked).toMatchObject({
      ref: '/5/',
      event: 'pull_request,pull_request_closed,pull_request_metadata',
    })
    expect((await screen.findByText('Mend downloads')).closest('h2')?.textContent).toContain('#5')
  })

  it('explains an empty list, and offers another try when loading fails', async () => {
    const { unmount } = showOne('5', () => [])
    await screen.findByText('No pipelines for this pull request')
    unmount()
    showOne('5', () => failure(500, 'no database'))
    await screen.findByText(/no database/)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it.each(payloads.map((payload, seed) => ({ payload, seed })))(
    'shows hostile texts as text, round $seed',
    async ({ payload, seed }) => {
      const { page } = showOne(payload, () => [
        { ...makeHostile(aPipeline(), seed), event: 'pull_request', ref: refOfPullRequest(payload) },
      ])
      await screen.findByRole('list')
      expect(harmOn(page)).toEqual([])
    },
  )
})

describe('the header of a repository', () => {
  const header = async (repo = aRepo(), perm = aPerm()) => {
    fakeApi()
    const shown = renderNested([<RepoTabs key="tabs" />, <p key="page">page</p>], patterns.branches, {
      at: '/repos/1/branches',
      access: { repo, perm },
    })
    await screen.findByText('page')
    return shown
  }
  const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

  it('leads admins to the settings, and everybody to what else the owner has', async () => {
    await header()
    expect(hrefs()).toEqual(
      expect.arrayContaining(['/orgs/3', '/repos/1/settings', '/repos/1/pull-requests']),
    )
  })

  it('leaves out the settings for others, and pull requests where there are none', async () => {
    await header(aRepo({ allow_pr: false }), aPerm({ admin: false }))
    expect(hrefs()).not.toContain('/repos/1/settings')
    expect(hrefs()).not.toContain('/repos/1/pull-requests')
  })
})
