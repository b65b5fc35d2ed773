import { configure, screen, waitFor, within } from '@testing-library/react'
import { agentRoutes } from '@yaffle/contract/agents'
import { orgRoutes } from '@yaffle/contract/orgs'
import { QueueInfo, queueRoutes } from '@yaffle/contract/queue'
import { globalRegistryRoutes } from '@yaffle/contract/registries'
import { repoRoutes } from '@yaffle/contract/repos'
import { globalSecretRoutes } from '@yaffle/contract/secrets'
import { userRoutes } from '@yaffle/contract/users'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { reply } from '../../testing/fakeApi.ts'
import { aUser } from '../../testing/fixtures.ts'
import { openPage } from '../testing/openPage.tsx'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

// A page's code is fetched when it is opened, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const admin = aUser({ admin: true })
const replies = [
  reply(repoRoutes.all, () => []),
  reply(userRoutes.list, () => []),
  reply(orgRoutes.list, () => []),
  reply(agentRoutes.list, () => []),
  reply(globalSecretRoutes.list, () => []),
  reply(globalRegistryRoutes.list, () => []),
  reply(queueRoutes.info, () => QueueInfo.parse({ stats: {} })),
]
const places = [
  ['/admin', 'Info', undefined],
  ['/admin/secrets', 'Secrets', 'GET /api/secrets'],
  ['/admin/registries', 'Registries', 'GET /api/registries'],
  ['/admin/repos', 'Repositories', 'GET /api/repos'],
  ['/admin/users', 'Users', 'GET /api/users'],
  ['/admin/orgs', 'Organizations', 'GET /api/orgs'],
  ['/admin/agents', 'Agents', 'GET /api/agents'],
  ['/admin/queue', 'Queue', 'GET /api/queue/info'],
  ['/admin/forges', 'Forges', 'GET /api/forges'],
  ['/admin/forges/create', 'Forges', undefined],
] as const

describe('the administration', () => {
  it.each(places)('has a page at %s, under the tab %s', async (at, tab, call) => {
    const { calls, address } = await openPage({ at, user: admin, replies })
    const link = await screen.findByRole('link', { name: tab, current: 'page' })
    expect(link).toBeTruthy()
    await waitFor(() => expect(document.querySelector('main section h2')).not.toBeNull())
    if (call !== undefined) await waitFor(() => expect(calls).toContain(call))
    expect(address()).toBe(at)
  })

  it.each(places)('at %s is closed to others, and asks nothing for them', async (at, _, call) => {
    const { calls, address } = await openPage({ at, user: aUser(), replies })
    expect(await screen.findByText('For server administrators')).toBeTruthy()
    expect(within(screen.getByRole('main')).getByRole('link').getAttribute('href')).toBe('/repos')
    expect(address()).toBe(at)
    expect(screen.queryByRole('link', { name: 'Queue' })).toBeNull()
    if (call !== 'GET /api/forges') expect(calls).not.toContain(call)
  })

  it('sends visitors to sign in first, and knows where they wanted to go', async () => {
    const { address, calls } = await openPage({ at: '/admin/queue', replies })
    expect(address()).toBe('/login?url=%2Fadmin%2Fqueue')
    expect(calls).not.toContain('GET /api/queue/info')
  })

  it.each(['/admin/nothing', '/admin/queue/5', '/admin/forges/x', '/admin/forges/-1'])(
    'has nothing at %s',
    async (at) => {
      await openPage({ at, user: admin, replies })
      expect(await screen.findByRole('heading', { name: /not found/i })).toBeTruthy()
    },
  )

  it.each([
    ['secrets', /^Every repository of this server gets these secrets/],
    ['registries', /^Every repository of this server pulls images with these accounts/],
  ])('warns that everybody can use the %s of the whole server', async (page, warning) => {
    await openPage({ at: `/admin/${page}`, user: admin, replies })
    expect(await screen.findByText(warning)).toBeTruthy()
  })

  it('speaks another language at once, in every part of the page', async () => {
    const { user } = await openPage({ at: '/user', user: admin, replies })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch')
    await screen.findByRole('combobox', { name: 'Sprache' })
    expect(screen.getByRole('link', { name: 'Abmelden' })).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Bereiche der Einstellungen' })).toBeTruthy()
    expect(document.documentElement.lang).toBe('de')
    expect(screen.queryByText(/Preferences|Sign out|Theme/)).toBeNull()
    await waitFor(() => expect(document.title).toMatch(/^Konto · /))
  })
})
