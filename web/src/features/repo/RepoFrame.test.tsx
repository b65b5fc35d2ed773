import { fireEvent, screen } from '@testing-library/react'
import { forgeRoutes } from '@yaffle/contract/forges'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../config.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { visits } from '../../domain/visits.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, never, reply } from '../../testing/fakeApi.ts'
import { aForge, aPerm, aRepo, aUser } from '../../testing/fixtures.ts'
import { renderNested } from '../../testing/render.tsx'
import { RepoFrame } from './RepoFrame.tsx'
import { RepoTabs } from './RepoTabs.tsx'

const before = { ...config }
beforeEach(() => Object.assign(config, { user: aUser() }))
afterEach(() => {
  Object.assign(config, before)
  vi.unstubAllGlobals()
})

const perm = (fields: Parameters<typeof aPerm>[0] = {}) => reply(repoRoutes.permissions, () => aPerm(fields))
const repo = (fields: Parameters<typeof aRepo>[0] = {}) => reply(repoRoutes.get, () => aRepo(fields))
const forge = reply(forgeRoutes.get, () => aForge())

function Inside() {
  const { repo, perm } = useRepo()
  return <p>{`Inside ${repo.full_name}, push: ${String(perm.push)}`}</p>
}
const show = (repoId = 1, at = '/repos/1?q=x') =>
  renderNested(
    [<RepoFrame key="frame" repoId={repoId} />, <RepoTabs key="tabs" />, <Inside key="page" />],
    patterns.repo,
    {
      at,
    },
  )

describe('RepoFrame', () => {
  it('hands the repository and the permissions to its pages, and notes the visit', async () => {
    fakeApi(perm(), repo(), forge)
    show()
    await screen.findByText('Inside acme/api, push: true')
    expect(Object.keys(visits.get())).toContain('1')
    expect(screen.getByRole('link', { name: 'Open on the forge' }).getAttribute('href')).toBe(
      'https://forge.test/acme/api',
    )
  })

  it('shows the badge, which opens as an image, until it turns out that there is none', async () => {
    fakeApi(perm(), repo({ active: true }), forge)
    const { unmount } = show()
    const badge = await screen.findByRole('link', { name: 'status-badge' })
    expect(badge.getAttribute('href')).toMatch(/^http.*\/api\/badges\/1\/status\.svg$/)
    fireEvent.error(badge.querySelector('img')!)
    expect(screen.queryByRole('link', { name: 'status-badge' })).toBeNull()
    unmount()

    fakeApi(perm(), repo({ active: false }), forge)
    show()
    await screen.findByText('Inside acme/api, push: true')
    expect(screen.queryByRole('link', { name: 'status-badge' })).toBeNull()
  })

  it('offers to run a pipeline to those who may push, to nobody else', async () => {
    fakeApi(perm({ push: true }), repo(), forge)
    const { unmount } = show()
    const run = await screen.findByRole('link', { name: 'Run pipeline' })
    expect(run.getAttribute('href')).toBe('/repos/1/manual')
    unmount()

    fakeApi(perm({ push: false }), repo(), forge)
    show()
    await screen.findByText('Inside acme/api, push: false')
    expect(screen.queryByRole('link', { name: 'Run pipeline' })).toBeNull()
  })

  it('has no link to a forge whose address is none', async () => {
    fakeApi(perm(), repo({ forge_url: 'javascript:alert(1)' }), forge)
    const { page } = show()
    await screen.findByText(/^Inside/)
    expect(page.querySelector('a[href^="javascript"]')).toBeNull()
  })

  it('draws nothing of its pages until it knows that they may be seen', async () => {
    fakeApi(perm(), reply(repoRoutes.get, never), forge)
    show()
    expect((await screen.findAllByRole('status'))[0]?.textContent).toContain('Loading')
    expect(screen.queryByText(/^Inside/)).toBeNull()
  })

  it('says so when a signed-in person may not see it, and asks for nothing more', async () => {
    const { calls } = fakeApi(perm({ pull: false, push: false, admin: false }))
    show()
    await screen.findByText('You may not see this repository')
    expect(screen.getByRole('link', { name: 'Go to your repositories' }).getAttribute('href')).toBe('/repos')
    expect(calls).toEqual(['GET /api/repos/1/permissions'])
  })

  it.each([
    ['it is private', perm({ pull: false })],
    ['nobody tells visitors whether it exists', reply(repoRoutes.permissions, () => failure(401))],
  ])('offers visitors to sign in and come back when %s', async (_, answer) => {
    Object.assign(config, { user: null })
    fakeApi(answer)
    show()
    const link = await screen.findByRole('link', { name: 'Sign in' })
    const target = new URL(link.getAttribute('href') ?? '', 'http://ci.test')
    expect(target.pathname).toBe('/login')
    expect(target.searchParams.get('url')).toBe('/repos/1?q=x')
  })

  it('says that there is no such repository', async () => {
    fakeApi(reply(repoRoutes.permissions, () => failure(404)))
    show()
    await screen.findByText('There is no such repository')
    expect(screen.getByRole('link', { name: 'Go to your repositories' })).toBeDefined()
  })

  it.each([Number('abc'), 0, -3, 1.5])('does not even ask for repository %s', async (repoId) => {
    const { calls } = fakeApi()
    show(repoId)
    await screen.findByText('There is no such repository')
    expect(calls).toEqual([])
  })

  it('offers another try when the server fails', async () => {
    let isDown = true
    fakeApi(
      reply(repoRoutes.permissions, () => (isDown ? failure(500, 'no database') : aPerm())),
      repo(),
      forge,
    )
    const { user } = show()
    await screen.findByText(/no database/)
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText(/^Inside/)
  })
})
