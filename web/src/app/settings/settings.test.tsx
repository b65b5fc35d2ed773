import { screen, waitFor } from '@testing-library/react'
import { orgRoutes } from '@yaffle/contract/orgs'
import { globalSecretRoutes, orgSecretRoutes, repoSecretRoutes } from '@yaffle/contract/secrets'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../config.ts'
import { patterns } from '../../paths.ts'
import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { anOrg, aPerm, aRepo, aSecret, aUser } from '../../testing/fixtures.ts'
import { renderScreen } from '../../testing/render.tsx'
import { OrgSettings } from './OrgSettings.tsx'
import { repoPages } from './repoPages.tsx'
import { RepoSettings } from './RepoSettings.tsx'
import { UserSettings } from './UserSettings.tsx'

const before = { ...config }
beforeEach(() => Object.assign(config, { user: aUser() }))
afterEach(() => {
  Object.assign(config, before)
  vi.unstubAllGlobals()
})

const tabs = async (name = 'Sections of the settings') => {
  const nav = await screen.findByRole('navigation', { name })
  return Array.from(nav.querySelectorAll('a'), (link) => [link.textContent, link.getAttribute('href')])
}
const showRepo = (path: string, isAdmin = true) =>
  renderScreen(<RepoSettings path={path} />, path ? patterns.repoSettingsPage : patterns.repoSettings, {
    at: `/repos/1/settings${path && `/${path}`}`,
    access: { repo: aRepo(), perm: aPerm({ admin: isAdmin }) },
  })
const showOrg = (path: string) =>
  renderScreen(
    <OrgSettings orgId={3} path={path} />,
    path ? patterns.orgSettingsPage : patterns.orgSettings,
    { at: `/orgs/3/settings${path && `/${path}`}` },
  )
const showUser = (path: string) =>
  renderScreen(<UserSettings path={path} />, path ? patterns.userPage : patterns.user, {
    at: `/user${path && `/${path}`}`,
  })

describe('the settings of a repository', () => {
  it('have their seven pages in order, and mark the one that is open', async () => {
    fakeApi()
    showRepo('')
    expect(await tabs()).toEqual([
      ['General', '/repos/1/settings'],
      ['Secrets', '/repos/1/settings/secrets'],
      ['Registries', '/repos/1/settings/registries'],
      ['Crons', '/repos/1/settings/crons'],
      ['Badge', '/repos/1/settings/badge'],
      ['Actions', '/repos/1/settings/actions'],
      ['Extensions', '/repos/1/settings/extensions'],
    ])
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('General')
    await screen.findByRole('button', { name: 'Save' })
    await waitFor(() => expect(document.title).toBe('General · acme/api · Yaffle'))
  })

  it.each(repoPages.map(({ path }) => [path]))(
    'are closed to others at "%s" before anything is asked, with a way back',
    async (path) => {
      const { calls } = fakeApi()
      showRepo(path, false)
      await screen.findByText('Only administrators of this repository can open its settings.')
      const back = screen.getByRole('link', { name: 'Go to the repository' })
      expect(back.getAttribute('href')).toBe('/repos/1')
      expect(screen.queryByRole('textbox')).toBeNull()
      expect(calls).toEqual([])
    },
  )

  it('lead back to the repository and to its owner', async () => {
    fakeApi()
    showRepo('')
    expect((await screen.findByRole('link', { name: 'api' })).getAttribute('href')).toBe('/repos/1')
    expect(screen.getByRole('link', { name: 'acme' }).getAttribute('href')).toBe('/orgs/3')
  })

  it.each(repoPages.map(({ path, label }) => [path, label]))(
    'name the page "%s" in the title of the tab',
    async (path) => {
      fakeApi()
      showRepo(path)
      const page = (await screen.findByRole('link', { current: 'page' })).textContent
      await waitFor(() => expect(document.title).toBe(`${page} · acme/api · Yaffle`))
    },
  )

  it('inherit from the organization and the server', async () => {
    const { calls } = fakeApi(
      reply(repoSecretRoutes.list, () => [aSecret()]),
      reply(orgSecretRoutes.list, () => failure(403)),
      reply(globalSecretRoutes.list, () => []),
    )
    showRepo('secrets')
    await screen.findByText('TOKEN')
    await screen.findByText(/only its administrators may/)
    expect(calls).toEqual(['GET /api/repos/1/secrets', 'GET /api/orgs/3/secrets', 'GET /api/secrets'])
  })

  it('have no page of another name', async () => {
    fakeApi()
    showRepo('nowhere')
    await screen.findByText('Page not found')
  })
})

describe('the settings of an organization', () => {
  const perm = (admin: boolean) => reply(orgRoutes.permissions, () => ({ member: true, admin }))
  const org = reply(orgRoutes.get, () => anOrg())

  it('open with its secrets', async () => {
    fakeApi(perm(true), org)
    const { address } = showOrg('')
    await waitFor(() => expect(address()).toBe('/orgs/3/settings/secrets'))
  })

  it('show agents only where people may register them', async () => {
    fakeApi(
      perm(true),
      org,
      reply(orgSecretRoutes.list, () => []),
      reply(globalSecretRoutes.list, () => []),
    )
    const { unmount } = showOrg('secrets')
    expect((await tabs()).map(([name]) => name)).toEqual(['Secrets', 'Registries'])
    unmount()
    Object.assign(config, { userRegisteredAgents: true })
    showOrg('secrets')
    expect((await tabs()).map(([name]) => name)).toEqual(['Secrets', 'Registries', 'Agents'])
  })

  it('are closed to its members before anything is asked', async () => {
    const { calls } = fakeApi(perm(false))
    showOrg('secrets')
    await screen.findByText('Only administrators of this organization can open its settings.')
    expect(screen.getByRole('link', { name: /repositories/i }).getAttribute('href')).toBe('/repos')
    expect(calls).toEqual(['GET /api/orgs/3/permissions'])
  })

  it('lead back to the organization', async () => {
    fakeApi(
      perm(true),
      org,
      reply(orgSecretRoutes.list, () => []),
      reply(globalSecretRoutes.list, () => []),
    )
    showOrg('secrets')
    expect((await screen.findByRole('link', { name: 'acme' })).getAttribute('href')).toBe('/orgs/3')
    await waitFor(() => expect(document.title).toBe('Secrets · acme · Yaffle'))
  })

  it('say so when there is none, and offer another try when the server fails', async () => {
    let status = 404
    fakeApi(reply(orgRoutes.permissions, () => failure(status, 'forge is away')))
    const { unmount } = showOrg('secrets')
    await screen.findByText('Page not found')
    unmount()
    status = 500
    showOrg('secrets')
    await screen.findByText(/forge is away/)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })
})

describe('the settings of a person', () => {
  it('are of the person’s own organization', async () => {
    Object.assign(config, { userRegisteredAgents: true })
    const { calls } = fakeApi(
      reply(orgSecretRoutes.list, () => [aSecret({ repo_id: 0, org_id: 3 })]),
      reply(globalSecretRoutes.list, () => []),
    )
    showUser('secrets')
    await screen.findByText('TOKEN')
    expect(calls[0]).toBe('GET /api/orgs/3/secrets')
    expect(await tabs()).toEqual([
      ['General', '/user'],
      ['Secrets', '/user/secrets'],
      ['Registries', '/user/registries'],
      ['CLI and API', '/user/cli-and-api'],
      ['Agents', '/user/agents'],
    ])
  })

  it('leave out what belongs to an organization where the server names none', async () => {
    Object.assign(config, { user: aUser({ org_id: 0 }), userRegisteredAgents: true })
    fakeApi()
    showUser('')
    expect((await tabs()).map(([name]) => name)).toEqual(['General', 'CLI and API'])
  })

  it('end with a way out', async () => {
    fakeApi()
    showUser('')
    expect((await screen.findByRole('link', { name: 'Sign out' })).getAttribute('href')).toBe('/logout')
  })

  it('apply the theme and the feed at once', async () => {
    fakeApi()
    const { user } = showUser('')
    await user.click(await screen.findByRole('radio', { name: 'Dark' }))
    expect(localStorage.getItem('yaffle:theme')).toBe('dark')
    await user.click(screen.getByRole('checkbox', { name: 'Show the pipeline feed' }))
    expect(localStorage.getItem('yaffle:user-config')).toContain('"isPipelineFeedOpen":true')
  })
})
